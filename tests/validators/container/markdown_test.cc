// SPDX-License-Identifier: Apache-2.0
#include "validators/container/markdown.h"

#include <string>

#include "support/check_document.h"

namespace bcheck {
namespace {

using test::codes;

std::string checked(std::string_view text) {
  return codes(test::run_check(*make_markdown_check(), text));
}

TEST(Markdown, Texts) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
  } rows[] = {
      {"prose", "# Title\n\nSome *text* with `code` and [a link](http://x.y).\n", ""},
      {"no line end", "text", ""},
      {"a fence", "```c++\nint a;\n```\n", ""},
      {"tildes around back quotes", "~~~\n```\n~~~\n", ""},
      {"longer around shorter", "````\n```\n````\n", ""},
      {"more at the end", "```\nx\n`````\n", ""},
      {"a code span like a fence", "```code``` and on\n\ntext\n", ""},
      {"a fence in a list", "- a\n  ```\n  x\n  ```\n- b\n", ""},
      {"a fence that ends with its item", "- a\n  ```\n  x\n\ntext\n", ""},
      {"an indented example of a fence", "text\n\n    ```\n    x\n", ""},
      {"a fence in a quote", "> ```\n> x\n\ntext\n", ""},
      {"a table", "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\ntext | with a bar | and more\n", ""},
      {"a table without outer bars", "a | b\n--|--\n1 | 2\n", ""},
      {"escaped bars", "| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| `x \\| y` | z |\n", ""},
      {"bars in code spans", "| a | b |\n|---|---|\n| `x | y` | z |\n", ""},
      {"a link in code", "`[a]()` and\n\n    [b]()\n", ""},
      {"a link in a fence", "```\n[a]()\n```\n", ""},
      {"an escaped link", "\\[a\\]() x\n", ""},
      {"brackets and a call", "a[0]() = f()\n```\n```\n", "file.bad-reference?"},

      {"a fence left open", "text\n```python\nprint(1)\n", "file.truncated?"},
      {"a fence closed by another kind", "```\nx\n~~~\n", "file.truncated?"},
      {"a fence closed too short", "````\nx\n```\n", "file.truncated?"},
      {"cut in a link", "see [the page](http://exa", "file.truncated?"},
      {"a row too long", "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "file.columns?"},
      {"a header of another width", "| a | b | c |\n|---|---|\n| 1 | 2 |\n", "file.columns?"},
      {"a link without address", "[a]()\n", "file.bad-reference?"},
      {"a picture without address", "text ![a]( ) text\n", "file.bad-reference?"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(checked(row.text), row.codes);
  }
}

TEST(Markdown, NeverFails) {
  const std::string text = "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\n[a]()\n\n```\nx\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    EXPECT_FALSE(test::run_check(*make_markdown_check(), text.substr(0, length)).failed()) << length;
  }
}

TEST(Markdown, RaisesWhatItLists) {
  const Observation out = test::run_check(*make_markdown_check(), "| a |\n|---|---|\n\n[a]()\n\n```\n");
  EXPECT_EQ(out.faults.size(), 3u);
  for (const Fault& fault : out.faults) {
    const auto known = markdown_findings();
    EXPECT_TRUE(
        std::any_of(known.begin(), known.end(), [&](const FindingInfo& info) { return info.code == fault.code; }));
  }
}

TEST(Markdown, HostileSizes) {
  for (const std::string unit : {"[](", "![", "`", "|", "```\n", "|--", "- ", "\\"}) {
    std::string text;
    while (text.size() < 1'000'000) text += unit;
    EXPECT_LE(test::run_check(*make_markdown_check(), text).faults.size(), 3u) << unit;
  }
}

}  // namespace
}  // namespace bcheck
