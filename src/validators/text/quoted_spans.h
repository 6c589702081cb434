// SPDX-License-Identifier: Apache-2.0
// Text between back quotes: `code` and fenced blocks, in which people name tokens and escapes on purpose.
//
// As in CommonMark 6.1: a run of n back quotes is closed by the next run of exactly n (all runs of 32 and more count
// as equal). Without a partner it is a character like any other, since a leaked token after a fence that was never
// closed must still be seen; and runs of one or two do not reach over an empty line.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace bcheck {

// Reused from text to text; linear in the text.
class QuotedSpans {
 public:
  void find(std::string_view text);
  bool contains(std::size_t at) const;
  std::size_t bytes() const;  // in all spans

 private:
  struct Run {
    std::size_t at;
    std::size_t length;
    std::size_t next;  // index of the next run of the same length; runs_.size() if there is none
  };
  std::vector<Run> runs_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;  // [first, end), ascending
};

}  // namespace bcheck
