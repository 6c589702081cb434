// SPDX-License-Identifier: Apache-2.0
#include "sources/json_walk.h"

#include <array>
#include <bit>
#include <cstring>

#include "base/json_string.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

// Marks bytes that are zero; the lowest mark is exact, those above it may be false.
constexpr std::uint64_t zeros(std::uint64_t word) {
  return (word - kOnes) & ~word & kHighs;
}

// The first quote, backslash or control character from `at` on; the end of the text if there is none.
std::size_t string_stop(std::string_view text, std::size_t at) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + 8 <= text.size(); at += 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + at, 8);
      const std::uint64_t found =
          zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\')) | zeros(word & (kOnes * 0xE0));
      if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
  }
  for (; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c == '"' || c == '\\' || c < 0x20) return at;
  }
  return at;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

JsonWalk::JsonWalk(const RecordPlaces& places) : places_(places), spans_(places.fields()), met_(places.nodes()) {}

JsonWalk::End JsonWalk::object(std::string_view text, std::size_t at) {
  text_ = text;
  at_ = at;
  nonfinite_ = std::string_view::npos;
  end_ = End::kWhole;
  spans_.assign(spans_.size(), Span());
  met_.assign(met_.size(), false);
  if (!value(0, 0)) return end_;
  return End::kWhole;
}

bool JsonWalk::torn() {
  end_ = End::kTorn;
  at_ = text_.size();
  return false;
}

bool JsonWalk::syntax() {
  if (at_ >= text_.size()) return torn();
  end_ = End::kSyntax;
  return false;
}

void JsonWalk::blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
    ++at_;
  }
}

bool JsonWalk::value(std::int32_t node, int depth) {
  if (at_ >= text_.size()) return torn();
  if (depth > kDeepestRecord) return syntax();
  const std::int32_t field = node == RecordPlaces::kNone ? RecordPlaces::kNone : places_.node(node).field;
  const bool wanted = field != RecordPlaces::kNone;
  const std::size_t start = at_;
  const std::size_t nonfinite_before = nonfinite_;
  if (wanted) nonfinite_ = std::string_view::npos;
  FieldKind kind = FieldKind::kAbsent;
  bool escaped = false;
  switch (text_[at_]) {
    case '{':
      kind = FieldKind::kObject;
      if (!members(node, depth)) return false;
      break;
    case '[':
      kind = FieldKind::kArray;
      if (!(wanted && places_.node(node).children.empty() && flat_array()) && !elements(node, depth)) return false;
      break;
    case '"':
      kind = FieldKind::kString;
      if (!string(escaped)) return false;
      break;
    case 't':
    case 'f':
      kind = FieldKind::kFlag;
      if (!literal()) return false;
      break;
    case 'n':
      kind = FieldKind::kNull;
      if (!literal()) return false;
      break;
    default:
      kind = FieldKind::kNumber;
      if (!number()) return false;
  }
  if (!wanted || (depth > 0 && !is_ended())) return true;
  Span& span = spans_[static_cast<std::size_t>(field)];
  const bool nonfinite = nonfinite_ != std::string_view::npos;
  nonfinite_ = nonfinite_before;
  if (span.kind != FieldKind::kAbsent) return true;
  std::string_view raw = text_.substr(start, at_ - start);
  if (kind == FieldKind::kString) raw = raw.substr(1, raw.size() - 2);
  span = {kind, raw, escaped, span.repeated, nonfinite};
  return true;
}

// Whether a value stands here as a whole: what follows belongs to what it lies in, or the text is at its end.
bool JsonWalk::is_ended() const {
  const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
  return next == std::string_view::npos || text_[next] == ',' || text_[next] == '}' || text_[next] == ']';
}

// Names are compared by what they mean.
std::int32_t JsonWalk::child(std::int32_t node, std::string_view raw, bool escaped) {
  if (!escaped) return places_.child(node, raw);
  return unescape_json(raw, name_) ? places_.child(node, name_) : RecordPlaces::kNone;
}

void JsonWalk::repeat(std::int32_t node) {
  const RecordPlaces::Node& again = places_.node(node);
  if (again.field != RecordPlaces::kNone) spans_[static_cast<std::size_t>(again.field)].repeated = true;
  for (const std::int32_t below : again.children) repeat(below);
}

