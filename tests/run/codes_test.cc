// SPDX-License-Identifier: Apache-2.0
#include "run/codes.h"

#include <gtest/gtest.h>

#include "validators/registry.h"

namespace bcheck {
namespace {

TEST(Codes, EveryCodeHasANumberAndComesBack) {
  const CodeTable codes;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto id = static_cast<std::uint16_t>(i);
    EXPECT_EQ(codes.id(codes.code(id)), id);
  }
  for (const Type* const type : all_types()) {
    for (const FindingInfo& info : type->findings) EXPECT_TRUE(codes.id(info.code)) << info.code;
  }
  for (const FindingInfo& info : run_findings()) EXPECT_TRUE(codes.id(info.code)) << info.code;
  for (const FindingInfo& info : batch_findings()) EXPECT_TRUE(codes.id(info.code)) << info.code;
}

TEST(Codes, LimitsHaveCodesToo) {
  const CodeTable codes;
  for (const char* const code :
       {"artifact.too-small", "image.mean-luma-low", "image.mean-luma-high", "text.too-short"}) {
    EXPECT_TRUE(codes.id(code)) << code;
  }
  EXPECT_FALSE(codes.id("image.no-such-code"));
}

}  // namespace
}  // namespace bcheck
