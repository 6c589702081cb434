// SPDX-License-Identifier: Apache-2.0
#include "report/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace bcheck {

bool within(std::string_view place, std::string& problem) {
  problem = fmt::format("{}: {}", place, problem);
  return false;
}

std::optional<std::int64_t> count_of(Json value) {
  std::int64_t whole = 0;
  if (value.get(whole) == simdjson::SUCCESS) return whole >= 0 ? std::optional(whole) : std::nullopt;
  double real = 0;
  // Above 2^53 a double does not say which whole number was meant.
  if (value.is_double() && value.get(real) == simdjson::SUCCESS && real >= 0 && real <= 9007199254740992.0 &&
      real == std::floor(real)) {
    return static_cast<std::int64_t>(real);
  }
  return std::nullopt;
}

bool is_digest(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool read_scalar(Json value, Scalar& out) {
  using enum simdjson::dom::element_type;
  switch (value.type()) {
    case INT64: out = std::int64_t(value); return true;
    case UINT64:
    case DOUBLE: out = double(value); return true;
    case STRING: break;
    default: return false;
  }
  const std::string_view word(value);
  if (word == "nan") {
    out = std::numeric_limits<double>::quiet_NaN();
  } else if (word == "inf") {
    out = std::numeric_limits<double>::infinity();
  } else if (word == "-inf") {
    out = -std::numeric_limits<double>::infinity();
  } else {
    out = std::string(word);
  }
  return true;
}

bool Members::sort(Json value, const std::string_view* names, std::size_t size, std::string& problem) {
  names_ = names;
  there_ = 0;
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) {
    problem = "an object is expected";
    return false;
  }
  // Most texts keep the order of the names: the next name is tried first.
  std::size_t next = 0;
  for (const auto field : object) {
    for (std::size_t tried = 0; tried < size; ++tried) {
      if (next == size) next = 0;
      const std::size_t which = next++;
      if (field.key != names[which]) continue;
      if (has(which)) return wrong(which, "stands twice", problem);
      there_ |= 1U << which;
      values_[which] = field.value;
      break;
    }
  }
  return true;
}

bool Members::wrong(std::size_t which, std::string_view what, std::string& problem) const {
  problem = fmt::format("member '{}' {}", names_[which], what);
  return false;
}

bool Members::unknown(std::size_t which, std::string_view word, std::string& problem) const {
  return wrong(which, fmt::format("has the unknown value {}", quote(word)), problem);
}

bool Members::view(std::size_t which, std::string_view& out, std::string& problem) const {
  if (!has(which)) return wrong(which, "is missing", problem);
  if (values_[which].get(out) != simdjson::SUCCESS) return wrong(which, "must be a string", problem);
  return true;
}

bool Members::text(std::size_t which, std::string& out, std::string& problem) const {
  std::string_view text;
  if (!view(which, text, problem)) return false;
  out = text;
  return true;
}

bool Members::count(std::size_t which, std::int64_t& out, std::string& problem) const {
  if (!has(which)) return wrong(which, "is missing", problem);
  const std::optional<std::int64_t> number = count_of(values_[which]);
  if (!number) return wrong(which, "must be a whole number, at least 0", problem);
  out = *number;
  return true;
}

bool Members::digest(std::size_t which, std::string& out, std::string& problem) const {
  if (!text(which, out, problem)) return false;
  return is_digest(out) || wrong(which, "must be 64 lower-case hexadecimal digits", problem);
}

bool Members::flag(std::size_t which, bool& out, std::string& problem) const {
  if (!has(which)) return wrong(which, "is missing", problem);
  if (values_[which].get(out) != simdjson::SUCCESS) return wrong(which, "must be true or false", problem);
  return true;
}

bool Members::object(std::size_t which, simdjson::dom::object& out, std::string& problem) const {
  if (!has(which)) return wrong(which, "is missing", problem);
  if (values_[which].get(out) != simdjson::SUCCESS) return wrong(which, "must be an object", problem);
  return true;
}

bool Members::array(std::size_t which, simdjson::dom::array& out, std::string& problem) const {
  if (!has(which)) return wrong(which, "is missing", problem);
  if (values_[which].get(out) != simdjson::SUCCESS) return wrong(which, "must be an array", problem);
  return true;
}

bool Members::bytes(std::size_t which, std::size_t base64, std::string& out, std::string& problem) const {
  std::string_view text;
  if (!view(which, text, problem)) return false;
  out = text;
  if (!has(base64)) return true;
  std::string_view code;
  if (!view(base64, code, problem)) return false;
  std::optional<std::string> raw = from_base64(code);
  if (!raw) return wrong(base64, "is no base64", problem);
  if (lossy_utf8(*raw) != text) {
    return wrong(base64, fmt::format("disagrees with '{}'", names_[which]), problem);
  }
  out = std::move(*raw);
  return true;
}

}  // namespace bcheck
