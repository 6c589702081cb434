// SPDX-License-Identifier: Apache-2.0
// The characters of a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// Resolves the escapes of what stands between the quotes. False for a lone surrogate, which is no character, and for an
// escape that is none; `out` then holds what came before.
bool unescape_json(std::string_view raw, std::string& out);

}  // namespace bcheck
