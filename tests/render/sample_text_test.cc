// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_fast.h"
#include "render/diff_view.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Recomputation clean() {
  Recomputation r;
  r.population = 2000;
  r.compared = 100;
  r.drawn = true;
  r.salt = "bcheck-v1";
  r.rate = {0, 0.0362167};
  r.upper = 0.0295130;
  r.most_bad = 57;
  r.max_numerator = 1;
  r.max_denominator = 200;
  r.more = 376;
  r.keys = 2100;
  return r;
}

std::string told(std::string_view format, const Recomputation& sample, const std::vector<KeyChange>& keys = {}) {
  DiffViewOptions options;
  options.kind = DiffKind::kSample;
  std::string out;
  const auto view = find_diff_format(format)->make(options, [&](std::string_view part) { out += part; });
  for (const KeyChange& change : keys) view->key(change);
  Difference difference;
  difference.sample = sample;
  view->finish(difference, {});
  return out;
}

TEST(SampleText, SaysWhatIsShownAndHowFarTheRestIs) {
  EXPECT_EQ(told("text", clean()),
            "0 of 100 differ: at most 2.9 % of the batch at 95 %; 376 more without a mismatch would show 0.5 %\n"
            "mismatches   0 / 100  0 %  between 0 % and 3.622 % at 95 % (Clopper-Pearson)\n"
            "batch        at most 57 of the 2000 keys that pass differ at 95 % (hypergeometric)\n");
}

TEST(SampleText, SaysTheSilentErrorsOfTheWholeBatch) {
  Recomputation r = clean();
  r.most_silent = 69;
  EXPECT_THAT(told("text", r),
              HasSubstr("silent       at most 69 of 2100 keys reported success and are wrong: 12 found, "
                        "57 by this bound\n"));
}

TEST(SampleText, ComparesWithWhatIsAllowed) {
  Recomputation r = clean();
  r.max_given = true;
  r.max_numerator = 3;
  r.max_denominator = 100;
  r.more = 0;
  EXPECT_THAT(told("text", r), HasSubstr("at most 2.9 % of the batch at 95 %, and 3 % is allowed\n"));
  r.more.reset();
  r.mismatches = 4;
  EXPECT_THAT(told("text", r), HasSubstr("4 of 100 differ: at most 2.9 % of the batch at 95 %; 3 % is out of reach\n"));
  r.more = 9;
  EXPECT_THAT(told("text", r), HasSubstr("; 9 more without another mismatch would show 3 %\n"));
}

TEST(SampleText, NeverTakesNothingForAZero) {
  Recomputation r = clean();
  r.compared = 0;
  EXPECT_EQ(told("text", r), "no key could be compared, so nothing is shown\n");
}

TEST(SampleText, WarnsOfKeysThatWereNotDrawn) {
  Recomputation r = clean();
  r.drawn = false;
  EXPECT_THAT(told("text", r), HasSubstr("not the keys that bcheck sample draws with the salt \"bcheck-v1\""));
  EXPECT_THAT(told("text", clean()), Not(HasSubstr("beware")));
}

TEST(SampleText, NamesEachKeyInItsPlace) {
  const ArtifactChange other{"image", "1", "2", {}};
  const ArtifactChange same{"image", "1", "2", true};
  KeyChange changed{"a", Change::kChanged, Status::kPass, Status::kPass, {}, {}, {&other, 1}, false};
  KeyChange content{"b", Change::kChanged, Status::kPass, Status::kPass, {}, {}, {&same, 1}, true};
  KeyChange lost{"c", Change::kNewlyBad, Status::kPass, Status::kFail, {}, "image.x", {}, false};
  KeyChange foreign{"d", Change::kNew, {}, Status::kPass, {}, {}, {}, false};
  KeyChange known{"e", Change::kRepaired, Status::kMissing, Status::kPass, "artifact.missing", {}, {}, false};
  KeyChange equal{"f", Change::kSame, Status::kPass, Status::kPass, {}, {}, {}, false};
  EXPECT_THAT(told("text", clean(), {changed, content, lost, foreign, known, equal}),
              HasSubstr("differ (1):\n  a  image\n"
                        "other bytes, same content (1):\n  b  image (same content)\n"
                        "computed again, and nothing to compare (1):\n  c  fail image.x\n"
                        "computed again, and not in the batch (1):\n  d\n"
                        "bad in the batch already, and not counted (1):\n  e  was missing artifact.missing\n"));
}

TEST(SampleJson, HasEveryNumber) {
  Recomputation r = clean();
  r.more.reset();
  r.most_silent = 69;
  EXPECT_THAT(
      told("json", r),
      HasSubstr(
          R"("sample": {"population": 2000, "compared": 100, "mismatches": 0, "same_content": 0, "unanswered": 0, )"
          R"("already_bad": 0, "foreign": 0, "salt": "bcheck-v1", "drawn": true, "confidence": 0.95, )"
          R"("rate_interval": [0, 0.0362167], "rate_upper": 0.029513, "most_bad": 57, "max_rate": [1, 200], )"
          R"("more": null, "most_silent": 69, "keys": 2100}})"));
  FastJson parser;
  EXPECT_EQ(parser.parse(told("json", r)).error(), simdjson::SUCCESS);
}

}  // namespace
}  // namespace bcheck
