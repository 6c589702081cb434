// SPDX-License-Identifier: Apache-2.0
#include "base/json_fast.h"

namespace bcheck {

std::string minified_json(std::string_view text) {
  std::string out(text.size(), '\0');
  std::size_t size = 0;
  // A string without an end is refused; it stays as it is.
  if (simdjson::minify(text.data(), text.size(), out.data(), size) != simdjson::SUCCESS) return std::string(text);
  out.resize(size);
  return out;
}

// The library defines its version as bare tokens.
#define BCHECK_QUOTED(x) #x
#define BCHECK_TEXT_OF(x) BCHECK_QUOTED(x)
std::string_view simdjson_version() {
  return BCHECK_TEXT_OF(SIMDJSON_VERSION);
}
#undef BCHECK_TEXT_OF
#undef BCHECK_QUOTED

simdjson::simdjson_result<simdjson::dom::element> FastJson::parse(std::string_view text) {
  // An empty view may have no address, and the library hands it to memcpy.
  return parser_.parse(text.empty() ? "" : text.data(), text.size(), true);
}

}  // namespace bcheck
