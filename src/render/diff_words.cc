// SPDX-License-Identifier: Apache-2.0
#include "render/diff_words.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "render/drift_text.h"
#include "render/escape.h"

namespace bcheck {
namespace {

constexpr std::array<ChangeHeading, kChangeLists - 1> kHeadings{{
    {list_of(Change::kGone), "gone", "only in the old report", &Palette::bad},
    {list_of(Change::kNew), "new", "only in the new report", &Palette::doubtful},
    {list_of(Change::kInputChanged), "input-changed", "input changed", &Palette::doubtful},
    {list_of(Change::kNewlyBad), "newly-bad", "newly bad", &Palette::bad},
    {list_of(Change::kChanged), "changed", "changed", &Palette::doubtful},
    {list_of(Likeness::kFar), "far", "changed", &Palette::bad},
    {list_of(Likeness::kUnknown), "unknown", "changed, and not to be compared", &Palette::doubtful},
    {list_of(Likeness::kNear), "near", "near", &Palette::doubtful},
    {list_of(Likeness::kSameContent), "same-content", "of the same content", &Palette::good},
    {list_of(Change::kUncompared), "uncompared", "not compared", &Palette::doubtful},
    {list_of(Change::kStillBad), "still-bad", "still bad", &Palette::bad},
    {list_of(Change::kRepaired), "repaired", "repaired", &Palette::good},
}};

std::string digest(const std::string& text) {
  return text.empty() ? "none" : shown(text.substr(0, 12));
}

// "1950 of 2000 keys in both are the same, 7 near"
std::string same_clause(const Difference& difference) {
  const bool all_same_input = difference[Change::kInputChanged] == 0;
  if (!all_same_input && difference.same_input() == 0) return "no key in both has the same input";
  std::string same = fmt::format("{} of {} in both {}are the same", difference[Change::kSame],
                                 counted(difference.same_input(), "key"), all_same_input ? "" : "with the same input ");
  for (const Likeness likeness : {Likeness::kNear, Likeness::kSameContent}) {
    const std::string_view title = likeness == Likeness::kNear ? "near" : "of the same content";
    if (difference.alike(likeness) > 0) same += fmt::format(", {} {}", difference.alike(likeness), title);
  }
  return same;
}

// Whether it is told in front of what is the same, as a part of what differs or may.
bool in_verdict(const ChangeHeading& heading) {
  return heading.list != list_of(Likeness::kNear) && heading.list != list_of(Likeness::kSameContent);
}

}  // namespace

std::span<const ChangeHeading> change_headings() {
  return kHeadings;
}

std::int64_t keys_in(const Difference& difference, std::size_t list) {
  if (list >= kChangeCount) return difference.alike(static_cast<Likeness>(list - kChangeCount));
  return list == list_of(Change::kChanged) && difference.likeness ? 0 : difference.of[list];
}

std::string verdict_sentence(const Difference& difference, const Palette& palette) {
  const std::string same = same_clause(difference);
  const std::int64_t unknown = difference.alike(Likeness::kUnknown);
  if (!difference.differs() && difference[Change::kUncompared] + unknown == 0) {
    const std::string_view word =
        difference[Change::kChanged] > 0 ? "nothing differs by more than the limits" : "nothing differs";
    std::string out = palette.paint(palette.good, word) + ": " + same;
    if (difference[Change::kStillBad] > 0) out += fmt::format(", {} still bad", difference[Change::kStillBad]);
    return out;
  }
  std::string parts;
  for (const ChangeHeading& heading : kHeadings) {
    const std::int64_t keys = keys_in(difference, heading.list);
    if (keys == 0 || !in_verdict(heading)) continue;
    const std::string_view title =
        heading.list == list_of(Likeness::kUnknown) ? "changed and not to be compared" : heading.title;
    parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", keys, title);
  }
  const std::string_view word = difference.differs() ? "differs" : "not all could be compared";
  std::string out = fmt::format("{}: {}; {}", palette.paint(palette.bad, word), parts, same);
  if (difference.statistics && difference.statistics->rate) {
    const std::string rate = pass_rate_clause(*difference.statistics->rate);
    if (!rate.empty()) out += "; " + rate;
  }
  return out;
}

std::string rules_sentence(const Difference& difference) {
  if (difference.comparable()) return {};
  const std::string both =
      fmt::format("the rules differ (sha256 {} and {})", digest(difference.old_rules), digest(difference.new_rules));
  if (difference.forced) return both + ", so the verdicts mean different things; hashes were compared by force";
  return both + ", so the reports are not comparable; --force compares hashes alone";
}

std::vector<ShareLine> share_lines(const Difference& difference) {
  std::vector<ShareLine> out;
  const std::int64_t others = difference[Change::kInputChanged];
  const std::string of_keys = others == 0
                                  ? "of the keys in both"
                                  : fmt::format("of the keys in both without {} of another input", grouped(others));
  const auto consistency = difference.consistency();
  const std::string_view why = difference.common() == 0       ? "no key is in both reports"
                               : difference.same_input() == 0 ? "no key in both has the same input"
                                                              : "hashes were not compared";
  out.push_back({"consistency", consistency, consistency ? "the same, " + of_keys : std::string(why)});
  if (const auto near = difference.near_consistency()) {
    out.push_back({"with near", near, "the same, of the same content or near, " + of_keys});
  }
  if (const auto determinism = difference.determinism()) {
    out.push_back({"determinism", determinism, "the same, of those that pass in both"});
  }
  return out;
}

}  // namespace bcheck
