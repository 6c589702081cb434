// SPDX-License-Identifier: Apache-2.0
// What a page brings along: one style sheet and one script, as they stand between their tags, without any markup.
#pragma once

#include <string_view>

namespace bcheck {

extern const std::string_view kPageStyle;   // page_style.cc
extern const std::string_view kPageScript;  // page_script.cc

}  // namespace bcheck
