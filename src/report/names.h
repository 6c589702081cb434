// SPDX-License-Identifier: Apache-2.0
// Names of measures that come out of reports. A Measure's name is a view of static storage; these are kept for as
// long as the program lives, each once.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace bcheck {

class Names {
 public:
  explicit Names(std::size_t most) : most_(most) {}
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  // Equal names give the same view, also the same address, valid as long as this object. Nothing if there would be
  // more than `most`. `hint` is a small number that comes with the same name as a rule: its place among the measures.
  std::optional<std::string_view> keep(std::string_view name, std::size_t hint);

 private:
  const std::size_t most_;
  std::set<std::string, std::less<>> names_;         // nodes stay where they are
  std::array<std::string_view, 64> last_seen_ = {};  // by hint: one comparison instead of a search
};

// More different names than all types of all reports have together: a hostile report must not fill the memory.
inline constexpr std::size_t kMostNames = 4096;

// Those of the program, at most kMostNames. For one thread.
Names& program_names();

}  // namespace bcheck
