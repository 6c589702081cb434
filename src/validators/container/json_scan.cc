// SPDX-License-Identifier: Apache-2.0
#include "validators/container/json_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/text.h"

namespace bcheck {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The eight bytes hold none that ends or escapes a string: no control character, quote or backslash. Each test sets
// the top bit of a byte that it finds (Bit Twiddling Hacks, "Determine if a word has a byte less than n"); bytes
// above 0x7f are masked out, they are parts of UTF-8.
bool is_plain(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;
  const auto below = [](std::uint64_t w, std::uint64_t n) { return w - kOnes * n; };
  const std::uint64_t quote = word ^ kOnes * '"', backslash = word ^ kOnes * '\\';
  return ((below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & ~word & kTops) == 0;
}

std::string describe(char c) {
  if (c == '\0') return "a NUL byte";
  return c == '\'' ? "a single quote" : quote(std::string_view(&c, 1));
}

}  // namespace

bool JsonScanner::fail(JsonFault fault, std::size_t offset, std::string message) {
  problem_ = {fault, offset, std::move(message)};
  return false;
}

bool JsonScanner::unexpected(std::string_view wanted) {
  if (at_end()) return fail(JsonFault::kTruncated, at_, fmt::format("the text ends where {} must follow", wanted));
  // A character of several bytes is shown whole.
  const std::size_t length = std::max<std::size_t>(utf8_sequence(text_.substr(at_)), 1);
  const std::string found = length == 1 ? describe(text_[at_]) : quote(text_.substr(at_, length));
  return fail(JsonFault::kSyntax, at_, fmt::format("{} expected, found {}", wanted, found));
}

void JsonScanner::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
    ++at_;
  }
}

bool JsonScanner::open(bool object) {
  if (open_.size() >= kJsonDepthLimit) {
    return fail(JsonFault::kLimit, at_, fmt::format("more than {} levels of nesting", kJsonDepthLimit));
  }
  open_.push_back({object, names_.mark()});
  facts_.depth = std::max(facts_.depth, open_.size());
  ++at_;
  skip_blanks();
  return true;
}

void JsonScanner::close() {
  if (open_.back().object) names_.finish(open_.back().names);
  open_.pop_back();
  ++at_;
}

bool JsonScanner::member_name() {
  if (peek() != '"') return unexpected("a member's name in double quotes");
  const std::size_t start = at_ + 1;
  if (!string()) return false;
  const std::string_view name = names_.add(text_.substr(start, at_ - 1 - start), escaped_);
  if (open_.size() == 1) {
    for (std::size_t i = 0; i < required_.size(); ++i) {
      if (required_[i] == name) found_[i] = true;
    }
  }
  skip_blanks();
  if (peek() != ':') return unexpected("a colon");
  ++at_;
  skip_blanks();
  return true;
}

// Everything down to the end of the top-level value: each turn of the outer loop reads the start of a value, the
// inner one what may stand behind it.
bool JsonScanner::values() {
  for (;;) {
    ++facts_.values;
    facts_.items += open_.size() == 1;
    bool inside = false;  // a container was opened that is not empty
    switch (peek()) {
      case '{':
        if (!open(true)) return false;
        inside = peek() != '}';
        if (!inside)
          close();
        else if (!member_name())
          return false;
        break;
      case '[':
        if (!open(false)) return false;
        inside = peek() != ']';
        if (!inside) close();
        break;
      case '"':
        if (!string()) return false;
        break;
      case 't':
        if (!literal("true")) return false;
        break;
      case 'f':
        if (!literal("false")) return false;
        break;
      case 'n':
        if (!literal("null")) return false;
        break;
      default:
        if (!number()) return false;
    }
    while (!inside) {
      if (open_.empty()) return true;
      skip_blanks();
      const bool object = open_.back().object;
      const char c = peek();
      if (c == ',') {
        ++at_;
        skip_blanks();
        if (object && !member_name()) return false;
        inside = true;
      } else if (!at_end() && c == (object ? '}' : ']')) {
        close();
      } else {
        return unexpected(object ? "a comma or a closing brace" : "a comma or a closing bracket");
      }
    }
  }
}

bool JsonScanner::literal(std::string_view word) {
  const std::string_view rest = text_.substr(at_, word.size());
  if (rest == word) {
    at_ += word.size();
    return true;
  }
  const auto differs =
      static_cast<std::size_t>(std::mismatch(rest.begin(), rest.end(), word.begin()).first - rest.begin());
  at_ += differs;
  return unexpected(fmt::format("the rest of {}", word));
}

bool JsonScanner::number() {
  const std::size_t start = at_;
  for (const std::string_view word : {"NaN", "Infinity", "-Infinity", "-NaN"}) {
    if (peek() == word[0] && text_.substr(at_, word.size()) == word) {
      return fail(JsonFault::kSyntax, at_, fmt::format("{} is no number in JSON", word));
    }
  }
  const auto digits = [&] {
    const std::size_t first = at_;
    while (is_digit(peek())) ++at_;
    return at_ - first;
  };
  if (peek() == '-')
    ++at_;
  else if (!is_digit(peek()))
    return unexpected("a value");
  bool simple = true;  // no fraction and no exponent
  std::size_t exponent = 0;
  if (peek() == '0') {
    ++at_;
    if (is_digit(peek())) return fail(JsonFault::kSyntax, at_, "a number begins with 0 and goes on");
  } else if (digits() == 0) {
    return unexpected("a digit");
  }
  if (peek() == '.') {
    simple = false;
    ++at_;
    if (digits() == 0) return unexpected("a digit");
  }
  if (peek() == 'e' || peek() == 'E') {
    simple = false;
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    exponent = digits();
    if (exponent == 0) return unexpected("a digit");
  }
  // 18 digits fit every integer, and 200 bytes with an exponent of two digits every double.
  const std::size_t length = at_ - start;
  if (simple ? length > 18 : exponent > 2 || length > 200) check_range(text_.substr(start, length));
  return true;
}

