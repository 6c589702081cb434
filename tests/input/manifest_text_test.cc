// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;

using Keys = std::vector<std::string>;

TEST(ManifestText, TakesTheWholeLineAsTheKey) {
  struct Row {
    std::string text;
    Keys keys;
    std::uint64_t empty = 0;
    std::uint64_t crlf = 0;
    bool bom = false;
  };
  const Row rows[] = {
      {"", {}},
      {"\n", {}, 1},
      {"a", {"a"}},
      {"a\n", {"a"}},
      {"a\nb\n", {"a", "b"}},
      {"b\na", {"b", "a"}},
      {"a\r\nb\r\n", {"a", "b"}, 0, 2},
      {"a\r\nb\n", {"a", "b"}, 0, 1},
      {"a\r\r\n", {"a\r"}, 0, 1},
      {"a\nb\r", {"a", "b"}, 0, 1},
      {"a\r", {"a"}, 0, 1},
      {"\r\na\n\r\n\n", {"a"}, 3, 2},
      {"\xEF\xBB\xBF"
       "a\n",
       {"a"},
       0,
       0,
       true},
      {"\xEF\xBB\xBF\xEF\xBB\xBF"
       "a\n",
       {"\xEF\xBB\xBF"
        "a"},
       0,
       0,
       true},
      {"\xEF\xBB\xBF", {}, 0, 0, true},
      {" a \n\tb\t\n#c\n", {" a ", "\tb\t", "#c"}},
      {" \n", {" "}},
      {"a b,c\"d\n", {"a b,c\"d"}},
      {"dir/a\n../b\n/c\n", {"dir/a", "../b", "/c"}},
      {"\xFC\n\xC3\xBC\nu\xCC\x88\n",
       {"\xFC", "\xC3\xBC", "u\xCC\x88"}},  // not UTF-8, composed, decomposed: three keys
      {"A\na\n", {"A", "a"}},
      {"a\x0B\n\x1B[31m\n", {"a\x0B", "\x1B[31m"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(row.text));
    const auto manifest = read_as("text", row.text);
    ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
    EXPECT_EQ(keys_of(*manifest), row.keys);
    EXPECT_EQ(manifest->empty_lines, row.empty);
    EXPECT_EQ(manifest->crlf_lines, row.crlf);
    EXPECT_EQ(manifest->bom, row.bom);
    EXPECT_TRUE(manifest->columns.empty());
    EXPECT_TRUE(manifest->repeated.empty());
    EXPECT_EQ(std::string(manifest->storage.begin(), manifest->storage.end()), row.text);
  }
}

TEST(ManifestText, SeparatesByNulAndNothingElse) {
  ManifestRequest request;
  request.path = "-";
  request.nul_separated = true;
  const auto manifest = read_manifest(
      "a\nb\0\xEF\xBB\xBF"
      "c\r\0\0d"s,
      request);
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(keys_of(*manifest), (Keys{"a\nb",
                                      "\xEF\xBB\xBF"
                                      "c\r",
                                      "d"}));
  EXPECT_EQ(manifest->empty_lines, 1U);
  EXPECT_EQ(manifest->crlf_lines, 0U);
  EXPECT_EQ(manifest->format, "text");

  request.strict = true;
  EXPECT_THAT(trouble(read_manifest("a\0b\0a\0"s, request)),
              HasSubstr("\"standard input\": key 3: key \"a\" stands there again, first in key 1"));
}

TEST(ManifestText, CountsARepeatedKeyOnce) {
  const auto manifest = read_as("text", "a\nb\n\na\nc\na\nb\n");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(keys_of(*manifest), (Keys{"a", "b", "c"}));
  ASSERT_EQ(manifest->repeated.size(), 3U);
  const std::pair<std::uint64_t, std::uint64_t> lines[] = {{4, 1}, {6, 1}, {7, 2}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(manifest->repeated[i].line, lines[i].first);
    EXPECT_EQ(manifest->repeated[i].first, lines[i].second);
  }
  EXPECT_EQ(manifest->repeated[2].key, "b");
}

TEST(ManifestText, RefusesWithLineAndAdvice) {
  struct Row {
    std::string text;
    std::string_view message, hint;
  };
  const Row rows[] = {
      {"\xFF\xFE"
       "a\0\n\0"s,
       "\"m\": the manifest is UTF-16", "iconv"},
      {"\xFE\xFF\0a\0\n"s, "\"m\": the manifest is UTF-16", "iconv"},
      {"a\0\n\0b\0\n\0"s, "\"m\": line 1: a NUL byte", "UTF-16"},
      {"a\nb\nc\0d\n"s, "\"m\": line 3: a NUL byte", "-0"},
      {"\x1F\x8B\x08\0\0\0"s, "\"m\": the manifest is compressed with gzip", "zcat"},
      {"\x28\xB5\x2F\xFD"
       "x",
       "compressed with zstd", "zstdcat"},
      {"\xFD"
       "7zXZ\0x"s,
       "compressed with xz", "xzcat"},
      {"BZh91AY&SYx", "compressed with bzip2", "bzcat"},
      {"PK\x03\x04x", "a zip archive or a spreadsheet", "CSV"},
      {"a\rb\rc\r", "\"m\": line 1: CR alone ends the lines", "tr"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(row.text));
    const auto manifest = read_as("text", row.text);
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.message)));
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.hint)));
    ASSERT_FALSE(manifest.has_value());
    EXPECT_EQ(manifest.error().kind, ErrorKind::kBadQuestion);
  }
}

TEST(ManifestText, RefusesARepeatedKeyUnderStrict) {
  ManifestRequest request;
  request.path = "keys.txt";
  request.strict = true;
  EXPECT_EQ(trouble(read_manifest("a\nb\n\nb\n", request)),
            "\"keys.txt\": line 4: key \"b\" stands there again, first in line 2 (without --strict a repeated key "
            "counts once)");
  EXPECT_TRUE(read_manifest("a\nb\n", request).has_value());
}

TEST(ManifestText, EscapesHostileKeysInMessages) {
  ManifestRequest request;
  request.path = "m\x1B[2J.txt";
  request.strict = true;
  const std::string message = trouble(read_manifest("\x1B[31ma\n\x1B[31ma\n", request));
  EXPECT_EQ(message.find('\x1B'), std::string::npos) << message;
}

}  // namespace
}  // namespace bcheck
