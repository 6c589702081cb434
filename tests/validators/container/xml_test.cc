// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "support/check_document.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;
using test::check_document, test::codes, test::whole;

std::string wide(std::string_view ascii) {
  std::string out = "\xff\xfe";
  for (const char c : ascii) out += {c, '\0'};
  return out;
}

std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "<a>";
  for (std::size_t i = 0; i < depth; ++i) text += "</a>";
  return text;
}

TEST(Xml, Documents) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
  } rows[] = {
      {"smallest", "<a/>", ""},
      {"declaration", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b='1'><c>x</c></a>\n", ""},
      {"a mark in front", "\xef\xbb\xbf<a/>", ""},
      {"comments and instructions", "<!-- a --><a><?b c?><![CDATA[<&]]></a><!-- d -->", ""},
      {"entities inside", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&amp;</a>", ""},
      {"an external DTD is not read", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a>&unknown;</a>", ""},
      {"an external entity is not read", "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>", ""},
      {"Latin-1, declared", "<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>", ""},
      {"KOI8-R, declared", "<?xml version='1.0' encoding='koi8-r'?><a>\xc1</a>", ""},
      {"EUC-JP, declared", "<?xml version='1.0' encoding='EUC-JP'?><a>\xa4\xa2</a>", ""},
      {"UTF-16", wide("<a>x</a>"), ""},

      {"blanks alone", " \n", "file.truncated"},
      {"root open", "<a><b></b>", "file.truncated"},
      {"in a tag", "<a><b c='d", "file.truncated"},
      {"in a comment", "<a/><!-- ", "file.truncated"},
      {"in CDATA", "<a><![CDATA[x", "file.truncated"},
      {"in a character", "<a>\xe2\x82", "file.truncated"},
      {"in a character of EUC-JP", "<?xml version='1.0' encoding='EUC-JP'?><a>\xa4", "file.truncated"},
      {"declaration alone", "<?xml version='1.0'?>", "file.truncated"},

      {"wrong end tag", "<a><b></a></b>", "file.syntax"},
      {"bare ampersand", "<a>fish & chips</a>", "file.syntax"},
      {"attribute twice", "<a b='1' b='2'/>", "file.syntax"},
      {"no quotes", "<a b=1/>", "file.syntax"},
      {"control character", "<a>\x01</a>", "file.syntax"},
      {"a NUL", "<a>\0</a>"s, "file.syntax"},
      {"a lost block", "<a>" + std::string(512, '\0') + "</a>", "artifact.zero-run"},
      {"blank ahead of the declaration", " <?xml version='1.0'?><a/>", "file.syntax"},
      {"entity that names itself", "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", "file.syntax"},
      {"entity that is cut", "<!DOCTYPE a [<!ENTITY e '<b'>]><a>&e;</a>", "file.syntax"},
      {"unknown entity", "<a>&e;</a>", "file.syntax"},
      {"plain text", "Not Found", "file.syntax"},
      {"JSON", "{\"a\": 1}", "file.syntax"},

      {"two roots", "<a/><b/>", "file.trailing-data"},
      {"text behind", "<a/>x", "file.trailing-data"},
      {"zeros behind", "<a/>\n\0\0"s, "file.trailing-data"},
      {"twice the document", "<?xml version='1.0'?><a/><?xml version='1.0'?><a/>", "file.trailing-data"},

      {"Latin-1, not declared", "<a>\xe9z</a>", "file.encoding"},
      {"not the UTF-16 that it declares", "<?xml version='1.0' encoding='UTF-16'?><a/>", "file.encoding"},
      {"not the EUC-JP that it declares", "<?xml version='1.0' encoding='EUC-JP'?><a>\xff</a>", "file.encoding"},
      {"an encoding of nobody", "<?xml version='1.0' encoding='klingon'?><a/>", "file.unsupported"},
      {"too deep", nested(100'001), "file.limit"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check_document("xml", row.text);
    EXPECT_EQ(codes(out), row.codes);
    for (const Fault& fault : out.faults) EXPECT_LT(fault.message.size(), 300u);
  }
}

TEST(Xml, Measures) {
  const Observation out = check_document("xml", "<x:r><a/><b><c/></b></x:r>");
  EXPECT_EQ(std::get<std::string>(*out.find("root")), "x:r");
  EXPECT_EQ(whole(out, "elements"), 4);
  EXPECT_EQ(whole(out, "depth"), 3);
  EXPECT_EQ(codes(check_document("xml", nested(100'000))), "");
  const Observation long_name = check_document("xml", "<" + std::string(100'000, 'a') + "/>");
  EXPECT_LT(std::get<std::string>(*long_name.find("root")).size(), 80u);
}

TEST(Xml, RootThatIsRequired) {
  const Options options{{"root", OptionValue("r"s)}};
  EXPECT_EQ(codes(check_document("xml", "<r/>", options)), "");
  EXPECT_EQ(codes(check_document("xml", "<x:r/>", options)), "");
  EXPECT_EQ(codes(check_document("xml", "<Error/>", options)), "file.wrong-type");
  EXPECT_EQ(codes(check_document("xml", "<r>", options)), "file.truncated");
  EXPECT_FALSE(find_type("xml")->prepare({{"root", OptionValue(""s)}}, {}));
  EXPECT_EQ(codes(check_document("svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")), "");
  EXPECT_EQ(codes(check_document("svg", "<html/>")), "file.wrong-type");
}

// Ten to the power of ten, and what grows with the square.
TEST(Xml, EntitiesThatGrow) {
  std::string laughs = "<!DOCTYPE l [<!ENTITY l0 'ha'>";
  for (int i = 1; i <= 10; ++i) {
    laughs += "<!ENTITY l" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) laughs += "&l" + std::to_string(i - 1) + ";";
    laughs += "'>";
  }
  EXPECT_EQ(codes(check_document("xml", laughs + "]><l>&l10;</l>")), "file.limit");
  std::string square = "<!DOCTYPE a [<!ENTITY e '" + std::string(200'000, 'x') + "'>]><a>";
  for (int i = 0; i < 50'000; ++i) square += "&e;";
  EXPECT_EQ(codes(check_document("xml", square + "</a>")), "file.limit");
}

TEST(Xml, DeclarationsWithoutEnd) {
  const auto chain = [](int links) {
    std::string text = "<!DOCTYPE a [<!ENTITY e0 'x'>";
    for (int i = 1; i < links; ++i) {
      text += "<!ENTITY e" + std::to_string(i) + " '&e" + std::to_string(i - 1) + ";'>";
    }
    return text + "]><a b='&e" + std::to_string(links - 1) + ";'>&e" + std::to_string(links - 1) + ";</a>";
  };
  EXPECT_EQ(codes(check_document("xml", chain(2'500))), "");
  EXPECT_EQ(codes(check_document("xml", chain(2'501))), "file.limit");
  EXPECT_EQ(codes(check_document("xml", chain(50'000))), "file.limit");
  std::string attributes = "<!DOCTYPE a [<!ATTLIST a";
  for (int i = 0; i < 50'000; ++i) attributes += " b" + std::to_string(i) + " CDATA 'x'";
  EXPECT_EQ(codes(check_document("xml", attributes + ">]><a/>")), "file.limit");
}

TEST(Xml, HugeTokens) {
  const std::string big(8'000'000, 'x');
  EXPECT_EQ(codes(check_document("xml", "<a b='" + big + "'>" + big + "<!--" + big + "--></a>")), "");
  EXPECT_EQ(codes(check_document("xml", "<a b='" + big)), "file.truncated");
}

// Unseen: behind the root element. Every cut ahead of its end fails, the line end alone is lost unseen.
TEST(Xml, CutAnywhere) {
  const std::string root =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE r [<!ENTITY e 'x'>]>\n<!-- c -->\n"
      "<r a=\"1\"><b>caf\xc3\xa9 &e; &amp;</b><![CDATA[ < ]]><?p q?></r>";
  const auto cuts = test::cut_everywhere("xml", root + "\n");
  EXPECT_EQ(cuts.unseen, std::vector<std::size_t>{root.size()});
  EXPECT_TRUE(cuts.warned.empty());
}

// What one document leaves in the parser is not seen by the next.
TEST(Xml, ReusesTheParser) {
  const auto check = test::make_check("xml");
  const std::string texts[] = {"<a><b>",
                               "<a/>",
                               "<?xml version='1.0' encoding='koi8-r'?><a>\xc1</a>",
                               "<a>\xe9</a>",
                               "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
                               "<a>&e;</a>"};
  for (const std::string& text : texts) {
    const std::string fresh = codes(check_document("xml", text));
    EXPECT_EQ(codes(test::run_check(*check, text)), fresh) << text;
    EXPECT_EQ(codes(test::run_check(*check, text)), fresh) << text;
  }
}

}  // namespace
}  // namespace bcheck
