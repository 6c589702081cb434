// SPDX-License-Identifier: Apache-2.0
#include "input/rate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bcheck {
namespace {

using testing::HasSubstr;

TEST(Rate, IsExact) {
  struct Row {
    std::string_view text;
    std::int64_t numerator, denominator;
  };
  const Row rows[] = {
      {"99%", 99, 100},       {"99 %", 99, 100},
      {" 99% ", 99, 100},     {"99.5 %", 199, 200},
      {"99.50%", 199, 200},   {"99.999999999999%", 99'999'999'999'999, 100'000'000'000'000},
      {"0.1%", 1, 1000},      {"0.995", 199, 200},
      {"0.990", 99, 100},     {"0.000000000001", 1, 1'000'000'000'000},
      {"0.29", 29, 100},  // 0.29 * 100 is 28.999999999999996 in doubles
      {"995/1000", 199, 200}, {"1 / 3", 1, 3},
      {"0/5", 0, 1},          {"1", 1, 1},
      {"1.0", 1, 1},          {"100%", 1, 1},
      {"100.0%", 1, 1},       {"0", 0, 1},
      {"0%", 0, 1},           {"00.5", 1, 2},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto rate = parse_rate(row.text);
    ASSERT_TRUE(rate.has_value()) << rate.error().message;
    EXPECT_EQ(rate->numerator, row.numerator);
    EXPECT_EQ(rate->denominator, row.denominator);
  }
  EXPECT_EQ(parse_rate(" 99.50 % ")->text, "99.50 %");
}

TEST(Rate, RefusesWithWhatIsRight) {
  struct Row {
    std::string_view text, message, hint;
  };
  const Row rows[] = {
      {"", "the rate is empty", "99%, 0.99 or 99/100"},
      {"  ", "the rate is empty", "99%"},
      {"%", "\"%\" is no rate", "99%"},
      {"99", "\"99\" is more than 1", "did you mean 99%?"},
      {"99.5", "\"99.5\" is more than 1", "did you mean 99.5%?"},
      {"1.01", "\"1.01\" is more than 1", "did you mean 1.01%?"},
      {"101", "\"101\" is more than 1", "from 0 to 1"},
      {"100.1%", "\"100.1%\" is more than 1", "from 0 to 1"},
      {"3/2", "\"3/2\" is more than 1", "from 0 to 1"},
      {"1/0", "\"1/0\" is no rate", "99%"},
      {"0/0", "is no rate", "99%"},
      {"-1%", "\"-1%\" is no rate", "99%"},
      {"-0", "is no rate", "99%"},
      {"+0.5", "is no rate", "99%"},
      {".5", "is no rate", "99%"},
      {"5.%", "is no rate", "99%"},
      {"1.", "is no rate", "99%"},
      {"0.5.0", "is no rate", "99%"},
      {"0,5", "is no rate", "99%"},
      {"1e-2", "is no rate", "99%"},
      {"0x1", "is no rate", "99%"},
      {"nan", "\"nan\" is no rate", "99%"},
      {"inf", "is no rate", "99%"},
      {"99%%", "is no rate", "99%"},
      {"99/100%", "is no rate", "99%"},
      {"1/2/3", "is no rate", "99%"},
      {"0.0000000000001", "is no rate", "99%"},
      {"1000000000000000/1000000000000000", "is no rate", "99%"},
      {"9999999999999999999999", "is no rate", "99%"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto rate = parse_rate(row.text);
    ASSERT_FALSE(rate.has_value());
    EXPECT_EQ(rate.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(rate.error().message, HasSubstr(std::string(row.message)));
    EXPECT_THAT(rate.error().hint, HasSubstr(std::string(row.hint)));
  }
}

}  // namespace
}  // namespace bcheck
