// SPDX-License-Identifier: Apache-2.0
#include "sources/record_places.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace bcheck {
namespace {

TEST(RecordPlaces, PointersAreThoseOfRfc6901) {
  struct Row {
    std::string_view pointer;
    std::vector<std::string> tokens;
  };
  const Row rows[] = {
      {"", {}},
      {"/", {""}},
      {"/id", {"id"}},
      {"/a/0/b", {"a", "0", "b"}},
      {"/a//b/", {"a", "", "b", ""}},
      {"/a~1b", {"a/b"}},
      {"/m~0n", {"m~n"}},
      {"/~01", {"~1"}},
      {"/ ", {" "}},
      {"/\\u0041", {"\\u0041"}},  // escapes of JSON are none of a pointer
      {"id", {"id"}},             // a bare name
      {"my column", {"my column"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.pointer);
    const auto tokens = parse_pointer(row.pointer);
    ASSERT_TRUE(tokens);
    EXPECT_EQ(*tokens, row.tokens);
  }
}

TEST(RecordPlaces, WhatIsNoPointerIsRefused) {
  for (const std::string_view pointer : {"a/b", "id/", "/a~", "/a~2", "/~/x", "/x/~"}) {
    SCOPED_TRACE(pointer);
    EXPECT_FALSE(parse_pointer(pointer));
    EXPECT_FALSE(RecordPlaces::make(pointer));
    auto places = RecordPlaces::make("/id");
    ASSERT_TRUE(places);
    EXPECT_FALSE(places->add(pointer));
    EXPECT_EQ(places->fields(), 1U);
  }
}

TEST(RecordPlaces, TheSamePlaceIsOneField) {
  auto places = RecordPlaces::make("/id");
  ASSERT_TRUE(places);
  EXPECT_EQ(places->add("/text"), std::size_t{1});
  EXPECT_EQ(places->add("/meta/id"), std::size_t{2});
  EXPECT_EQ(places->add("/text"), std::size_t{1});
  EXPECT_EQ(places->add("text"), std::size_t{1});
  EXPECT_EQ(places->add("/id"), RecordPlaces::kKey);
  EXPECT_EQ(places->add("/meta"), std::size_t{3});
  EXPECT_EQ(places->fields(), 4U);
  EXPECT_EQ(places->pointer(2), "/meta/id");

  const std::int32_t meta = places->child(0, "meta");
  ASSERT_NE(meta, RecordPlaces::kNone);
  EXPECT_EQ(places->node(meta).field, 3);
  const std::int32_t inner = places->child(meta, "id");
  ASSERT_NE(inner, RecordPlaces::kNone);
  EXPECT_EQ(places->node(inner).field, 2);
  EXPECT_EQ(places->child(0, "other"), RecordPlaces::kNone);
  EXPECT_EQ(places->child(inner, "id"), RecordPlaces::kNone);
  EXPECT_EQ(places->nodes(), 5U);  // with the record itself
}

TEST(RecordPlaces, AColumnIsAPlaceOfOneToken) {
  struct Row {
    std::string_view pointer;
    std::string_view column;
  };
  for (const Row& row : {Row{"/text", "text"}, {"text", "text"}, {"/a~1b", "a/b"}, {"/a/b", ""}, {"", ""}}) {
    SCOPED_TRACE(row.pointer);
    auto places = RecordPlaces::make("/id");
    const auto field = places->add(row.pointer);
    ASSERT_TRUE(field);
    EXPECT_EQ(places->column(*field), row.column);
  }
}

}  // namespace
}  // namespace bcheck
