// SPDX-License-Identifier: Apache-2.0
// Foreign text in lines for people: it must not end the line, drive the terminal or pass for something else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// A key or path: as it is where that is harmless and no blank, comma or quote makes its ends doubtful, else quote()d.
// Whole, however long.
std::string shown(std::string_view name);

// A sentence: what acts on a display is escaped, quotes and backslashes stay (what was escaped once is not again).
std::string one_line(std::string_view text);

// Columns that UTF-8 text takes, one a code point. Wide and combining characters are not known.
std::size_t columns(std::string_view text);

}  // namespace bcheck
