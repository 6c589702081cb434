// SPDX-License-Identifier: Apache-2.0
#include "run/other_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::uint32_t kNobody = UINT32_MAX;
constexpr std::uint32_t kSeveral = UINT32_MAX - 1;

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Of a path also without its ending. "a.tar.gz" is "a.tar" then; ".hidden" has no ending.
void append_forms(std::string_view path, std::vector<std::string>& forms) {
  forms.push_back(loosened(path));
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && dot > path.size() - last_part(path).size()) {
    forms.push_back(loosened(path.substr(0, dot)));
  }
}

// Forms that say nothing are none; each counts once.
void settle(std::vector<std::string>& forms) {
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  std::erase(forms, std::string());
}

void pair_with(std::uint32_t& partner, std::uint32_t other) {
  if (partner == kNobody) partner = other;
  if (partner != other) partner = kSeveral;
}

}  // namespace

std::string loosened(std::string_view name) {
  std::string out;
  bool in_number = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    const bool digit = c >= '0' && c <= '9';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool kept = digit || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    const bool more_digits = i + 1 < name.size() && name[i + 1] >= '0' && name[i + 1] <= '9';
    if (c == '0' && !in_number && more_digits) continue;
    in_number = digit;
    if (kept) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  if (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

std::vector<OtherName> find_other_names(const std::vector<std::string>& expected, const std::vector<Extra>& extra) {
  std::unordered_map<std::string, std::uint32_t> whose;  // form -> place in `expected`
  std::vector<std::string> forms;
  for (std::uint32_t e = 0; e < expected.size(); ++e) {
    forms.clear();
    append_forms(expected[e], forms);
    settle(forms);
    for (std::string& form : forms) pair_with(whose.try_emplace(std::move(form), kNobody).first->second, e);
  }
  std::vector<std::uint32_t> partner(expected.size(), kNobody);
  for (std::uint32_t x = 0; x < extra.size(); ++x) {
    if (extra[x].temporary) continue;
    forms.clear();
    append_forms(extra[x].record ? extra[x].key : extra[x].path, forms);
    if (!extra[x].record) append_forms(last_part(extra[x].path), forms);
    settle(forms);
    std::uint32_t one = kNobody;
    for (const std::string& form : forms) {
      if (const auto found = whose.find(form); found != whose.end()) pair_with(one, found->second);
    }
    if (one < kSeveral) pair_with(partner[one], x);
  }
  std::vector<OtherName> out;
  for (std::uint32_t e = 0; e < expected.size(); ++e) {
    if (partner[e] >= kSeveral) continue;
    const Extra& found = extra[partner[e]];
    out.push_back({expected[e], found.record ? found.key : found.path});
  }
  return out;
}

void note_other_names(const Plan& plan, Outcomes& outcomes, const std::vector<Extra>& extra,
                      std::vector<Finding>& batch_findings) {
  if (extra.empty()) return;
  std::vector<std::string> expected;
  for (std::uint32_t s = 0; s < plan.slots.size(); ++s) {
    const Slot& slot = plan.slots[s];
    if (!slot.settled || slot.status != Status::kMissing) continue;
    const bool in_records = plan.in_records(s);
    if (in_records && (outcomes.find(s) || outcomes.doubt(s))) continue;
    std::string name;
    if (!in_records) name = expected_path(plan, s).value_or(std::string());
    expected.push_back(name.empty() ? std::string(plan.manifest->keys[plan.key_of(s)]) : std::move(name));
  }
  if (expected.empty()) return;
  const std::vector<OtherName> pairs = find_other_names(expected, extra);
  if (pairs.empty()) return;
  Finding finding;
  finding.code = "batch.other-names";
  finding.usual = finding.severity = Severity::kWarn;
  finding.message =
      pairs.size() == 1
          ? "a product is missing and another is of no key, and their names differ in the spelling alone: "
          : fmt::format(
                "{} products are missing and as many are of no key, and their names differ in the spelling alone: ",
                pairs.size());
  for (std::size_t i = 0; i < std::min(kNamed, pairs.size()); ++i) {
    finding.message += fmt::format("{}{} is wanted, {} is there", i == 0 ? "" : "; ", quote(pairs[i].expected, 60),
                                   quote(pairs[i].found, 60));
  }
  if (pairs.size() > kNamed) finding.message += "; ...";
  batch_findings.push_back(std::move(finding));
}

}  // namespace bcheck
