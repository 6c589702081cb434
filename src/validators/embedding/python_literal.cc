// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/python_literal.h"

#include <fmt/format.h>

#include <optional>

#include "base/checked.h"
#include "base/text.h"

namespace bcheck {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  tl::expected<ParsedLiteral, std::string> document() {
    ParsedLiteral parsed;
    skip_blanks();
    if (value(parsed.value, 0)) {
      skip_blanks();
      if (at_ < text_.size()) fail(fmt::format("{} behind the literal", quote(text_.substr(at_), 20)));
    }
    if (!error_.empty()) return tl::unexpected(std::move(error_));
    parsed.python2 = python2_;
    return parsed;
  }

 private:
  using Kind = PythonLiteral::Kind;

  bool fail(std::string_view why) {
    if (error_.empty()) error_ = fmt::format("{} at byte {}", why, at_);
    return false;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        if (at_ == text_.size()) return;
      } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') {
        return;
      }
    }
  }

  bool value(PythonLiteral& out, int depth) {
    if (depth >= kMostDepth) return fail(fmt::format("nested deeper than {}", kMostDepth));
    const char c = peek();
    switch (c) {
      case '{': return dict(out, depth);
      case '(': return sequence(out, Kind::kTuple, ')', depth);
      case '[': return sequence(out, Kind::kList, ']', depth);
      case '\'':
      case '"': return string(out);
      default: break;
    }
    if (is_digit(c) || c == '-' || c == '+') return integer(out);
    return word(out);
  }

  bool word(PythonLiteral& out) {
    if (at_ == text_.size()) return fail("the text ends where a value should be");
    std::size_t end = at_;
    while (end < text_.size() && is_name(text_[end])) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    if ((name == "u" || name == "U") && end < text_.size() && (text_[end] == '\'' || text_[end] == '"')) {
      at_ = end;  // the prefix of text in Python 2
      return string(out);
    }
    if (name == "True" || name == "False") {
      out.kind = Kind::kBool;
      out.boolean = name == "True";
    } else if (name == "None") {
      out.kind = Kind::kNone;
    } else {
      return fail(fmt::format("{} is no literal", quote(text_.substr(at_, name.empty() ? 1 : name.size()), 40)));
    }
    at_ = end;
    return true;
  }

  bool integer(PythonLiteral& out) {
    out.kind = Kind::kInt;
    if (peek() == '-' || peek() == '+') out.negative = text_[at_++] == '-';
    if (!is_digit(peek())) return fail("a sign without a number");
    unsigned base = 10;
    const std::size_t start = at_;
    if (peek() == '0' && at_ + 1 < text_.size()) {
      const char mark = text_[at_ + 1];
      base = mark == 'x' || mark == 'X' ? 16 : mark == 'o' || mark == 'O' ? 8 : mark == 'b' || mark == 'B' ? 2 : 10;
      if (base != 10) at_ += 2;
    }
    bool digits = false;
    for (bool after_digit = base != 10;; ++at_) {  // "_" may stand between digits, and behind the mark of the base
      if (peek() == '_' && after_digit) {
        after_digit = false;
        continue;
      }
      const int digit = digit_value(peek());
      if (digit >= static_cast<int>(base)) {
        if (!after_digit || !digits) return fail("a number that is not complete");
        break;
      }
      digits = after_digit = true;
      const auto shifted = checked_multiply(out.value, base);
      const auto sum = shifted ? checked_add(*shifted, static_cast<std::uint64_t>(digit)) : std::nullopt;
      if (sum)
        out.value = *sum;
      else
        out.too_large = true;
    }
    if (base == 10 && text_[start] == '0' && (out.value != 0 || out.too_large))
      return fail("a number with a leading 0");
    if (peek() == 'L' || peek() == 'l') {
      python2_ = true;
      ++at_;
    }
    if (is_name(peek()) || peek() == '.') return fail("a number that is no whole number");
    return true;
  }

  // Strings side by side are one.
  bool string(PythonLiteral& out) {
    out.kind = Kind::kString;
    while (peek() == '\'' || peek() == '"') {
      if (!quoted(out.text)) return false;
      skip_blanks();
    }
    return true;
  }

  bool quoted(std::string& out) {
    const char mark = text_[at_++];
    for (;;) {
      if (at_ == text_.size() || text_[at_] == '\n') return fail("a string without an end");
      const char c = text_[at_++];
      if (c == mark) return true;
      if (c != '\\')
        out.push_back(c);
      else if (!escape(out))
        return false;
    }
  }

  bool escape(std::string& out) {
    const char c = peek();
    const auto place = std::string_view("\\'\"ntr").find(c);
    if (at_ < text_.size() && place != std::string_view::npos) {
      out.push_back("\\'\"\n\t\r"[place]);
      ++at_;
      return true;
    }
    if (c == 'x' && at_ + 2 < text_.size() && digit_value(text_[at_ + 1]) < 16 && digit_value(text_[at_ + 2]) < 16) {
      out.push_back(static_cast<char>(digit_value(text_[at_ + 1]) * 16 + digit_value(text_[at_ + 2])));
      at_ += 3;
      return true;
    }
    return fail("an escape that no header needs");
  }

  // (a) is a, (a,) a tuple of one.
  bool sequence(PythonLiteral& out, Kind kind, char end, int depth) {
    ++at_;
    out.kind = kind;
    bool comma = false;
    for (skip_blanks(); !take(end); skip_blanks()) {
      if (!out.items.empty() && !comma) return fail(fmt::format("',' or '{}' expected", end));
      if (!value(out.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
      comma = take(',');
    }
    if (kind == Kind::kTuple && out.items.size() == 1 && !comma) {
      PythonLiteral only = std::move(out.items.front());
      out = std::move(only);
    }
    return true;
  }

  bool dict(PythonLiteral& out, int depth) {
    ++at_;
    out.kind = Kind::kDict;
    bool comma = false;
    for (skip_blanks(); !take('}'); skip_blanks()) {
      if (!out.items.empty() && !comma) return fail("',' or '}' expected");
      if (!value(out.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
      if (!take(':')) return fail("':' expected");
      skip_blanks();
      if (!value(out.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
      comma = take(',');
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool python2_ = false;
  std::string error_;
};

}  // namespace

tl::expected<ParsedLiteral, std::string> parse_python_literal(std::string_view text) {
  return Parser(text).document();
}

}  // namespace bcheck
