// SPDX-License-Identifier: Apache-2.0
#include "render/accepted.h"

#include <gmock/gmock.h>

namespace bcheck {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Acceptance sample() {
  Acceptance out;
  out.min_completion = "99%";
  out.max_silent = "1%";
  out.min_consistency = "95%";
  out.runs = {{"\"a\"", {99, 100}, Fraction{1, 100}}, {"\"b\"", {100, 100}, {}}};
  out.pairs = {{0, 1, Fraction{97, 100}}};
  return out;
}

TEST(AcceptanceText, EndsWithTheVerdict) {
  const std::string text = acceptance_text(sample(), {});
  EXPECT_THAT(text, HasSubstr("  \"a\"  99 of 100, 99.00 %\n"));
  EXPECT_THAT(text, HasSubstr("  \"b\"  not known\n"));
  EXPECT_THAT(text, HasSubstr("  \"a\", \"b\"  97 of 100, 97.00 %\n"));
  EXPECT_THAT(text, EndsWith("\naccepted\n"));
}

TEST(AcceptanceText, NeverAcceptsWhatIsRefusedOrUndecided) {
  Acceptance refused = sample();
  refused.refusals = {"because"};
  EXPECT_THAT(acceptance_text(refused, {}), EndsWith("refused: because\n"));
  Acceptance undecided = sample();
  undecided.undecided = {"nobody knows"};
  EXPECT_THAT(acceptance_text(undecided, {}), EndsWith("undecided: nobody knows\n"));
  EXPECT_THAT(acceptance_text(undecided, {}), Not(HasSubstr("accepted")));
}

TEST(AcceptanceText, NamesWhatWasNotJudged) {
  Acceptance acceptance = sample();
  acceptance.not_judged = {"silent errors of \"b\""};
  EXPECT_THAT(acceptance_text(acceptance, {}), HasSubstr("not judged: silent errors of \"b\"\naccepted\n"));
}

}  // namespace
}  // namespace bcheck
