// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/number_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

namespace bcheck {
namespace {

// The value, and how much of `text` was taken; an exact heap copy, so that a sanitizer sees a read past the end.
struct Read {
  bool number = false;
  double value = 0;
  std::size_t length = 0;
};
Read read(std::string_view text) {
  const std::unique_ptr<char[]> copy(new char[text.size()]);
  std::copy(text.begin(), text.end(), copy.get());
  Read result;
  const char* at = copy.get();
  result.number = read_json_number(at, copy.get() + text.size(), result.value);
  result.length = static_cast<std::size_t>(at - copy.get());
  return result;
}

// strtod rounds correctly in glibc, and the tests run in the C locale.
double expected(const std::string& text) {
  return std::strtod(text.c_str(), nullptr);
}

TEST(JsonNumber, TakesTheGrammarToTheLetter) {
  const struct {
    std::string_view text;
    std::size_t length;  // 0: no number
  } cases[] = {{"0", 1},         {"-0", 2},      {"7", 1},     {"10", 2},       {"0.5", 3}, {"1e5", 3},
               {"1E+5", 4},      {"1.5e-07", 7}, {"01", 1},    {"0.5.5", 3},    {"1,2", 1}, {"12345678", 8},
               {"123456789", 9}, {"", 0},        {"-", 0},     {".5", 0},       {"1.", 0},  {"1.e5", 0},
               {"1e", 0},        {"1e+", 0},     {"+1", 0},    {"-.5", 0},      {"nan", 0}, {"-inf", 0},
               {"Infinity", 0},  {"0x10", 1},    {"1_000", 1}, {"\xD9\xA3", 0}, {"--1", 0}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const Read result = read(c.text);
    EXPECT_EQ(result.number, c.length != 0);
    if (result.number) {
      EXPECT_EQ(result.length, c.length);
      EXPECT_EQ(result.value, expected(std::string(c.text.substr(0, c.length))));
    }
  }
}

TEST(JsonNumber, IsRoundedCorrectly) {
  const char* const cases[] = {"9007199254740992",
                               "9007199254740993",  // half between two doubles
                               "9007199254740994",
                               "9007199254740993.0000000000000000000000000001",
                               "18446744073709551615",
                               "18446744073709551616",
                               "99999999999999999999999999",
                               "1e22",
                               "1e23",
                               "123456789e22",
                               "2.2250738585072014e-308",
                               "2.2250738585072011e-308",  // subnormal
                               "4.9406564584124654e-324",
                               "2.4703282292062327e-324",  // a hair below half of the smallest
                               "1.7976931348623157e308",
                               "0.1",
                               "0.30000000000000004",
                               "0.000000000000000000000000000000000000000000000000001e50",
                               "100000000000000000000000000000000000000000000000000e-50",
                               "-4.26172176490062851e-02"};
  for (const std::string text : cases) {
    SCOPED_TRACE(text);
    const Read result = read(text);
    EXPECT_EQ(result.length, text.size());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(result.value), std::bit_cast<std::uint64_t>(expected(text)));
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    for (const std::string& text : {fmt::format("{:.17g}", value), fmt::format("{:.9g}", value),
                                    fmt::format("{}", std::ldexp(static_cast<double>(random()), -70))}) {
      const Read result = read(text);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(result.value), std::bit_cast<std::uint64_t>(expected(text))) << text;
      ASSERT_EQ(result.length, text.size()) << text;
    }
  }
}

TEST(JsonNumber, BeyondDoublesIsInfiniteOrZero) {
  const struct {
    std::string text;
    double value;
  } cases[] = {{"1e400", HUGE_VAL},
               {"-1e400", -HUGE_VAL},
               {"1e-400", 0},
               {"1e999999999999999999999", HUGE_VAL},
               {"1e-999999999999999999999", 0},
               {"0e999999999999999999999", 0},
               {"0.0000001e400", HUGE_VAL},
               {"1000000e-400", 0},
               {"1" + std::string(400, '0'), HUGE_VAL},
               {"0." + std::string(400, '0') + "1", 0},
               {"1" + std::string(400, '0') + "e-400", 1},
               {"123456e-9223372036854775808", 0},
               {"1e18446744073709551617", HUGE_VAL}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const Read result = read(c.text);
    EXPECT_TRUE(result.number);
    EXPECT_EQ(result.value, c.value);
    EXPECT_EQ(std::signbit(result.value), c.text.front() == '-');
  }
}

TEST(NumberCell, TakesWhatFloatTakes) {
  const struct {
    std::string_view text;
    double value;
  } cases[] = {{"1", 1},     {"+1", 1},         {"-1.5", -1.5},         {".5", 0.5},         {"-.5", -0.5},
               {"1.", 1},    {"007", 7},        {" 0.25 ", 0.25},       {"1e3", 1000},       {"+.5E-1", 0.05},
               {"-0", -0.0}, {"inf", HUGE_VAL}, {"Infinity", HUGE_VAL}, {"-INF", -HUGE_VAL}, {"+inf", HUGE_VAL}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    double value = 99;
    EXPECT_TRUE(read_number_cell(c.text, value));
    EXPECT_EQ(value, c.value);
    EXPECT_EQ(std::signbit(value), std::signbit(c.value));
  }
  for (const std::string_view text : {"nan", "NaN", "-nan", "+nan", "-nan(ind)"}) {
    double value = 0;
    EXPECT_TRUE(read_number_cell(text, value)) << text;
    EXPECT_TRUE(std::isnan(value)) << text;
  }
  for (const std::string_view text :
       {"",     " ",   "NA",   "null", "None", "-",       "+",    ".",   "e5",     "1e",   "1 2",
        "0x10", "1,5", "1.5f", "++1",  "+-1",  "infinit", "1..2", "\t1", "nan(1)", "1e5e5"}) {
    double value = 0;
    EXPECT_FALSE(read_number_cell(text, value)) << text;
  }
}

}  // namespace
}  // namespace bcheck
