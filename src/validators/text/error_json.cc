// SPDX-License-Identifier: Apache-2.0
// The error body of a service in the place of the text: one JSON object that says so in the members that services use.
#include <fmt/format.h>

#include "base/json_fast.h"
#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/error_object.h"

namespace bcheck {
namespace {

using Element = simdjson::dom::element;
using Object = simdjson::dom::object;

constexpr std::size_t kLongest = 256 * 1024;  // error bodies are short; a larger document is one that was asked for

}  // namespace

void check_error_json(TextSubject& s) {
  std::string_view body = s.trimmed;
  if (body.starts_with("data:")) body = ascii::trim_blank(body.substr(5));  // an event of a stream
  if (body.size() < 2 || body.size() > kLongest) return;
  const bool list = body.front() == '[' && body.back() == ']';
  if (!list && (body.front() != '{' || body.back() != '}')) return;
  Element root;
  if (s.scratch.json->parse(body).get(root) != simdjson::SUCCESS) return;
  simdjson::dom::array items;
  if (root.get(items) == simdjson::SUCCESS && (items.size() != 1 || items.at(0).get(root) != simdjson::SUCCESS)) return;
  Object object;
  if (root.get(object) != simdjson::SUCCESS || !is_error_object(object)) return;
  s.fault("text.error-json", Severity::kFail,
          fmt::format("the error body of a service and no text: {}", quote(body, 60)));
}

}  // namespace bcheck
