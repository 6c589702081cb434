// SPDX-License-Identifier: Apache-2.0
// What only the reports of shards have; the rest of items is told by read_test.cc.
#include "report/read_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

// Two of the three keys of a manifest.
testing::Batch shard() {
  testing::Batch batch =
      testing::batch({testing::item("a", testing::sound('1')), testing::item("b", testing::sound('2'))});
  batch.head.manifest_keys = 3;
  batch.head.shard = {{1, 4}, 5, 2};
  batch.items[0].place = 2;
  batch.items[0].input_sha256 = "ab\xFF";
  batch.items[1].place = 0;
  batch.items[0].artifacts[0].second.mark = {ContentKind::kOther, 0, {0x0123456789abcdefU, 0xffU}};
  batch.items[1].artifacts[0].second.mark = {ContentKind::kText, 250, {1, 2}};
  batch.tail.summary = testing::tally(batch);
  return batch;
}

std::string read(const std::string& text, std::vector<Item>* items = nullptr) {
  auto reader = ReportReader::of_text(text, "r.json");
  if (!reader) return reader.error().message;
  Item item;
  auto more = reader->next(item);
  for (; more && *more; more = reader->next(item)) {
    if (items != nullptr) items->push_back(item);
  }
  if (!more) return more.error().message;
  return testing::written(reader->head(), items == nullptr ? std::vector<Item>() : *items, reader->tail());
}

TEST(ReadItem, GivesBackWhatAShardSaysOfItsKeys) {
  const testing::Batch batch = shard();
  const std::string text = testing::written(batch.head, batch.items, batch.tail);
  EXPECT_THAT(text, HasSubstr(R"("shard": {"indexes": [1, 4], "of": 5, "keys": 2})"));
  EXPECT_THAT(text, HasSubstr(R"("mark": {"kind": "other", "digest": "0123456789abcdef00000000000000ff"}})"));
  std::vector<Item> items;
  EXPECT_EQ(read(text, &items), text);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].place, 2);
  EXPECT_EQ(items[0].input_sha256, "ab\xFF");
  EXPECT_EQ(items[1].input_sha256, "");
  EXPECT_EQ(items[1].artifacts[0].second.mark, batch.items[1].artifacts[0].second.mark);
}

TEST(ReadItem, RefusesAShardThatCannotBe) {
  const testing::Batch batch = shard();
  const std::string text = testing::written(batch.head, batch.items, batch.tail);
  const std::pair<std::string, std::pair<std::string, std::string>> rows[]{
      {R"("indexes": [1, 4])", {R"("indexes": [])", "'indexes' is empty"}},
      {R"("indexes": [1, 4])", {R"("indexes": [4, 1])", "sorted and each once"}},
      {R"("indexes": [1, 4])", {R"("indexes": [1, 5])", "below 'of'"}},
      {R"("of": 5)", {R"("of": 4)", "below 'of'"}},
      {R"("of": 5, "keys": 2)", {R"("of": 5, "keys": 4)", "more than the manifest has"}},
      {R"("of": 5, "keys": 2)", {R"("of": 5, "keys": 1)", "the shard has 1 key, and the report has 2 items"}},
      {R"("place": 2)", {R"("place": 3)", "behind the end of the manifest"}},
      {R"(, "place": 0)", {"", "needs a 'place'"}},
      {R"("kind": "text")", {R"("kind": "none")", "left out where it is none"}},
      {R"("kind": "text")", {R"("kind": "words")", "'kind'"}},
      {R"("extent": 250)", {R"("extent": 4294967296)", "more than any content has"}},
      {"0123456789abcdef00000000000000ff", {"0123456789ABCDEF00000000000000ff", "32 hexadecimal digits"}},
      {"0123456789abcdef00000000000000ff", {"0123", "32 hexadecimal digits"}},
  };
  for (const auto& [from, to] : rows) {
    SCOPED_TRACE(to.first);
    std::string changed = text;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    EXPECT_THAT(read(changed.replace(at, from.size(), to.first)), HasSubstr(to.second));
  }
}

}  // namespace
}  // namespace bcheck
