// SPDX-License-Identifier: Apache-2.0
#include "base/key_table.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

TEST(KeyTable, FindsWhatWasAddedAndNothingElse) {
  for (const std::size_t expected : {std::size_t{0}, std::size_t{10'000}}) {
    std::vector<std::string> texts;
    for (int i = 0; i < 10'000; ++i) texts.push_back("key-" + std::to_string(i));
    std::vector<std::string_view> keys;
    KeyTable table(expected);
    for (const std::string& text : texts) {
      ASSERT_FALSE(table.find(text, keys).has_value());
      ASSERT_FALSE(table.add(text, keys).has_value());
      keys.push_back(text);
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ASSERT_EQ(table.find(texts[i], keys), i);
      ASSERT_EQ(table.add(std::string(texts[i]), keys), i);
    }
    EXPECT_FALSE(table.find("key-10000", keys).has_value());
    EXPECT_FALSE(table.find("", keys).has_value());
  }
}

TEST(KeyTable, TellsKeysApartThatDifferInLengthOrZeroBytes) {
  using namespace std::string_view_literals;
  const std::string_view texts[] = {"", "\0"sv, "\0\0"sv, "a", "a\0"sv, "aaaaaaa", "aaaaaaaa", "aaaaaaaaa"};
  std::vector<std::string_view> keys;
  KeyTable table;
  for (const std::string_view text : texts) {
    EXPECT_FALSE(table.add(text, keys).has_value());
    keys.push_back(text);
  }
  for (std::size_t i = 0; i < std::size(texts); ++i) EXPECT_EQ(table.find(texts[i], keys), i);
}

}  // namespace
}  // namespace bcheck
