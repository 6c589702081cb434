// SPDX-License-Identifier: Apache-2.0
// Asking another program: its answer, or nothing, within a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bcheck {

enum class ToolEnd : unsigned char {
  kAnswered,
  kAbsent,   // there is no such program
  kFailed,   // it ended with another code than 0, or wrote more than kMostAnswer
  kTimeout,  // it was killed
};

struct ToolAnswer {
  ToolEnd end = ToolEnd::kAbsent;
  std::string text;  // stdout of one that answered
};

inline constexpr std::size_t kMostAnswer = 16U << 20;

// Found in PATH; reads nothing, and what it says on stderr is dropped. A signal that comes meanwhile ends it too.
ToolAnswer ask_tool(const std::vector<std::string>& words, double seconds);

}  // namespace bcheck