bool JsonWalk::members(std::int32_t node, int depth) {
  ++at_;
  blanks();
  if (at_ < text_.size() && text_[at_] == '}') {
    ++at_;
    return true;
  }
  const bool looked_at = node != RecordPlaces::kNone && !places_.node(node).children.empty();
  while (true) {
    if (at_ >= text_.size()) return torn();
    if (text_[at_] != '"') return syntax();
    const std::size_t start = at_ + 1;
    bool escaped = false;
    if (!string(escaped)) return false;
    std::int32_t member = RecordPlaces::kNone;
    if (looked_at) member = child(node, text_.substr(start, at_ - start - 1), escaped);
    if (member != RecordPlaces::kNone) {
      if (met_[static_cast<std::size_t>(member)]) repeat(member);
      met_[static_cast<std::size_t>(member)] = true;
    }
    blanks();
    if (at_ >= text_.size() || text_[at_] != ':') return syntax();
    ++at_;
    blanks();
    if (!value(member, depth + 1)) return false;
    blanks();
    if (at_ >= text_.size()) return torn();
    if (text_[at_] == '}') {
      ++at_;
      return true;
    }
    if (text_[at_] != ',') return syntax();
    ++at_;
    blanks();
  }
}

bool JsonWalk::elements(std::int32_t node, int depth) {
  ++at_;
  blanks();
  if (at_ < text_.size() && text_[at_] == ']') {
    ++at_;
    return true;
  }
  const bool looked_at = node != RecordPlaces::kNone && !places_.node(node).children.empty();
  for (std::size_t index = 0;; ++index) {
    const std::int32_t element = looked_at ? places_.child(node, std::to_string(index)) : RecordPlaces::kNone;
    if (!value(element, depth + 1)) return false;
    blanks();
    if (at_ >= text_.size()) return torn();
    if (text_[at_] == ']') {
      ++at_;
      return true;
    }
    if (text_[at_] != ',') return syntax();
    ++at_;
    blanks();
  }
}

// An array in which nothing nests and no string stands. Not passed if it is none.
bool JsonWalk::flat_array() {
  const std::string_view rest = text_.substr(at_);
  const std::size_t end = rest.find(']');
  if (end == std::string_view::npos) return false;
  const std::string_view inside = rest.substr(1, end - 1);
  for (const char opener : {'"', '[', '{'}) {
    if (inside.find(opener) != std::string_view::npos) return false;
  }
  at_ += end + 1;
  return true;
}

bool JsonWalk::string(bool& escaped) {
  ++at_;
  while (true) {
    at_ = string_stop(text_, at_);
    if (at_ >= text_.size()) return torn();
    const char c = text_[at_];
    if (c == '"') {
      ++at_;
      return true;
    }
    if (c != '\\') return syntax();  // a control character
    escaped = true;
    if (!escape()) return false;
  }
}

bool JsonWalk::escape() {
  ++at_;
  if (at_ >= text_.size()) return torn();
  switch (text_[at_]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': ++at_; return true;
    case 'u': break;
    default: return syntax();
  }
  ++at_;
  for (int i = 0; i < 4; ++i, ++at_) {
    if (at_ >= text_.size() || !is_hex(text_[at_])) return syntax();
  }
  return true;
}

bool JsonWalk::number() {
  const std::size_t start = at_;
  const auto digits = [this] {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > first;
  };
  if (text_[at_] == '-') ++at_;
  if (at_ >= text_.size()) return torn();
  if (text_[at_] == 'I' || (text_[at_] == 'N' && at_ == start)) {
    if (nonfinite_ == std::string_view::npos) nonfinite_ = start;
    return literal();
  }
  if (text_[at_] == '0') {
    ++at_;
  } else if (!digits()) {
    return syntax();
  }
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    if (!digits()) return syntax();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    ++at_;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (!digits()) return syntax();
  }
  // Within an object something stands behind every number; what ends with the text may have had more digits.
  return at_ < text_.size() || torn();
}

bool JsonWalk::literal() {
  static constexpr std::array<std::string_view, 5> kWords{"true", "false", "null", "NaN", "Infinity"};
  const std::string_view rest = text_.substr(at_);
  for (const std::string_view word : kWords) {
    if (rest.starts_with(word)) {
      at_ += word.size();
      return true;
    }
    if (word.starts_with(rest)) return torn();
  }
  return syntax();
}

}  // namespace bcheck
