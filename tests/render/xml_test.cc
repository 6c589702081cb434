// SPDX-License-Identifier: Apache-2.0
#include "render/xml.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(XmlText, HoldsWhatXmlCanHold) {
  struct {
    std::string_view text, wanted;
  } const cases[]{
      {"", ""},
      {"plain", "plain"},
      {"a & b < c > d \"e\" 'f'", "a &amp; b &lt; c &gt; d &quot;e&quot; 'f'"},
      {"a\tb\nc\rd", "a&#9;b&#10;c&#13;d"},
      {std::string_view("a\0b", 3),
       "a\xEF\xBF\xBD"
       "b"},
      {"\x1b[31m", "\xEF\xBF\xBD[31m"},
      {"\x7f", "\x7f"},  // a character of XML 1.0
      {"\xff", "\xEF\xBF\xBD"},
      {"\xed\xa0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // a surrogate
      {"\xef\xbf\xbe\xef\xbf\xbf", "\xEF\xBF\xBD\xEF\xBF\xBD"},  // U+FFFE, U+FFFF
      {"猫\xf0\x9f\x90\xb1", "猫\xf0\x9f\x90\xb1"},
      {"]]>", "]]&gt;"},
  };
  for (const auto& c : cases) EXPECT_EQ(xml_text(c.text), c.wanted) << c.text;
}

}  // namespace
}  // namespace bcheck
