// SPDX-License-Identifier: Apache-2.0
#include "run/batch_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "run/content_groups.h"
#include "run/numbering.h"

namespace bcheck {
namespace {

constexpr std::size_t kNumberedKeys = 20;
constexpr std::size_t kNumberedFiles = 3;

}  // namespace

void compare_contents(const Plan& plan, const Outcomes& outcomes, std::vector<KeyFinding>& findings) {
  const std::vector<std::string_view>& keys = plan.manifest->keys;
  ComparedBatch batch{keys.size()};
  if (const Column* const inputs = plan.input_hashes; inputs != nullptr) {
    batch.input = [inputs](const ComparedProduct& product) { return inputs->values[product.key]; };
  }
  std::vector<ComparedProduct> products;
  for (std::size_t a = 0; a < plan.artifacts(); ++a) {
    products.clear();
    for (std::uint32_t place = 0; place < plan.order.size(); ++place) {
      const auto slot = static_cast<std::uint32_t>(place * plan.artifacts() + a);
      if (plan.blank_expected(slot)) continue;
      const auto mark = outcomes.content(slot);
      if (mark) products.push_back({{mark->hash, 0}, mark->extent, mark->kind, plan.order[place], place});
    }
    const ArtifactRules& rules = plan.rules.artifacts[a];
    for (const ContentGroup& group : compare_products(std::move(products), rules, batch)) {
      std::vector<std::string_view> names;
      for (std::size_t i = 0; i < std::min(group.places.size(), kNamedOfGroup); ++i) {
        names.push_back(keys[plan.order[group.places[i]]]);
      }
      const Finding finding = finding_of(group, sentence(group, names), rules);
      for (const std::uint32_t place : group.places) findings.push_back({place, finding});
    }
  }
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
        quote(name_of(input, *plan.listing)));
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
