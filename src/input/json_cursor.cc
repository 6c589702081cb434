// SPDX-License-Identifier: Apache-2.0
#include "input/json_cursor.h"

#include <algorithm>

namespace bcheck {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool ends_scalar(char c) {
  return is_blank(c) || c == ',' || c == ']' || c == '}' || c == ':';
}

}  // namespace

void JsonCursor::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

void JsonCursor::skip_string() {
  if (at_ < text_.size()) ++at_;
  while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
  at_ = std::min(at_ + 1, text_.size());
}

char JsonCursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

void JsonCursor::enter() {
  if (peek() != '\0') ++at_;
}

bool JsonCursor::next() {
  const char c = peek();
  if (c == ',') {
    ++at_;
    return true;
  }
  if (c == ']' || c == '}') {
    ++at_;
    return false;
  }
  return c != '\0';  // the first member or element
}

std::string_view JsonCursor::name() {
  const std::string_view raw = string();
  if (peek() == ':') ++at_;
  return raw;
}

std::string_view JsonCursor::string() {
  skip_blanks();
  const std::size_t start = at_;
  skip_string();
  const std::string_view whole = text_.substr(start, at_ - start);
  return whole.size() < 2 ? std::string_view() : whole.substr(1, whole.size() - 2);
}

std::string_view JsonCursor::value() {
  skip_blanks();
  const std::size_t start = at_;
  std::size_t depth = 0;
  do {
    const char c = peek();
    if (c == '\0') break;
    if (c == '"') {
      skip_string();
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
    } else if (c == '}' || c == ']') {
      if (depth == 0) break;
      --depth;
      ++at_;
    } else if (c == ',' || c == ':') {
      ++at_;
    } else {
      while (at_ < text_.size() && !ends_scalar(text_[at_])) ++at_;
    }
  } while (depth > 0);
  return text_.substr(start, at_ - start);
}

std::uint64_t JsonCursor::line() {
  skip_blanks();
  line_ += static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  counted_ = at_;
  return line_;
}

}  // namespace bcheck
