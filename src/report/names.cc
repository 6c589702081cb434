// SPDX-License-Identifier: Apache-2.0
#include "report/names.h"

namespace bcheck {

std::optional<std::string_view> Names::keep(std::string_view name, std::size_t hint) {
  std::string_view& guess = last_seen_[hint % last_seen_.size()];
  if (guess.data() != nullptr && guess == name) return guess;
  auto at = names_.find(name);
  if (at == names_.end()) {
    if (names_.size() == most_) return std::nullopt;
    at = names_.emplace(name).first;
  }
  return guess = *at;
}

Names& program_names() {
  static Names names(kMostNames);
  return names;
}

}  // namespace bcheck
