// SPDX-License-Identifier: Apache-2.0
#include "cli/shard_option.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "cli/log.h"
#include "cli/parse.h"
#include "cli/variable.h"

namespace bcheck {
namespace {

constexpr std::array<const char*, 3> kIndexes{"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX",
                                              "AWS_BATCH_JOB_ARRAY_INDEX"};

// The value of the one variable that is set, and its name.
Result<std::string> index_of_task(std::string& source) {
  std::string value;
  for (const char* const name : kIndexes) {
    std::string here = variable(name);
    if (here.empty()) continue;
    if (!value.empty()) {
      return bad_question(fmt::format("--shard auto: {} and {} are both set", source, name),
                          "give the index itself: --shard I/N");
    }
    source = name;
    value = std::move(here);
  }
  if (value.empty()) {
    return bad_question(fmt::format("--shard auto: none of {} is set", fmt::join(kIndexes, ", ")),
                        "this is no task of an array job that bcheck knows; give the index: --shard I/N");
  }
  return value;
}

}  // namespace

Result<Shard> parse_shard(std::string_view typed, std::string& source) {
  const std::size_t slash = typed.find('/');
  if (slash == std::string_view::npos) {
    return bad_question(fmt::format("--shard: {} is not I/N", quote(typed)),
                        "such as 0/8 for the first of eight, or auto/8 in an array job");
  }
  std::string index(typed.substr(0, slash));
  std::string option = "--shard: the index";
  if (index == "auto") {
    auto value = index_of_task(source);
    if (!value) return tl::unexpected(std::move(value.error()));
    index = std::move(*value);
    option = "--shard auto: " + source;
  }
  const auto of = parse_count(typed.substr(slash + 1), "--shard: the number of shards", 1, kMostShards);
  if (!of) return tl::unexpected(of.error());
  const auto number = parse_count(index, option, 0, kMostShards);
  if (!number) return tl::unexpected(number.error());
  if (*number >= *of) {
    return bad_question(fmt::format("{} is {}, and the shards of {} are 0 to {}", option, *number, *of, *of - 1),
                        "shards are counted from 0; in Slurm, --array=0-" + std::to_string(*of - 1));
  }
  return Shard{*number, *of};
}

std::string shard_line(const ShardHead& shard, std::int64_t manifest_keys, std::string_view source) {
  constexpr std::size_t kNamed = 10;
  const bool one = shard.indexes.size() == 1;
  std::string text = one ? "shard " : "shards ";
  for (std::size_t i = 0; i < shard.indexes.size() && i < kNamed; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", shard.indexes[i]);
  }
  if (shard.indexes.size() > kNamed) text += ", ...";
  return text + fmt::format(" of {}{}: {} of {}\n", shard.of, source.empty() ? "" : fmt::format(" ({})", source),
                            shard.keys, counted(manifest_keys, "key"));
}

void warn_of_shard(const ReportReader& report) {
  if (!report.head().shard) return;
  std::string line = shard_line(*report.head().shard, report.head().manifest_keys);
  line.pop_back();
  log_warning(fmt::format("{} is of a part of the batch only, {}", report.name(), line));
}

}  // namespace bcheck
