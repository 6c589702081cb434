// SPDX-License-Identifier: Apache-2.0
// Foreign text in XML 1.0, which cannot hold most control characters, not even as references.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// For content and for attributes in double quotes: `& < > "` and TAB, LF, CR become references; bytes that are no
// UTF-8 and code points outside XML's Char become U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace bcheck
