// SPDX-License-Identifier: Apache-2.0
#include "run/batch_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"
#include "judge/severity.h"
#include "run/numbering.h"

namespace bcheck {
namespace {

constexpr std::uint32_t kLongText = 200;
constexpr std::size_t kLongKeys = 3;
constexpr std::uint32_t kShortText = 32;
constexpr std::size_t kShortKeys = 5;
constexpr std::size_t kShortShare = 50;  // one in so many keys of the batch
constexpr std::uint32_t kStuckText = 64;
constexpr std::size_t kStuckKeys = 4;
constexpr std::uint32_t kLeastVector = 4;  // shorter ones are scores and coordinates, which repeat
constexpr std::size_t kOddShare = 10;      // at most one in so many is the odd one
constexpr std::size_t kNamed = 3;
constexpr std::size_t kNumberedKeys = 20;
constexpr std::size_t kNumberedFiles = 3;

struct Entry {
  ContentMark mark;
  std::uint32_t key;  // of the manifest, so that neighbours stand beside each other
  std::uint32_t slot;
};

class Comparison {
 public:
  Comparison(const Plan& plan, const Outcomes& outcomes, std::vector<KeyFinding>& findings)
      : plan_(plan), outcomes_(outcomes), findings_(findings), inputs_(plan.manifest->column("input_sha256")) {}

  void artifact(std::size_t artifact) {
    std::vector<Entry> entries;
    for (std::uint32_t place = 0; place < plan_.order.size(); ++place) {
      const auto slot = static_cast<std::uint32_t>(place * plan_.artifacts() + artifact);
      if (plan_.blank_expected(slot)) continue;
      if (const auto mark = outcomes_.content(slot)) entries.push_back({*mark, plan_.order[place], slot});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.mark.kind, a.mark.hash, a.mark.extent, a.key) <
             std::tie(b.mark.kind, b.mark.hash, b.mark.extent, b.key);
    });
    odd_dimensions(entries);
    for (std::size_t i = 0; i < entries.size();) {
      std::size_t end = i + 1;
      while (end < entries.size() && entries[end].mark == entries[i].mark) ++end;
      if (end - i > 1) group(std::span(entries).subspan(i, end - i));
      i = end;
    }
  }

 private:
  std::string_view input_of(const Entry& entry) const {
    return inputs_ == nullptr ? std::string_view() : inputs_->values[entry.key];
  }

  // How many different inputs the keys have, as far as the manifest says.
  std::size_t different(std::span<const Entry> group) const {
    if (inputs_ == nullptr) return group.size();
    std::vector<std::string_view> inputs;
    std::size_t unknown = 0;
    for (const Entry& entry : group) {
      if (input_of(entry).empty()) {
        ++unknown;
      } else {
        inputs.push_back(input_of(entry));
      }
    }
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    return inputs.size() + unknown;
  }

  // Each run of keys that follow each other in the manifest.
  void neighbours(std::span<const Entry> group) {
    for (std::size_t start = 0; start < group.size();) {
      std::size_t end = start + 1;
      while (end < group.size() && group[end].key == group[end - 1].key + 1) ++end;
      const auto run = group.subspan(start, end - start);
      if (different(run) >= kStuckKeys) tell(run, "batch.duplicate-text", Severity::kFail, "text");
      start = end;
    }
  }

  void group(std::span<const Entry> group) {
    const std::size_t keys = different(group);
    const std::uint32_t slot = group.front().slot;
    const std::uint32_t extent = group.front().mark.extent;
    if (group.front().mark.kind == ContentKind::kOther) {
      if (keys > 1) tell(group, "batch.duplicate-content", Severity::kWarn, "content");
    } else if (group.front().mark.kind == ContentKind::kVector) {
      const Options& options = plan_.rules_of(slot).options;
      const auto allowed = options.find("allow_duplicates");
      const bool* const flag = allowed == options.end() ? nullptr : std::get_if<bool>(&allowed->second);
      if (keys > 1 && extent >= kLeastVector && (flag == nullptr || !*flag))
        tell(group, "batch.duplicate-vector", Severity::kFail, "vector");
    } else if ((extent >= kLongText && keys >= kLongKeys) ||
               (extent >= kShortText && keys >= kShortKeys && keys * kShortShare >= plan_.order.size())) {
      tell(group, "batch.duplicate-text", Severity::kFail, "text");
    } else if (extent >= kStuckText) {
      neighbours(group);
    }
  }

