// SPDX-License-Identifier: Apache-2.0
// Names of measures that come out of reports. A Measure's name is a view of static storage; these are kept for as
// long as the program lives, each once.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace bcheck {

// More different names than all types of all reports have together; a hostile report must not fill the memory.
inline constexpr std::size_t kMostNames = 4096;

// Equal names give the same view, also the same address. Nothing if there would be more than kMostNames. `hint` is
// any small number that comes with the same name as a rule, its place among the measures, say. One thread only.
std::optional<std::string_view> intern(std::string_view name, std::size_t hint);

}  // namespace bcheck
