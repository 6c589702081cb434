// SPDX-License-Identifier: Apache-2.0
// The members of a JSON object by name, with checked types. Every function that finds something wrong says so in
// `problem` and answers false; callers put the place in front (within()).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fast.h"
#include "bcheck/measure.h"

namespace bcheck {

using Json = simdjson::dom::element;

// Puts "PLACE: " before the problem, on the way out; false.
bool within(std::string_view place, std::string& problem);

// A whole number from 0 to 2^63 - 1; 3.0 is one too, as for JSON Schema.
std::optional<std::int64_t> count_of(Json value);

// A number or a word; the strings "inf", "-inf" and "nan" are the numbers that JSON has no form for.
// False if it is something else.
bool read_scalar(Json value, Scalar& out);

// 64 lower-case hexadecimal digits, as a SHA-256 is written.
bool is_digest(std::string_view text);

// At most 24 members are known of any object. Unknown ones are passed over: later writers may have more to say. A
// known one that stands twice is refused, since readers would disagree about which holds.
class Members {
 public:
  // False if `value` is no object or repeats a known member.
  template <std::size_t N>
  bool sort(Json value, const std::array<std::string_view, N>& names, std::string& problem) {
    static_assert(N <= 24);
    return sort(value, names.data(), N, problem);
  }

  bool has(std::size_t which) const { return there_ >> which & 1; }
  Json operator[](std::size_t which) const { return values_[which]; }

  // The value of a member that must be there.
  bool text(std::size_t which, std::string& out, std::string& problem) const;
  bool count(std::size_t which, std::int64_t& out, std::string& problem) const;
  bool digest(std::size_t which, std::string& out, std::string& problem) const;
  bool flag(std::size_t which, bool& out, std::string& problem) const;
  bool object(std::size_t which, simdjson::dom::object& out, std::string& problem) const;
  bool array(std::size_t which, simdjson::dom::array& out, std::string& problem) const;
  // One of the printed words: find = status_of, say.
  template <typename Word>
  bool word(std::size_t which, Word& out, std::optional<Word> (*find)(std::string_view), std::string& problem) const {
    std::string_view name;
    if (!view(which, name, problem)) return false;
    const std::optional<Word> found = find(name);
    if (!found) return unknown(which, name, problem);
    out = *found;
    return true;
  }

  // Raw bytes: the text, or the bytes that NAME_base64 holds where they are no UTF-8; the two must agree.
  bool bytes(std::size_t which, std::size_t base64, std::string& out, std::string& problem) const;

  // "member 'sha256' WHAT"; false.
  bool wrong(std::size_t which, std::string_view what, std::string& problem) const;

 private:
  bool sort(Json value, const std::string_view* names, std::size_t size, std::string& problem);
  bool view(std::size_t which, std::string_view& out, std::string& problem) const;
  bool unknown(std::size_t which, std::string_view word, std::string& problem) const;

  const std::string_view* names_ = nullptr;
  std::array<Json, 24> values_;
  std::uint32_t there_ = 0;
};

}  // namespace bcheck
