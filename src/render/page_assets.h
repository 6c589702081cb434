// SPDX-License-Identifier: Apache-2.0
// What a page brings along: one style sheet and one script, as they stand between their tags, without any markup.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

extern const std::string_view kPageStyle;  // page_style.cc, of every page

// The script of a page is that of all tables, and behind it its own, which says what is in the table.
extern const std::string_view kPageTable;    // page_table.cc
extern const std::string_view kItemsScript;  // page_script.cc, of `bcheck show`
extern const std::string_view kDiffScript;   // diff_page_script.cc, of `bcheck diff`

inline std::string script_with(std::string_view own) {
  return std::string(kPageTable).append(own);
}

}  // namespace bcheck
