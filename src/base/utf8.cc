// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <simdjson.h>

namespace bcheck {

bool is_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

}  // namespace bcheck
