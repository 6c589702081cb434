// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/json_rows.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "base/text.h"
#include "validators/embedding/number_text.h"

namespace bcheck {
namespace {

constexpr std::string_view kNull = "null";

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// A value as it is shown: of a string what stands between its quotes.
std::string_view value_between(const char* begin, const char* end) {
  const std::string_view value = between(begin, end);
  return value.starts_with('"') ? value.substr(1, value.size() - 2) : value;
}

bool begins_number(char c) {
  return c == '-' || number_text::is_digit(c);
}

// What a value that is no number and no list is.
std::string_view kind_of(char first) {
  switch (first) {
    case '"': return "the string";
    case '{': return "the object";
    case '[': return "the list";
    default: return "the value";
  }
}

}  // namespace

bool JsonRows::record(JsonText& text) {
  if (options_.vector_field.empty() && options_.id_field.empty() && options_.index_field.empty()) return vector(text);
  if (text.peek() == '{') return object(text);
  const char* const start = text.at;
  const char first = text.peek();  // no names in it to look for
  if (!text.skip_value()) return false;
  rows_.no_vector(kind_of(first), value_between(start, text.at));
  return true;
}

// The members that are asked for, wherever they stand; a second one of the same name is refused, since readers
// disagree which of them holds.
bool JsonRows::object(JsonText& text) {
  const char* const start = text.at;
  row_ = rows_.rows();
  bool vector_seen = false, id_seen = false, index_seen = false;
  text.need('{');
  text.blanks();
  bool done = text.take('}');
  while (!done) {
    JsonString name;
    if (!text.name(name)) return false;
    const std::string_view word = name.decoded(name_);
    bool* const seen = word == options_.vector_field  ? &vector_seen
                       : word == options_.id_field    ? &id_seen
                       : word == options_.index_field ? &index_seen
                                                      : nullptr;
    if (seen != nullptr && !word.empty()) {
      if (*seen) return text.fail(fmt::format("the member {} stands twice", quote(word, 60)));
      *seen = true;
      // The row ends with its vector; what else there is of it may stand on both sides.
      if (!(seen == &vector_seen ? vector(text) : seen == &id_seen ? id(text) : place(text))) return false;
    } else if (!text.skip_value()) {
      return false;
    }
    if (!text.next('}', done)) return false;
  }
  if (!vector_seen) rows_.no_vector("an object without the vector:", between(start, text.at));
  if (!id_seen && !options_.id_field.empty()) rows_.no_id(row_, options_.id_field);
  if (!index_seen && !options_.index_field.empty()) rows_.no_id(row_, options_.index_field);
  return true;
}

bool JsonRows::id(JsonText& text) {
  JsonString value;
  const char* const start = text.at;
  if (text.peek() == '"') {
    if (!text.string(value)) return false;
    rows_.id(value.decoded(value_));
    return true;
  }
  const bool number = begins_number(text.peek());
  if (!text.skip_value()) return false;
  if (number) {
    rows_.id(between(start, text.at));  // by its literal token: 7 is "7"
  } else {
    rows_.no_id(row_, options_.id_field);
  }
  return true;
}

bool JsonRows::place(JsonText& text) {
  const char* const start = text.at;
  if (!text.skip_value()) return false;
  std::uint64_t place = 0;
  const auto read = std::from_chars(start, text.at, place);
  if (read.ec == std::errc() && read.ptr == text.at) {
    rows_.place(place);
  } else {
    rows_.no_id(row_, options_.index_field);
  }
  return true;
}

bool JsonRows::vector(JsonText& text) {
  const char first = text.peek();
  if (first == '[' && !options_.base64) return list(text);
  if (first == '"' && options_.base64) {
    JsonString value;
    if (!text.string(value)) return false;
    rows_.put_base64(value.decoded(value_));
    return true;
  }
  return odd_vector(text);
}

bool JsonRows::odd_vector(JsonText& text) {
  const char* const start = text.at;
  const char first = text.peek();
  double value = 0;
  std::string_view token;
  if (text.special(value, token)) {
    if (!options_.scores) {
      rows_.no_vector("the word", token);
    } else {
      rows_.put_special(value, token);
      rows_.end_score();
    }
    return true;
  }
  if (begins_number(first) && options_.scores) {
    if (!read_json_number(text.at, text.end, value)) return text.unexpected("a number");
    rows_.put(value, between(start, text.at));
    rows_.end_score();
    return true;
  }
  if (!text.skip_value()) return false;
  const std::string_view kind = first == '['           ? "a list where base64 is declared,"
                                : begins_number(first) ? "the number"
                                                       : kind_of(first);
  rows_.no_vector(kind, value_between(start, text.at));
  return true;
}

bool JsonRows::list(JsonText& text) {
  ++text.at;
  text.blanks();
  bool done = text.take(']');
  while (!done) {
    if (!element(text)) return false;
    // Most often a comma, and nothing or one blank.
    if (text.take(',')) {
      if (text.at != text.end && static_cast<unsigned char>(*text.at) <= ' ') text.blanks();
    } else if (!text.next(']', done)) {
      return false;
    }
  }
  rows_.end_row();
  return true;
}

bool JsonRows::element(JsonText& text) {
  const char* const start = text.at;
  double value = 0;
  if (begins_number(text.peek())) {
    if (read_json_number(text.at, text.end, value)) {
      rows_.put(value, between(start, text.at));
      return true;
    }
    if (text.at - start > 1) return text.unexpected("a digit");
    text.at = start;
  }
  return foreign_element(text);
}

bool JsonRows::foreign_element(JsonText& text) {
  const char* const start = text.at;
  double value = 0;
  std::string_view token;
  if (text.special(value, token)) {
    rows_.put_special(value, token);
    return true;
  }
  if (text.word(kNull)) {  // NaN, as several servers write it
    rows_.put_special(std::numeric_limits<double>::quiet_NaN(), kNull);
    return true;
  }
  const char first = text.peek();
  if (!text.skip_value()) return false;
  if (first == '[') {
    rows_.nested();
  } else {
    rows_.put_foreign(kind_of(first), value_between(start, text.at));
  }
  return true;
}

}  // namespace bcheck
