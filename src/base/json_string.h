// SPDX-License-Identifier: Apache-2.0
// The characters of a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// Resolves the escapes of what stands between the quotes, and appends. False for a lone surrogate, which is no
// character: the three bytes of it that are appended are no UTF-8, and the rest follows. False also for an escape that
// is none, at which it ends.
bool append_unescaped(std::string& out, std::string_view raw);

// The same into a text of its own.
bool unescape_json(std::string_view raw, std::string& out);

}  // namespace bcheck
