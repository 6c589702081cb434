// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace bcheck {
namespace {

TEST(Parse, Counts) {
  struct Case {
    std::string_view typed;
    std::optional<std::int64_t> value;
  };
  for (const auto& [typed, value] : {Case{"1", 1},
                                     {"1024", 1024},
                                     {"010", 10},
                                     {"0", {}},
                                     {"1025", {}},
                                     {"", {}},
                                     {"-1", {}},
                                     {"+1", {}},
                                     {"1e3", {}},
                                     {"0x10", {}},
                                     {" 1", {}},
                                     {"1 ", {}},
                                     {"99999999999999999999", {}}}) {
    const auto got = parse_count(typed, "--jobs", 1, 1024);
    EXPECT_EQ(got.has_value(), value.has_value()) << typed;
    if (got && value) {
      EXPECT_EQ(*got, *value) << typed;
    }
    if (!got) {
      EXPECT_NE(got.error().message.find("--jobs"), std::string::npos);
    }
  }
}

TEST(Parse, Sizes) {
  struct Case {
    std::string_view typed;
    std::optional<std::uint64_t> value;
  };
  for (const auto& [typed, value] : {Case{"0", 0},
                                     {"1048576", 1048576},
                                     {"4GiB", std::uint64_t{4} << 30},
                                     {"10MB", 10'000'000},
                                     {"10 MiB", 10 << 20},
                                     {"1kB", 1000},
                                     {"1KiB", 1024},
                                     {"2TB", 2'000'000'000'000},
                                     {"", {}},
                                     {"MB", {}},
                                     {"1.5GB", {}},
                                     {"-1", {}},
                                     {"1mb", {}},
                                     {"99999999TiB", {}}}) {
    const auto got = parse_size(typed, "--memory");
    EXPECT_EQ(got.has_value(), value.has_value()) << typed;
    if (got && value) {
      EXPECT_EQ(*got, *value) << typed;
    }
  }
}

TEST(Parse, Seconds) {
  struct Case {
    std::string_view typed;
    std::optional<double> value;
  };
  for (const auto& [typed, value] : {Case{"60", 60},
                                     {"60s", 60},
                                     {"2m", 120},
                                     {"1h", 3600},
                                     {"0.5", 0.5},
                                     {"0", {}},
                                     {"-1", {}},
                                     {"nan", {}},
                                     {"inf", {}},
                                     {"", {}},
                                     {"s", {}},
                                     {"1e3", {}},
                                     {"5 s", {}}}) {
    const auto got = parse_seconds(typed, "--timeout");
    EXPECT_EQ(got.has_value(), value.has_value()) << typed;
    if (got && value) {
      EXPECT_DOUBLE_EQ(*got, *value) << typed;
    }
  }
}

TEST(Parse, Decibels) {
  using Row = std::pair<const char*, std::optional<double>>;
  for (const auto& [typed, value] : {Row{"30", 30},
                                     {"32.5dB", 32.5},
                                     {"0", 0},
                                     {"200", 200},
                                     {"", {}},
                                     {"dB", {}},
                                     {"-1", {}},
                                     {"201", {}},
                                     {"inf", {}},
                                     {"nan", {}},
                                     {"30 dB", {}},
                                     {"1e1", {}}}) {
    const auto got = parse_decibels(typed, "--near-psnr");
    EXPECT_EQ(got.has_value(), value.has_value()) << typed;
    if (got && value) {
      EXPECT_DOUBLE_EQ(*got, *value) << typed;
    }
  }
}

}  // namespace
}  // namespace bcheck
