// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "bcheck/validator.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;

Observation check(std::string_view extension, std::string_view bytes, const Options& options = {}) {
  auto prepared = find_type("file")->prepare(options, {});
  EXPECT_TRUE(prepared);
  Observation out;
  (*prepared)->run({as_bytes(bytes), "a", extension}, out);
  return out;
}

TEST(File, Header) {
  const std::string png = "\x89PNG\r\n\x1a\n" + std::string(60, 'x');
  const std::string noise = "\x01\x02\xfe\xff" + std::string(100, '\x80');
  const std::string zip = "PK\3\4" + std::string(60, '\0'), docx = "PK\3\4"s + std::string(22, '\0') + "\x13\0\0\0"s +
                                                                   "[Content_Types].xml" + "PK\1\2 word/document.xml";
  const Options wants_png{{"format", "png"s}}, wants_docx{{"format", "docx"s}}, wants_zip{{"format", "zip"s}};
  const Options wants_csv{{"format", "csv"s}}, wants_xlsx{{"format", "xlsx"s}};
  const struct {
    const char* what;
    std::string_view extension;
    std::string bytes;
    const Options* options;
    std::string_view code, format;
  } rows[] = {
      {"as promised", "png", png, nullptr, "", "png"},
      {"promised, unknown content", "png", noise, nullptr, "file.bad-signature", ""},
      {"nothing promised, nothing known", "xyz", noise, nullptr, "", ""},
      {"nothing promised", "", png, nullptr, "", "png"},
      {"promised, and no signature to look for", "csv", "a,b\n", nullptr, "", "csv"},
      {"promised text, zeros in it", "csv", "a,b\n\0\0"s, nullptr, "file.bad-signature", ""},
      {"promised text, UTF-16", "csv",
       "\xff\xfe"
       "a\0,\0"s,
       nullptr, "", "csv"},
      {"numbers", "fvecs", noise, nullptr, "", "fvecs"},
      {"required", "bin", png, &wants_png, "", "png"},
      {"required, another", "bin", zip, &wants_png, "file.wrong-type", "zip"},
      {"required, unknown content", "bin", noise, &wants_png, "file.bad-signature", ""},
      {"required, too short", "bin", "\x89PNG\r\n\x1a\n", &wants_png, "artifact.too-small", "png"},
      {"of the family, as far as it can be told", "docx", zip, &wants_docx, "", "zip"},
      {"the family", "docx", docx, &wants_zip, "", "docx"},
      {"another of the family", "docx", docx, &wants_xlsx, "file.wrong-type", "docx"},
      {"required text", "txt", "a,b\n", &wants_csv, "", "csv"},
      {"required text, binary", "txt", png, &wants_csv, "file.wrong-type", "png"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check(row.extension, row.bytes, row.options == nullptr ? Options() : *row.options);
    EXPECT_EQ(out.faults.empty() ? std::string_view() : out.faults[0].code, row.code);
    EXPECT_LE(out.faults.size(), 1u);
    EXPECT_EQ(out.format, row.format);
    EXPECT_EQ(out.coverage, Coverage::kHeader);
  }
}

TEST(File, RefusesUnknownFormats) {
  const auto refused = find_type("file")->prepare({{"format", "parqet"s}}, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().hint.find("parquet"), std::string::npos);
  EXPECT_FALSE(find_type("file")->prepare({{"format", true}}, {}));
}

}  // namespace
}  // namespace bcheck
