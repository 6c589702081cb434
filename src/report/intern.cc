// SPDX-License-Identifier: Apache-2.0
#include "report/intern.h"

#include <array>
#include <set>
#include <string>

namespace bcheck {

std::optional<std::string_view> intern(std::string_view name, std::size_t hint) {
  static std::set<std::string, std::less<>> names;    // nodes stay where they are
  static std::array<std::string_view, 64> last_seen;  // by hint: one comparison instead of a search
  std::string_view& guess = last_seen[hint % last_seen.size()];
  if (guess.data() != nullptr && guess == name) return guess;
  auto at = names.find(name);
  if (at == names.end()) {
    if (names.size() == kMostNames) return std::nullopt;
    at = names.emplace(name).first;
  }
  return guess = *at;
}

}  // namespace bcheck
