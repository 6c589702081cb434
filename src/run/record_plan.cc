// SPDX-License-Identifier: Apache-2.0
#include "run/record_plan.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/text.h"
#include "input/wildcards.h"

namespace bcheck {
namespace {

// Large enough that a part costs no more than its bytes, small enough that several workers have something to do.
constexpr std::uint64_t kPartBytes = std::uint64_t{4} << 20;

std::string first_bytes(int output, const std::string& path) {
  std::array<char, 4> bytes{};
  const Fd fd(open_beneath(output, path));
  const ssize_t got = fd ? ::pread(fd.get(), bytes.data(), bytes.size(), 0) : 0;
  return {bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

tl::unexpected<Error> refuse(const ArtifactRules& rules, std::string_view word, std::string message, std::string hint) {
  return bad_question(fmt::format("rules: artifacts.{}.{}: {}", rules.name, word, message), std::move(hint));
}

Result<std::size_t> field(RecordPlaces& places, const ArtifactRules& rules, std::string_view word,
                          const std::string& pointer) {
  if (pointer.empty()) return kNoField;
  auto added = places.add(pointer);
  if (!added) return refuse(rules, word, added.error().message, added.error().hint);
  return *added;
}

Result<void> add_artifact(RecordInput& input, const ArtifactRules& rules, std::size_t index) {
  if (rules.id.empty()) {
    return refuse(rules, "records", "where in a record the key stands is not said", "add \"id\": \"/id\"");
  }
  if (rules.value.empty()) {
    return refuse(rules, "records", "where in a record the product stands is not said", "add \"value\": \"/text\"");
  }
  if (!input.places) {
    auto places = RecordPlaces::make(rules.id);
    if (!places) return refuse(rules, "id", places.error().message, places.error().hint);
    input.places = std::move(*places);
  } else if (input.places->pointer(RecordPlaces::kKey) != rules.id) {
    return refuse(rules, "id", "another artifact of the same file finds the key elsewhere", "a record has one key");
  }
  RecordArtifact artifact;
  artifact.artifact = index;
  struct Row {
    std::string_view word;
    const std::string& pointer;
    std::size_t RecordArtifact::*member;
  };
  for (const Row& row : {Row{"value", rules.value, &RecordArtifact::value},
                         {"finish", rules.finish, &RecordArtifact::finish},
                         {"state", rules.state, &RecordArtifact::state},
                         {"error", rules.error_field, &RecordArtifact::error},
                         {"input", rules.input, &RecordArtifact::input},
                         {"input_sha256", rules.input_sha256, &RecordArtifact::input_sha256}}) {
    const auto number = field(*input.places, rules, row.word, row.pointer);
    if (!number) return tl::unexpected(number.error());
    artifact.*row.member = *number;
  }
  input.artifacts.push_back(artifact);
  return {};
}

Result<void> find_files(RecordInput& input, const ArtifactRules& rules, const Listing& listing, int output,
                        std::vector<bool>& used) {
  for (std::uint32_t i = 0; i < listing.entries.size(); ++i) {
    const Entry& entry = listing.entries[i];
    if (!matches_wildcards(input.pattern, entry.path)) continue;
    RecordFile file;
    file.entry = i;
    const std::string path(entry.path);
    if (!input.rows) {
      const auto format = record_format_of(path);
      if (!format) {
        return refuse(rules, "records", fmt::format("the extension of {} names no file of records", quote(path)),
                      "files of records are .jsonl, .ndjson, .json, .txt, .log, .csv, .tsv");
      }
      file.format = *format;
    }
    if (entry.kind == EntryKind::kOther) {
      file.trouble = "it is a FIFO, a socket or a device";
    } else {
      identify(output, path, file.identity, file.trouble);
    }
    used[i] = true;
    input.files.push_back(std::move(file));
  }
  return {};
}

void cut(RecordPlan& plan, std::uint32_t index, const Listing& listing, int output) {
  const RecordInput& input = plan.inputs[index];
  for (std::uint32_t f = 0; f < input.files.size(); ++f) {
    const RecordFile& file = input.files[f];
    if (!file.trouble.empty()) continue;
    const std::uint64_t size = file.identity.size;
    if (input.rows) {
      const std::uint64_t whole = std::max<std::uint64_t>(1, size / kPartBytes);
      for (std::uint64_t i = 0; i < whole; ++i) plan.parts.push_back({index, f, i, i + 1, whole});
      continue;
    }
    const std::string path(listing.entries[file.entry].path);
    const std::uint64_t step = is_divisible(file.format, first_bytes(output, path)) ? kPartBytes : UINT64_MAX;
    for (std::uint64_t begin = 0; begin < size || begin == 0; begin += std::min(step, size - begin)) {
      plan.parts.push_back({index, f, begin, begin + std::min(step, size - begin), 0});
      if (size - begin <= step) break;
    }
  }
}

}  // namespace

std::string name_of(const RecordInput& input, const Listing& listing) {
  if (input.files.size() != 1) return input.pattern;
  return std::string(listing.entries[input.files.front().entry].path);
}

Result<RecordPlan> plan_records(const Rules& rules, const std::map<std::string, OptionValue>& row_ids,
                                const Listing& listing, int output, std::vector<bool>& used) {
  RecordPlan plan;
  for (std::size_t a = 0; a < rules.artifacts.size(); ++a) {
    const ArtifactRules& artifact = rules.artifacts[a];
    const bool rows = !artifact.row_of.empty();
    const std::string& pattern = rows ? artifact.row_of : artifact.records;
    if (pattern.empty()) continue;
    // Records of one file are read once for all artifacts that they hold; an array is of one artifact.
    auto input = std::find_if(plan.inputs.begin(), plan.inputs.end(),
                              [&](const RecordInput& i) { return !rows && !i.rows && i.pattern == pattern; });
    if (input == plan.inputs.end()) {
      plan.inputs.emplace_back();
      input = plan.inputs.end() - 1;
      input->pattern = pattern;
      input->rows = rows;
      if (auto found = find_files(*input, artifact, listing, output, used); !found) {
        return tl::unexpected(std::move(found.error()));
      }
    }
    if (!rows) {
      if (auto added = add_artifact(*input, artifact, a); !added) return tl::unexpected(std::move(added.error()));
      continue;
    }
    input->artifacts.push_back({a});
    if (input->files.size() > 1) {
      return refuse(artifact, "row_of", fmt::format("{} files match {}", input->files.size(), quote(pattern)),
                    "one array has a row for each key");
    }
    const auto ids = row_ids.find(artifact.name);
    if (ids != row_ids.end()) {
      if (const auto* const lines = std::get_if<std::vector<std::string>>(&ids->second)) input->ids = *lines;
    }
    input->by_position =
        ids == row_ids.end() && !artifact.options.contains("id_field") && !artifact.options.contains("id_column");
  }
  for (std::uint32_t i = 0; i < plan.inputs.size(); ++i) cut(plan, i, listing, output);
  return plan;
}

}  // namespace bcheck
