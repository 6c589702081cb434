// SPDX-License-Identifier: Apache-2.0
#include "base/json_fast.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"

namespace bcheck {
namespace {

using namespace std::string_literals;

TEST(JsonFast, ReadsDocumentAfterDocument) {
  FastJson json;
  std::int64_t number = 0;
  ASSERT_EQ(json.parse(R"({"a": [1, 2, 3]})")["a"].at(2).get(number), simdjson::SUCCESS);
  EXPECT_EQ(number, 3);
  EXPECT_NE(json.parse(R"({"a": )").error(), simdjson::SUCCESS);
  ASSERT_EQ(json.parse("-7").get(number), simdjson::SUCCESS);
  EXPECT_EQ(number, -7);
}

TEST(JsonFast, RefusesWhatIsNoDocument) {
  FastJson json;
  for (const std::string& text : {""s, " "s, "{"s, "[1,]"s, "{\"a\" 1}"s, "nul"s, "1 2"s, "\"a\nb\""s, "\"\\x\""s,
                                  "01"s, "NaN"s, "{}\0"s, "\xFF"s, "\"\xED\xA0\x80\""s, "18446744073709551616"s,
                                  "1e400"s, std::string(1025, '[') + std::string(1025, ']')}) {
    EXPECT_NE(json.parse(text).error(), simdjson::SUCCESS) << escaped(text, 40);
  }
}

TEST(JsonFast, NeedsNoPaddingBehindTheText) {
  // An exact heap copy: the address sanitizer sees a read past its end.
  for (std::size_t length = 2; length < 130; ++length) {
    const std::string made = '"' + std::string(length - 2, 'x') + '"';
    const std::vector<char> exact(made.begin(), made.end());
    FastJson json;
    std::string_view text;
    ASSERT_EQ(json.parse({exact.data(), exact.size()}).get(text), simdjson::SUCCESS) << length;
    EXPECT_EQ(text.size(), length - 2);
  }
}

}  // namespace
}  // namespace bcheck
