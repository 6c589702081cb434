// SPDX-License-Identifier: Apache-2.0
#include "base/key_table.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

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

TEST(KeyTable, OfDifferentKeysIsAsIfEachWereAdded) {
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 5000U}) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back("key-" + std::to_string(i));
    std::vector<std::string_view> keys(texts.begin(), texts.end());
    KeyTable table = KeyTable::of_different(keys);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(table.find(texts[i], keys), i);
    EXPECT_FALSE(table.find("another", keys).has_value());
    for (std::size_t i = 0; i < count + 20; ++i) {  // and grows
      const std::string text = "new-" + std::to_string(i);
      texts.push_back(text);
    }
    keys.assign(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = count; i < texts.size(); ++i) {
      ASSERT_FALSE(table.add(texts[i], keys).has_value());
      keys.push_back(texts[i]);
    }
    for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(table.find(texts[i], keys), i);
  }
}

TEST(KeyTable, FindsAGroupAsItFindsEach) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) texts.push_back("key-" + std::to_string(i));
  const std::vector<std::string_view> keys(texts.begin(), texts.end());
  const KeyTable table = KeyTable::of_different(keys);
  for (std::size_t size = 0; size <= KeyTable::kGroup; ++size) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < size; ++i) {
      // Some are not there, some stand there twice, one is empty.
      names.push_back(i == 3 ? "" : "key-" + std::to_string(i % 5 == 4 ? 7 : 300 * i));
    }
    const std::vector<std::string_view> wanted(names.begin(), names.end());
    std::array<std::uint32_t, KeyTable::kGroup> places{};
    table.find_group(wanted, keys, places);
    for (std::size_t i = 0; i < size; ++i) {
      const auto alone = table.find(names[i], keys);
      EXPECT_EQ(places[i], alone ? static_cast<std::uint32_t>(*alone) : KeyTable::kNone) << names[i];
    }
  }
  const std::vector<std::string_view> many(KeyTable::kGroup + 1, "key-1");
  std::array<std::uint32_t, KeyTable::kGroup> places{};
  EXPECT_THROW(table.find_group(many, keys, places), std::logic_error);
  const KeyTable empty;
  empty.find_group(std::span(many).first(2), {}, places);
  EXPECT_EQ(places[1], KeyTable::kNone);
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
