// SPDX-License-Identifier: Apache-2.0
#include "run/fingerprints.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/files.h"
#include "base/text.h"
#include "input/environment.h"
#include "run/digest.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kMostBytes = 16U << 20;
constexpr std::size_t kNamed = 5;  // fields in the message

const EnvironmentField* find(const std::vector<EnvironmentField>& fields, std::string_view name) {
  const auto at = std::lower_bound(fields.begin(), fields.end(), name,
                                   [](const EnvironmentField& field, std::string_view n) { return field.name < n; });
  return at != fields.end() && at->name == name ? &*at : nullptr;
}

void keep_equal(std::vector<EnvironmentField>& fields, const std::vector<EnvironmentField>& others) {
  std::erase_if(fields, [&](const EnvironmentField& field) {
    const EnvironmentField* const other = find(others, field.name);
    return other == nullptr || !(*other == field);
  });
}

// Fields of class result in which any two environments differ.
std::set<std::string> differing(std::span<const EnvironmentCount> environments) {
  std::set<std::string> names;
  for (const EnvironmentCount& one : environments) {
    for (const EnvironmentField& field : one.environment.result) {
      for (const EnvironmentCount& other : environments) {
        const EnvironmentField* const same = find(other.environment.result, field.name);
        if (same == nullptr ? field.values.has_value() : same->values != field.values) names.insert(field.name);
      }
    }
  }
  return names;
}

}  // namespace

Result<std::vector<EnvironmentCount>> read_fingerprints(const std::vector<std::string>& files) {
  std::vector<Environment> read;
  std::vector<std::string> canonical;
  for (const std::string& file : files) {
    auto bytes = read_whole(file, kMostBytes);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    auto environment = parse_environment({bytes->data(), bytes->size()}, file);
    if (!environment) return tl::unexpected(std::move(environment.error()));
    canonical.push_back(canonical_result(*environment));
    read.push_back(std::move(*environment));
  }
  std::vector<Bytes> texts;
  for (const std::string& text : canonical) texts.push_back(as_bytes(text));
  const auto made = digest_apart(texts);
  if (!made) return tl::unexpected(made.error());

  std::map<std::string, EnvironmentCount> by_digest;
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (read[i].digest != (*made)[i]) {
      return bad_question(
          fmt::format("{}: digest {} is not that of its fields", quote(files[i]), quote(read[i].digest)),
          "it was changed after it was made; bcheck env --set NAME=VALUE adds fields");
    }
    EnvironmentCount& count = by_digest[read[i].digest];
    if (++count.files == 1) {
      count.environment = std::move(read[i]);
    } else {
      keep_equal(count.environment.context, read[i].context);
    }
  }
  std::vector<EnvironmentCount> counts;
  for (auto& [digest, count] : by_digest) counts.push_back(std::move(count));
  std::stable_sort(counts.begin(), counts.end(),
                   [](const EnvironmentCount& a, const EnvironmentCount& b) { return a.files > b.files; });
  return counts;
}

void note_mixed_environment(std::span<const EnvironmentCount> environments, ReportTail& tail) {
  if (environments.size() < 2) return;
  Finding finding;
  finding.code = "batch.mixed-environment";
  finding.severity = finding.usual = Severity::kWarn;
  std::int64_t files = 0;
  for (const EnvironmentCount& count : environments) files += count.files;
  const std::set<std::string> names = differing(environments);
  finding.message = fmt::format("{} fingerprints of {} environments, which differ in", files, environments.size());
  std::size_t named = 0;
  for (const std::string& name : names) {
    if (named++ == kNamed) break;
    finding.message += (named == 1 ? " " : ", ") + escaped(name);
  }
  if (names.size() > kNamed) finding.message += fmt::format(" and {} more", names.size() - kNamed);
  tail.batch_findings.push_back(std::move(finding));
}

}  // namespace bcheck
