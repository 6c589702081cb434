// SPDX-License-Identifier: Apache-2.0
// Walking the structure of a JSON text of any size and any formatting without building anything: where values begin
// and end. Brackets and strings are followed; whether what stands between them is JSON, a parser says of the parts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "report/block_file.h"

namespace bcheck {

// The bytes [begin, end) of a file or text.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Nesting deeper than any report's, and far less than what hurts a parser.
inline constexpr std::size_t kMostDepth = 200;

class ReportScanner {
 public:
  // `text` and `file` outlive the scanner. A file is read through one block at a time.
  explicit ReportScanner(std::string_view text);
  ReportScanner(const BlockFile& file, Span part);

  // The next byte that is no white space, without passing it; NUL, which is no JSON, at the end.
  char peek();
  // Passes the next byte that is no white space if it is `wanted`.
  bool take(char wanted);

  // Passes one value. False if it is none, is cut off, closes what it did not open or nests too deep: problem() says
  // so.
  bool skip(Span& where);
  // The same for a value of at most `most` bytes, and hands out its bytes: valid until the scanner is used again.
  bool value(Span& where, std::string_view& bytes, std::size_t most);

  // Passes the name of a member and the colon behind it. Escapes in the name are as they stand.
  bool name(std::string_view& name);

  std::uint64_t offset() const { return base_ + static_cast<std::uint64_t>(at_ - begin_); }
  const std::string& problem() const { return problem_; }

 private:
  bool more();  // at least one byte more in the window; false at the end of the part
  bool fail(std::string problem);
  bool pass_value();
  bool pass_nested();
  bool pass_string();
  bool pass_scalar();

  const BlockFile* file_ = nullptr;
  std::uint64_t part_end_ = 0;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;

  // The window: bytes [begin_, end_) stand at base_ of the file.
  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t base_ = 0;

  bool keeping_ = false;    // a value is being kept from kept_ on
  std::uint64_t kept_ = 0;  // offset of its first byte
  std::size_t most_ = 0;
  std::array<char, kMostDepth> open_{};
  std::string problem_;
};

}  // namespace bcheck
