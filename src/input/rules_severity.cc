// SPDX-License-Identifier: Apache-2.0
// "allow", "warn" and "fail": lists of codes and of prefixes such as "text.*".
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "input/rules_parts.h"

namespace bcheck {
namespace {

constexpr std::array<std::pair<std::string_view, Severity>, 3> kLists{
    {{"allow", Severity::kAllowed}, {"warn", Severity::kWarn}, {"fail", Severity::kFail}}};

bool is_prefix(std::string_view pattern) {
  return pattern.ends_with('*');
}

Result<void> check_pattern(std::string_view pattern, const JsonPlace& place, const Words& words) {
  if (pattern.starts_with("run.")) {
    return place.refuse(fmt::format("{} cannot be decided by rules", quote(pattern)),
                        "codes of run say that something could not be checked, and unknown is not pass; the gate's "
                        "max_errors and max_unchecked say how much of that is accepted");
  }
  const std::size_t star = pattern.find('*');
  if (star != std::string_view::npos && star + 1 != pattern.size()) {
    return place.refuse(fmt::format("{} has its * in the middle", quote(pattern)),
                        "a * stands at the end only: \"text.*\"");
  }
  const std::vector<std::string>& codes = words.codes;
  const bool known = star == std::string_view::npos
                         ? std::binary_search(codes.begin(), codes.end(), pattern, std::less<>())
                         : std::any_of(codes.begin(), codes.end(), [&](const std::string& code) {
                             return code.starts_with(pattern.substr(0, star));
                           });
  if (known) return {};
  if (star != std::string_view::npos) {
    return place.refuse(fmt::format("no code begins with {}", quote(pattern.substr(0, star))),
                        "bcheck types lists the codes of each type");
  }
  const std::vector<std::string_view> candidates(codes.begin(), codes.end());
  const std::string_view near = closest(pattern, candidates);
  return place.refuse(
      words.type == kAutomaticType ? fmt::format("unknown code {}", quote(pattern))
                                   : fmt::format("an artifact of type {} has no code {}", words.type, quote(pattern)),
      near.empty() ? "bcheck types lists the codes of each type" : fmt::format("did you mean '{}'?", near));
}

// Shorter prefixes first, whole codes last; equals by their bytes, so that the order in the file means nothing.
bool less_specific(const std::pair<std::string, Severity>& a, const std::pair<std::string, Severity>& b) {
  if (is_prefix(a.first) != is_prefix(b.first)) return is_prefix(a.first);
  if (is_prefix(a.first) && a.first.size() != b.first.size()) return a.first.size() < b.first.size();
  return a.first < b.first;
}

}  // namespace

Result<void> read_severities(const JsonTree& artifact, const JsonPlace& place, const Words& words,
                             std::vector<std::pair<std::string, Severity>>& out) {
  for (const auto& [list, severity] : kLists) {
    const auto found = artifact.find(std::string(list));
    if (found == artifact.end()) continue;
    const JsonPlace at = place.member(list);
    if (!found->is_array()) return at.wrong_kind("a list of codes", *found);
    for (std::size_t i = 0; i < found->size(); ++i) {
      const auto pattern = word((*found)[i]);
      if (!pattern) return at.element(i).wrong_kind("a code", (*found)[i]);
      if (auto good = check_pattern(*pattern, at.element(i), words); !good) return good;
      out.emplace_back(*pattern, severity);
    }
  }
  std::sort(out.begin(), out.end(), less_specific);
  const auto twice =
      std::adjacent_find(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != out.end()) {
    return place.refuse(fmt::format("{} stands twice in \"allow\", \"warn\" and \"fail\"", quote(twice->first)),
                        "each code has one severity");
  }
  return {};
}

}  // namespace bcheck
