// SPDX-License-Identifier: Apache-2.0
#include "render/page_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using ::testing::HasSubstr;

class Texts : public ::testing::Test {
 protected:
  Texts() {
    PageProducts products;
    products.is_picture = [](std::string_view) { return false; };
    products.is_text = [](std::string_view format) { return format == "html"; };
    products.read = [this](const Outcome& product) -> Result<std::vector<char>> {
      ++reads_;
      if (product.path == "gone") return incomplete("it is not there");
      if (product.path == "stop") return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
      return std::vector<char>(content_.begin(), content_.end());
    };
    context_.products = std::move(products);
  }

  static Item text(std::string key, std::string code, std::string path = "p", Status status = Status::kFail) {
    Outcome outcome = bad(status, std::move(code));
    outcome.path = std::move(path);
    outcome.bytes = 10;
    return item(std::move(key), std::move(outcome));
  }

  std::map<std::string, ArtifactLimits> rules_{{"image", {"text", {}}}};
  PageContext context_;
  std::string content_ = "<b>bold</b>\nand more";
  int reads_ = 0;
};

TEST_F(Texts, BeginAsTheyDo) {
  PageTexts texts(rules_, context_);
  content_ += std::string(500, 'x');
  ASSERT_TRUE(texts.add(text("a<", "text.repeat-loop")));
  EXPECT_THAT(std::string(texts.of("a<")), HasSubstr("bold"));
  EXPECT_EQ(texts.of("a<").size(), kExcerpt + 3);
  EXPECT_EQ(texts.of("b"), "");
  EXPECT_THAT(texts.markup(), HasSubstr("<pre>&lt;b&gt;bold&lt;/b&gt;\nand more"));
  EXPECT_THAT(texts.markup(), HasSubstr("<bdi>a&lt;</bdi>"));
}

TEST_F(Texts, AreFilesThatDoNotPass) {
  PageTexts texts(rules_, context_);
  Item record = text("r", "x.y");
  record.artifacts[0].second.line = 3;
  Item large = text("l", "x.y");
  large.artifacts[0].second.bytes = kMostExcerpted + 1;
  Item empty = text("e", "x.y");
  empty.artifacts[0].second.bytes = 0;
  for (const Item& i : {record, large, empty, text("p", "", "p", Status::kPass), text("m", "", "", Status::kMissing)}) {
    ASSERT_TRUE(texts.add(i));
  }
  rules_.at("image").type = "image";
  Item picture = text("i", "x.y");
  picture.artifacts[0].second.format = "png";
  ASSERT_TRUE(texts.add(picture));
  EXPECT_EQ(reads_, 0);
  EXPECT_EQ(texts.markup(), "");
  Item page = text("h", "artifact.not-the-artifact");
  page.artifacts[0].second.format = "html";
  ASSERT_TRUE(texts.add(page));
  EXPECT_EQ(reads_, 1) << "an error page in the place of a picture";
}

TEST_F(Texts, EveryCodeHasRoom) {
  PageTexts texts(rules_, context_);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(texts.add(text("a" + std::to_string(i), "text.frequent")));
  ASSERT_TRUE(texts.add(text("z", "text.rare")));
  EXPECT_EQ(reads_, static_cast<int>(kExcerptsOfCode) + 1);
  EXPECT_THAT(texts.markup(), HasSubstr("text.rare"));
  EXPECT_EQ(texts.of("a0"), content_) << "still where it was";
  EXPECT_EQ(texts.of("a500"), "");
}

TEST_F(Texts, WhatCannotBeReadIsCountedAndAnInterruptEnds) {
  PageTexts texts(rules_, context_);
  ASSERT_TRUE(texts.add(text("a", "x.y", "gone")));
  EXPECT_EQ(texts.unreadable(), 1);
  const auto stopped = texts.add(text("b", "x.y", "stop"));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::kInterrupted);
}

TEST_F(Texts, AreNotLookedForWithoutProducts) {
  context_.products.reset();
  PageTexts texts(rules_, context_);
  ASSERT_TRUE(texts.add(text("a", "x.y")));
  EXPECT_EQ(reads_, 0);
}

}  // namespace
}  // namespace bcheck
