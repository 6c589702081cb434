// SPDX-License-Identifier: Apache-2.0
#include "input/wildcards.h"

#include <cstddef>

namespace bcheck {

bool has_wildcards(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

bool matches_wildcards(std::string_view pattern, std::string_view path) {
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;  // the last one, and what it stands for so far ends at `resume`
  std::size_t resume = 0;
  for (std::size_t i = 0; i < path.size();) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = i;
    } else if (p < pattern.size() && (pattern[p] == path[i] || (pattern[p] == '?' && path[i] != '/'))) {
      ++p;
      ++i;
    } else if (star != std::string_view::npos && path[resume] != '/') {
      i = ++resume;
      p = star + 1;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace bcheck
