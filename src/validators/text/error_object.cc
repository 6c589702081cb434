// SPDX-License-Identifier: Apache-2.0
#include "validators/text/error_object.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "validators/text/ascii.h"
#include "validators/text/error_phrases.h"

namespace bcheck {
namespace {

using Element = simdjson::dom::element;
using Object = simdjson::dom::object;
using Type = simdjson::dom::element_type;

constexpr std::string_view kErrors[]{"error", "errors", "traceback"};
constexpr std::string_view kStatuses[]{"status",     "statuscode", "status_code", "code", "http_status",
                                       "httpstatus", "error_code", "errorcode",   "error"};
constexpr std::string_view kMessages[]{
    "message", "msg", "detail", "details", "error_message", "error_msg", "error_description", "errormessage"};
// What may stand beside a message without making the object anything else.
constexpr std::string_view kEnvelope[]{"code",    "request_id", "requestid", "trace_id",
                                       "traceid", "timestamp",  "path",      "documentation_url"};

// What names the sample that the error is of.
constexpr std::string_view kNames[]{"id", "key", "custom_id", "sample_id", "index", "object", "type"};

template <std::size_t N>
bool one_of(const std::string_view (&list)[N], std::string_view key) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view w) { return ascii::equals_folded(key, w); });
}

bool holds_something(const Element& value) {
  switch (value.type()) {
    case Type::STRING: return !value.get_string().value_unsafe().empty();
    case Type::OBJECT: return value.get_object().value_unsafe().size() > 0;
    case Type::ARRAY: return value.get_array().value_unsafe().size() > 0;
    default: return false;  // {"error": 0.031} is a result
  }
}

std::optional<std::string_view> string_of(const Element& value) {
  if (value.type() != Type::STRING) return std::nullopt;
  return value.get_string().value_unsafe();
}

bool is_status(const Element& value) {
  if (const auto word = string_of(value)) {
    std::size_t length = 0;
    const int number = ascii::leading_number(*word, length);
    return (length == word->size() && is_error_status(number)) || ascii::equals_folded(*word, "error") ||
           ascii::equals_folded(*word, "failed") || ascii::equals_folded(*word, "failure") ||
           ascii::equals_folded(*word, "fail");
  }
  std::int64_t number = 0;
  return value.get(number) == simdjson::SUCCESS && number >= 400 && number <= 599;
}

bool says_no(const Element& value) {
  bool flag = true;
  return value.get(flag) == simdjson::SUCCESS && !flag;
}

bool is_nothing(const Element& value) {
  switch (value.type()) {
    case Type::NULL_VALUE: return true;
    case Type::BOOL: return says_no(value);
    case Type::INT64:
    case Type::UINT64:
    case Type::DOUBLE: return false;
    default: return !holds_something(value);
  }
}

}  // namespace

bool is_error_object(const Object& object) {
  bool status = false;
  bool message = false;
  bool only_message = true;
  for (const auto& [key, value] : object) {
    if (one_of(kErrors, key) && holds_something(value)) return true;
    if (ascii::equals_folded(key, "object") && string_of(value) == "error") return true;
    if ((key == "success" || key == "ok") && says_no(value)) return true;
    const bool is_message = one_of(kMessages, key) && holds_something(value);
    message |= is_message;
    status |= one_of(kStatuses, key) && is_status(value);
    only_message &= is_message || one_of(kEnvelope, key);
  }
  return message && (status || only_message);
}

bool is_nothing_but_an_error(const Object& object) {
  bool status = false;
  bool message = false;
  bool error = false;
  for (const auto& [key, value] : object) {
    const bool flag = key == "success" || key == "ok";
    const bool is_error = one_of(kErrors, key) && holds_something(value);
    const bool is_message = one_of(kMessages, key) && holds_something(value);
    error |=
        is_error || (flag && says_no(value)) || (ascii::equals_folded(key, "object") && string_of(value) == "error");
    message |= is_message;
    status |= one_of(kStatuses, key) && is_status(value);
    if (!is_error && !is_message && !flag && !one_of(kStatuses, key) && !one_of(kEnvelope, key) &&
        !one_of(kNames, key) && !is_nothing(value)) {
      return false;
    }
  }
  return error || (message && status);
}

}  // namespace bcheck
