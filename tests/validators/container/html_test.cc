// SPDX-License-Identifier: Apache-2.0
// Also tests: html_scan.cc
#include <string>

#include "support/check_document.h"
#include "validators/container/html_scan.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

TEST(Html, Pages) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
  } rows[] = {
      {"a page", "<!DOCTYPE html>\n<html><head><title>t</title></head><body><p>x</body></html>\n", ""},
      {"optional tags left out", "<!doctype html><title>t</title><p>x<p>y<ul><li>z</ul></html>", ""},
      {"upper case", "<HTML><BODY><DIV>x</DIV></BODY></HTML>", ""},
      {"an error page is content", "<html><head><title>502 Bad Gateway</title></head><body>x</body></html>", ""},
      {"a part of a page", "<p>one</p>\n<p>two", ""},
      {"a script with tags", "<html><script>if (a < b) document.write('<div>')</script></html>", ""},
      {"a script in a comment", "<html><script><!-- <script> </script> --></script></html>", ""},
      {"a bare less-than", "<p>1 < 2 and 3 <4</p>", ""},
      {"> in a value", "<html><p title='a > b'>x</p></html>", ""},
      {"value without quotes", "<html><a href=x/y>x</a></html>", ""},
      {"SVG inside", "<html><svg><title/><path d='x'/><![CDATA[ <x ]]></svg></html>", ""},
      {"a picture alone", "<html><body><img src=x></body></html>", ""},
      {"leads elsewhere", "<html><head><meta http-equiv=refresh content='0; url=x'></head></html>", ""},
      {"a mark in front", "\xef\xbb\xbf<html>x</html>", ""},
      {"declared", "<html><meta charset=\"iso-8859-1\">caf\xe9</html>", ""},
      {"declared in an equivalent", "<html><meta http-equiv=x content='text/html; charset=koi8-r'>\xc1</html>", ""},
      {"declares what it is not, and is UTF-8", "<html><meta charset=shift_jis>caf\xc3\xa9</html>", ""},
      {"UTF-16", "\xff\xfe<\0p\0>\0x\0"s, ""},

      {"not closed at all", "<!DOCTYPE html><title>t</title><p>x", "file.truncated?"},
      {"not closed, elements open", "<html><body><table><tr><td>x", "file.truncated"},
      {"in a tag", "<html><body>x<a hre", "file.truncated"},
      {"in a value", "<html><body>x<a href='x", "file.truncated"},
      {"in an end tag", "<html><body>x</bod", "file.truncated"},
      {"in a comment", "<html>x<!-- y -", "file.truncated"},
      {"in a script", "<html>x<script>y", "file.truncated"},
      {"in a title", "<html><title>y</tit", "file.truncated"},
      {"in the doctype", "<!DOCTYPE ht", "file.truncated"},
      {"in a character", "<html>caf\xc3", "file.truncated"},
      {"a part, elements open", "<div><p>x", "file.truncated?"},
      {"never closed, and yet not cut", "<html><body>x<iframe src=y /></body></html>\n", "file.syntax?"},

      {"NUL", "<html>x\0</html>"s, "file.syntax"},
      {"a lost block", "<html>x" + std::string(512, '\0') + "</html>", "artifact.zero-run"},
      {"not UTF-8", "<html>caf\xe9</html>", "file.encoding"},
      {"not what it declares", "<html><meta charset=euc-jp>\xff\xff</html>", "file.encoding"},
      {"plain text", "Not Found", "file.bad-signature"},
      {"blanks", " \n", "file.empty"},
      {"comment alone", "<!-- x -->", "file.empty"},
      {"empty body", "<!DOCTYPE html><html><head><title>t</title></head><body> \n </body></html>", "file.empty"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(codes(check_document("html", row.text)), row.codes);
  }
}

TEST(Html, Measures) {
  const Observation out = check_document("html", "<html><div><p>x<br></div><ul></html>");
  EXPECT_EQ(whole(out, "tags"), 5);
  EXPECT_EQ(whole(out, "unclosed"), 1);
}

TEST(Html, Options) {
  const Options close{{"require_close", OptionValue(true)}};
  EXPECT_EQ(codes(check_document("html", "<!DOCTYPE html><p>x", close)), "file.truncated");
  EXPECT_EQ(codes(check_document("html", "<!DOCTYPE html><p>x</html>", close)), "");
  EXPECT_FALSE(find_type("html")->prepare({{"require_close", OptionValue("yes"s)}}, {}));
}

// Cuts ahead of the first element that needs an end tag, or behind the last, are warned of; from </body> on nothing
// shows. Every other one fails.
TEST(Html, CutAnywhere) {
  const std::string head = "<!DOCTYPE html>\n<html>";
  const std::string text = head +
                           "<body><div class=\"a\"><h1>t</h1><!-- c --><p>caf\xc3\xa9<script>a<b</script></div>"
                           "</body>\n</html>\n";
  const auto cuts = test::cut_everywhere("html", text);
  const std::size_t div = text.find("<div"), behind = text.find("</div>") + 6;
  const std::size_t body_end = text.find("</body>") + 7, html_end = text.find("</html>") + 7;
  std::vector<std::size_t> unseen{body_end, body_end + 1, html_end};
  EXPECT_EQ(cuts.unseen, unseen);
  EXPECT_EQ(cuts.warned, std::vector<std::size_t>{behind});
  EXPECT_GT(div, head.size());
}

TEST(Html, HostileSizes) {
  const struct {
    const char* what;
    std::string unit;
    std::string codes;
  } rows[] = {
      {"open elements", "<div>", "file.empty file.truncated?"},
      {"open comments", "<!--", "file.truncated"},
      {"open tags", "<a ", "file.truncated"},
      {"quotes", "<a b='", "file.truncated"},
      {"less-than", "<", "file.truncated"},
      {"scripts", "<script>", "file.truncated"},
      {"scripts in comments", "<script><!--", "file.truncated"},
      {"dashes", "<!--" + std::string(64, '-') + "-", "file.truncated"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    std::string text;
    while (text.size() < 1'000'000) text += row.unit;
    const Observation out = check_document("html", text);
    EXPECT_TRUE(out.failed());
    for (const Fault& fault : out.faults) EXPECT_LT(fault.message.size(), 300u);
  }
}

TEST(HtmlScan, FindsDeclaredEncodings) {
  const struct {
    std::string text;
    std::string label;
  } rows[] = {
      {"", ""},
      {"<meta charset=utf-8>", "utf-8"},
      {"<META CHARSET = 'Big5' >", "Big5"},
      {"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=EUC-JP\">", "EUC-JP"},
      {"<?xml version='1.0' encoding='KOI8-R'?><html>", "KOI8-R"},
      {"<?xml version='1.0'?><meta charset=x>", "x"},
      {std::string(2000, ' ') + "<meta charset=utf-8>", ""},
      {"charset", ""},
      {"charset=", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(declared_html_encoding(row.text), row.label) << row.text;
}

}  // namespace
}  // namespace bcheck
