// SPDX-License-Identifier: Apache-2.0
#include "render/page_markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PageMarkup, NothingForeignIsMarkup) {
  const struct {
    std::string_view text, name, sentence, script;
  } cases[]{
      {"plain", "plain", "plain", "\"plain\""},
      {"</script>", "&lt;/script&gt;", "&lt;/script&gt;", R"("\u003c/script\u003e")"},
      {"a&b", "a&amp;b", "a&amp;b", R"("a\u0026b")"},
      {"\" on='x'", "&quot; on='x'", "&quot; on='x'", R"("\" on='x'")"},
      {std::string_view("\0", 1), "\\x00", "\\x00", R"("\\x00")"},
      {"\xFF", "\\xff", "\\xff", R"("\\xff")"},
      {"\xE2\x80\xAE", "\\u{202e}", "\\u{202e}", R"("\\u{202e}")"},
      {"\xE2\x80\xA8", "\\u{2028}", "\\u{2028}", R"("\\u{2028}")"},
      {"a\nb", "a\\nb", "a\\nb", R"("a\\nb")"},
      {"back\\slash", "back\\\\slash", "back\\slash", R"("back\\\\slash")"},
      {"\xC3\xA9", "\xC3\xA9", "\xC3\xA9", "\"\xC3\xA9\""},
      {"", "", "", "\"\""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(html_name(c.text), c.name);
    EXPECT_EQ(html_sentence(c.text), c.sentence);
    std::string script;
    append_script_name(script, c.text);
    EXPECT_EQ(script, c.script);
  }
}

TEST(PageMarkup, TextsKeepTheirLines) {
  EXPECT_EQ(html_excerpt("a<\r\n\nb\x01"), "a&lt;\n\nb\\x01");
  std::string script;
  append_script_excerpt(script, "a<\nb");
  EXPECT_EQ(script, R"("a\u003c\nb")");
  script.clear();
  append_script_sentence(script, "say \"a\\b\"");
  EXPECT_EQ(script, R"("say \"a\\b\"")");
}

TEST(PageMarkup, IsCutBetweenCharacters) {
  EXPECT_EQ(cut("abc", 3), "abc");
  EXPECT_EQ(cut("abcd", 3), "abc...");
  EXPECT_EQ(cut("\xC3\xA9\xC3\xA9", 1), "\xC3\xA9...");
  EXPECT_EQ(cut("\xFF\xFE", 1), "\xFF...");
  EXPECT_EQ(cut("", 0), "");
  EXPECT_EQ(key_on_page(std::string(301, 'k')).size(), 303U);
}

TEST(PageMarkup, AFragmentHoldsNothingButWhatAUrlMayHold) {
  EXPECT_EQ(fragment("a-b_c.7"), "a-b_c.7");
  EXPECT_EQ(fragment("a b&c=d\"<"), "a%20b%26c%3Dd%22%3C");
  EXPECT_EQ(fragment("\xC3\xA9"), "%C3%A9");
  EXPECT_EQ(fragment("\xFF"), "%5Cxff") << "as it is shown";
}

TEST(PageMarkup, Figures) {
  EXPECT_EQ(figure(0), "0");
  EXPECT_EQ(figure(1234567), "1,234,567");
  EXPECT_EQ(figure(-3), "-3");
  EXPECT_EQ(figure(1234.5678), "1234.6");
  EXPECT_EQ(figure(0.000012345), "1.2345e-05");
  EXPECT_EQ(figure(1e300), "1e+300");
}

TEST(PageMarkup, BarsShowTheSmallest) {
  EXPECT_THAT(bar(1, 2, "bad"), HasSubstr(R"(width="500.0")"));
  EXPECT_THAT(bar(0, 2, "bad"), HasSubstr(R"(width="0.0")"));
  EXPECT_THAT(bar(1, 1'000'000, "bad"), HasSubstr(R"(width="6.0")"));
  EXPECT_THAT(bar(0, 0, "bad"), HasSubstr(R"(width="0.0")"));
  const BarPart parts[]{{999'999, "pass"}, {0, "missing"}, {1, "fail"}};
  const std::string stacked = stacked_bar(parts, "a \"b\"");
  EXPECT_THAT(stacked, HasSubstr(R"(<rect class="pass" x="0.0" width="994.0")"));
  EXPECT_THAT(stacked, HasSubstr(R"(<rect class="fail" x="994.0" width="6.0")"));
  EXPECT_THAT(stacked, Not(HasSubstr("missing")));
  EXPECT_THAT(stacked, HasSubstr("aria-label=\"a &quot;b&quot;\""));
  EXPECT_THAT(stacked_bar({}, ""), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace bcheck
