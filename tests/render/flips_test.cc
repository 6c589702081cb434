// SPDX-License-Identifier: Apache-2.0
#include "render/flips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using ::testing::HasSubstr;
using testing::item;
using ::testing::Not;
using testing::sound;

TEST(Flips, SayNothingFlipped) {
  Flips flips(false);
  flips.add(item("a", sound('1')), Status::kPass);
  flips.add(item("b", bad(Status::kFail, "image.x")), Status::kFail);
  EXPECT_EQ(flips.text({}), "no key flips\n");
}

TEST(Flips, NameKeysAndWhyByWhatTheyWereAndAre) {
  Flips flips(false);
  flips.add(item("a", bad(Status::kFail, "image.too-dark")), Status::kPass);
  flips.add(item("b c", sound('1')), Status::kFail);
  EXPECT_EQ(flips.text({}),
            "2 keys flip:\n"
            "  fail -> pass: 1\n"
            "    \"b c\"\n"
            "  pass -> fail: 1\n"
            "    a: image.too-dark\n"
            "what passes now has no hash, and cannot be compared: only a run over the data makes one\n");
}

TEST(Flips, KeepTheFirstFewOrAll) {
  for (const bool all : {false, true}) {
    Flips flips(all);
    for (int i = 0; i < 30; ++i) flips.add(item(std::to_string(100 + i), bad(Status::kFail, "image.x")), Status::kPass);
    const std::string text = flips.text({});
    EXPECT_THAT(text, HasSubstr("30 keys flip:\n  pass -> fail: 30\n"));
    EXPECT_EQ(text.find("and 20 more") != std::string::npos, !all);
    EXPECT_EQ(text.find("    129: ") != std::string::npos, all);
  }
}

}  // namespace
}  // namespace bcheck