void JsonScanner::check_range(std::string_view digits) {
  const char* const end = digits.data() + digits.size();
  const auto whole = [&](auto value) {
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    return error == std::errc() && rest == end;
  };
  if (digits.find_first_of(".eE") == digits.npos) {
    if (whole(std::int64_t{}) || whole(std::uint64_t{})) return;
  } else {
    double value = 0;
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc::result_out_of_range) return;
    // Out of range below is 0, near enough. Above it is where the first digit that counts stands far in front of
    // the decimal point.
    const auto mark = digits.find_first_of("eE");
    const std::string_view mantissa = digits.substr(0, mark);
    std::int64_t exponent = 0;
    if (mark != digits.npos) {
      std::string_view power = digits.substr(mark + 1);
      const bool negative = power.starts_with('-');
      if (negative || power.starts_with('+')) power.remove_prefix(1);
      constexpr std::int64_t kFar = INT64_MAX / 4;
      const auto [stop, overflow] = std::from_chars(power.data(), power.data() + power.size(), exponent);
      if (overflow != std::errc() || exponent > kFar) exponent = kFar;
      if (negative) exponent = -exponent;
    }
    const auto point = std::min(mantissa.find('.'), mantissa.size());
    const auto first = mantissa.find_first_of("123456789");
    if (first == mantissa.npos) return;
    if (static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + exponent <= 0) return;
  }
  if (facts_.out_of_range++ == 0) facts_.first_out_of_range = at_ - digits.size();
}

bool JsonScanner::string() {
  const std::size_t start = at_++;
  const char* const data = text_.data();
  const std::size_t size = text_.size();
  escaped_ = false;
  for (;;) {
    for (std::uint64_t word = 0; at_ + sizeof word <= size; at_ += sizeof word) {
      std::memcpy(&word, data + at_, sizeof word);
      if (!is_plain(word)) break;
    }
    while (at_ < size && data[at_] != '"' && data[at_] != '\\' && static_cast<unsigned char>(data[at_]) >= 0x20) ++at_;
    if (at_ >= size) {
      return fail(JsonFault::kTruncated, at_, fmt::format("the text ends in the string that begins at byte {}", start));
    }
    const char c = data[at_];
    if (c == '"') {
      ++at_;
      return true;
    }
    if (c != '\\') return fail(JsonFault::kSyntax, at_, fmt::format("{} in a string, not escaped", describe(c)));
    escaped_ = true;
    if (!escape()) return false;
  }
}

bool JsonScanner::escape() {
  const std::size_t start = at_++;
  constexpr std::string_view kShort = "\"\\/bfnrt";
  if (!at_end() && kShort.find(peek()) != kShort.npos) {
    ++at_;
    return true;
  }
  if (peek() != 'u') return unexpected("the rest of an escape");
  ++at_;
  return surrogates(start);
}

// Behind "\u". A high surrogate takes the escape behind it along if that is its other half.
bool JsonScanner::surrogates(std::size_t start) {
  const auto hex = [&](unsigned& value) {
    value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek(), letter = static_cast<char>(c | 0x20);
      if (is_digit(c))
        value = value << 4 | static_cast<unsigned>(c - '0');
      else if (letter >= 'a' && letter <= 'f')
        value = value << 4 | static_cast<unsigned>(letter - 'a' + 10);
      else
        return false;
    }
    return true;
  };
  unsigned code = 0, low = 0;
  if (!hex(code)) return unexpected("a hexadecimal digit");
  if (code < 0xd800 || code > 0xdfff) return true;
  if (code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
    const std::size_t second = at_;
    at_ += 2;
    if (!hex(low)) return unexpected("a hexadecimal digit");
    if (low >= 0xdc00 && low <= 0xdfff) return true;
    at_ = second;  // an escape of its own
  }
  if (facts_.lone_surrogates++ == 0) facts_.first_lone_surrogate = start;
  return true;
}

std::optional<JsonProblem> JsonScanner::scan(std::string_view text, std::span<const std::string> required) {
  text_ = text;
  at_ = 0;
  open_.clear();
  names_.clear();
  facts_ = {};
  required_ = required;
  found_.assign(required.size(), false);
  problem_.reset();

  skip_blanks();
  if (at_end()) {
    fail(JsonFault::kEmpty, 0, text.empty() ? "there is no text" : "there is nothing but white space");
    return problem_;
  }
  const char first = peek();
  facts_.top_level = first == '{'                   ? "object"
                     : first == '['                 ? "array"
                     : first == '"'                 ? "string"
                     : first == 'n'                 ? "null"
                     : first == 't' || first == 'f' ? "boolean"
                                                    : "number";
  if (!values()) return problem_;
  skip_blanks();
  if (!at_end()) {
    const std::string_view rest = text_.substr(at_);
    const bool zeros = rest.find_first_not_of('\0') == rest.npos;
    fail(JsonFault::kTrailingData, at_,
         zeros ? fmt::format("{} behind the document", counted(static_cast<std::int64_t>(rest.size()), "NUL byte"))
               : fmt::format("{} behind the document: {}", counted(static_cast<std::int64_t>(rest.size()), "byte"),
                             quote(rest, 40)));
  }
  return problem_;
}

}  // namespace bcheck
