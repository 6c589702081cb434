// SPDX-License-Identifier: Apache-2.0
// Fast reading of JSON by simdjson; base/utf8.h is the other thing that it is used for.
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

namespace bcheck {

// The text without the white space between its tokens. Of what is no JSON, something; the same for the same text.
std::string minified_json(std::string_view text);

std::string_view simdjson_version();  // "3.0.1"

// A parser that is reused from document to document. The answer of parse() points into it and is valid until the
// next call. Documents are copied into its padded buffer, so `text` needs no padding.
class FastJson {
 public:
  // An error for whatever is no JSON document, and also for some that are: integers beyond 64 bits, numbers
  // beyond double, nesting over 1024 levels.
  simdjson::simdjson_result<simdjson::dom::element> parse(std::string_view text);

 private:
  simdjson::dom::parser parser_;
};

}  // namespace bcheck
