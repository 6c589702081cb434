// SPDX-License-Identifier: Apache-2.0
#include "render/learned.h"

#include <gmock/gmock.h>

#include "base/json_tree.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kArtifacts =
    R"({"b": {"path": "{key}.png", "type": "image", "limits": {"width": 5}, "warn": ["image.*"]}, "c": {"type": "auto"}})";

LearnedMeasure measure(std::string_view name, LearnedBy by, std::optional<Bound> bound) {
  LearnedMeasure out;
  out.name = name;
  out.unit = "pixels";
  out.by = by;
  out.bound = std::move(bound);
  out.products = 40;
  out.least = 10;
  out.most = 20;
  out.low = 11;
  out.median = 15;
  out.high = 19;
  return out;
}

std::string rendered(const std::vector<LearnedArtifact>& learned, std::string_view gate = "{}") {
  const std::vector<std::string> names{"\"r\\nx.json\""};
  return learned_rules({kArtifacts, gate, names}, learned);
}

std::vector<LearnedArtifact> sample() {
  LearnedArtifact image;
  image.name = "b";
  image.products = 40;
  image.sampled = 40;
  image.measures = {measure("width", LearnedBy::kRange, Bound{5, 25, {}}),
                    measure("nan", LearnedBy::kUnvaried, std::nullopt),
                    measure("depth", LearnedBy::kConstant, Bound{{}, {}, Scalar(std::int64_t{8})}),
                    measure("height", LearnedBy::kStored, Bound{{}, 7, {}})};
  image.measures[0].kept_min = true;
  LearnedArtifact any;
  any.name = "c";
  any.typed = false;
  any.types = {"image", "text"};
  return {image, any};
}

TEST(LearnedRules, AreJsonWithTheLearnedLimitsAndTheRestAsItWas) {
  const std::string text = rendered(sample(), R"({"max_missing": 3})");
  const auto tree = parse_json(text, "rules", JsonSyntax::kComments);
  ASSERT_TRUE(tree) << tree.error().message << text;
  const JsonTree wanted =
      parse_json(
          R"({"schema": "bcheck.rules/1", "artifacts": {"b": {"path": "{key}.png", "type": "image", "warn": ["image.*"],
          "limits": {"width": {"min": 5, "max": 25}, "depth": 8, "height": {"max": 7}}}, "c": {"type": "auto"}},
          "gate": {"max_missing": 3}})",
          "wanted", JsonSyntax::kStrict)
          .value();
  EXPECT_EQ(*tree, wanted) << text;
}

TEST(LearnedRules, HaveTheEvidenceAsComments) {
  const std::string text = rendered(sample());
  EXPECT_THAT(text, HasSubstr("// from \"r\\nx.json\"\n"));
  EXPECT_THAT(text,
              HasSubstr("// 40 products: 10..20 pixels; 0.1 % 11, median 15, 99.9 % 19; the lower end was there"));
  EXPECT_THAT(text, HasSubstr("// nan: no limit learned: half and more have one value"));
  EXPECT_THAT(text, HasSubstr("kept as it was: the limit that was there is as tight"));
  EXPECT_THAT(text, HasSubstr("they are image, text. Declare one"));
  EXPECT_THAT(text, Not(HasSubstr("\"gate\"")));
}

TEST(LearnedRules, SayWhatWasSampledBlankOrTooFew) {
  std::vector<LearnedArtifact> learned = sample();
  learned[0].products = 10'000;
  learned[0].sampled = 8192;
  learned[0].blank = 3;
  EXPECT_THAT(rendered(learned),
              HasSubstr("// 10000 products that pass, 3 of them expected to be blank; quantiles are of 8192"));
  learned[0].too_few = true;
  EXPECT_THAT(rendered(learned), HasSubstr("too few to learn from"));
}

TEST(LearnedRules, AreValidWithoutAnyLimit) {
  std::vector<LearnedArtifact> learned = sample();
  learned[0].measures.clear();
  EXPECT_TRUE(parse_json(rendered(learned), "rules", JsonSyntax::kComments));
  learned.clear();
  EXPECT_TRUE(parse_json(rendered(learned), "rules", JsonSyntax::kComments));
}

}  // namespace
}  // namespace bcheck
