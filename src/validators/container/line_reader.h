// SPDX-License-Identifier: Apache-2.0
// A text, line by line, as views into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

// Lines end with LF or CR LF, and with `cr_ends` also with a lone CR (as in WebVTT).
class LineReader {
 public:
  explicit LineReader(std::string_view text, bool cr_ends = false)
      : text_(text), cr_ends_(cr_ends && text.find('\r') != text.npos) {}

  // The next line without its end. False behind the last; a line end at the very end has no empty line behind it.
  bool next(std::string_view& line) {
    if (at_ >= text_.size()) return false;
    ++number_;
    std::size_t end = cr_ends_ ? text_.find_first_of("\r\n", at_) : text_.find('\n', at_);
    ended_ = end != text_.npos;
    if (!ended_) end = text_.size();
    line = text_.substr(at_, end - at_);
    at_ = end + 1;
    if (ended_ && text_[end] == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return true;
  }

  std::uint64_t number() const { return number_; }  // of the line that was read last, from 1
  bool ended() const { return ended_; }             // it has a line end; only the last may have none

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  bool ended_ = false;
  bool cr_ends_;
};

}  // namespace bcheck