  // Vectors of another dimension than nine tenths of the batch have.
  void odd_dimensions(std::span<const Entry> entries) {
    std::map<std::uint32_t, std::size_t> dimensions;
    std::size_t vectors = 0;
    for (const Entry& entry : entries) {
      if (entry.mark.kind != ContentKind::kVector) continue;
      ++dimensions[entry.mark.extent];
      ++vectors;
    }
    if (dimensions.size() < 2) return;
    const auto usual = std::max_element(dimensions.begin(), dimensions.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    if (vectors - usual->second > vectors / kOddShare) return;
    for (const Entry& entry : entries) {
      if (entry.mark.kind != ContentKind::kVector || entry.mark.extent == usual->first) continue;
      add(entry, "batch.odd-dimension", Severity::kFail,
          fmt::format("its dimension is {}, and that of {} of {} vectors is {}", entry.mark.extent, usual->second,
                      vectors, usual->first),
          static_cast<std::int64_t>(entry.mark.extent));
    }
  }

  void tell(std::span<const Entry> group, std::string_view code, Severity usual, std::string_view what) {
    std::string names;
    for (std::size_t i = 0; i < group.size() && i < kNamed; ++i) {
      names += (i == 0 ? "" : ", ") + quote(plan_.manifest->keys[group[i].key], 60);
    }
    if (group.size() > kNamed) names += ", ...";
    const std::string message = fmt::format("{} keys have the same {}: {}", group.size(), what, names);
    for (const Entry& entry : group) add(entry, code, usual, message, static_cast<std::int64_t>(group.size()));
  }

  void add(const Entry& entry, std::string_view code, Severity usual, std::string message, std::int64_t measured) {
    KeyFinding found;
    found.place = entry.slot / static_cast<std::uint32_t>(plan_.artifacts());
    found.finding.code = code;
    found.finding.usual = usual;
    found.finding.severity = decide_severity(code, usual, "batch", plan_.rules_of(entry.slot), false);
    found.finding.message = std::move(message);
    found.finding.measured = measured;
    findings_.push_back(std::move(found));
  }

  const Plan& plan_;
  const Outcomes& outcomes_;
  std::vector<KeyFinding>& findings_;
  const Column* inputs_;
};

}  // namespace

void compare_contents(const Plan& plan, const Outcomes& outcomes, std::vector<KeyFinding>& findings) {
  Comparison comparison(plan, outcomes, findings);
  for (std::size_t a = 0; a < plan.artifacts(); ++a) comparison.artifact(a);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const KeyFinding& a, const KeyFinding& b) { return a.place < b.place; });
}

void note_pairing(const Plan& plan, std::vector<Finding>& batch_findings) {
  for (const RecordInput& input : plan.records.inputs) {
    if (!input.by_position || input.files.empty()) continue;
    Finding finding;
    finding.code = "batch.pairing-unverified";
    finding.usual = finding.severity = Severity::kWarn;
    finding.message = fmt::format(
        "{}: rows belong to keys by their position alone, which nothing here can verify; \"ids_file\" names the file "
        "that says whose each row is",
        quote(input.pattern));
    batch_findings.push_back(std::move(finding));
  }
}

void note_gaps(const Plan& plan, std::vector<Finding>& batch_findings) {
  const auto note = [&](std::string_view what, const NumberGap& gap) {
    std::string names;
    for (const std::string& name : gap.absent) names += (names.empty() ? "" : ", ") + quote(name, 60);
    Finding finding;
    finding.code = "batch.number-gap";
    finding.usual = finding.severity = Severity::kWarn;
    finding.message = fmt::format("{} from {} to {} leave out {}: {}{}", what, quote(gap.first, 60),
                                  quote(gap.last, 60), counted(static_cast<std::int64_t>(gap.count), "number"), names,
                                  gap.count > gap.absent.size() ? ", ..." : "");
    batch_findings.push_back(std::move(finding));
  };
  for (const NumberGap& gap : find_gaps(plan.manifest->keys, kNumberedKeys)) note("keys", gap);
  for (const RecordInput& input : plan.records.inputs) {
    std::vector<std::string_view> paths;
    for (const RecordFile& file : input.files) paths.push_back(plan.listing->entries[file.entry].path);
    for (const NumberGap& gap : find_gaps(paths, kNumberedFiles)) note("files", gap);
  }
}

}  // namespace bcheck
