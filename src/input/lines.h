// SPDX-License-Identifier: Apache-2.0
// Splitting text into lines that end in LF or CR LF.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // The next line without its end; one CR before the end, or at the end of the text, belongs to it. False at the
  // end of the text, where a last line without an end is a line and nothing after an end is none.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    carriage_return_ = line.ends_with('\r');
    if (carriage_return_) line.remove_suffix(1);
    ++number_;
    return true;
  }

  bool carriage_return() const { return carriage_return_; }  // one was stripped from the line
  std::uint64_t number() const { return number_; }           // of the line, from 1

 private:
  std::string_view rest_;
  std::uint64_t number_ = 0;
  bool carriage_return_ = false;
};

}  // namespace bcheck
