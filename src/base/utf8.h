// SPDX-License-Identifier: Apache-2.0
// Is it UTF-8? A header of its own, since that is asked in many places and by simdjson's, which few want to compile.
#pragma once

#include <string_view>

namespace bcheck {

// Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. At memory speed.
bool is_utf8(std::string_view bytes);

}  // namespace bcheck
