// SPDX-License-Identifier: Apache-2.0
#include "base/file_digest.h"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

TEST(FileDigest, IsThatOfAllBytes) {
  const test::TempDir directory;
  const std::string large(1'000'003, 'x');
  EXPECT_EQ(sha256_of_file(directory.write("large", large)).value(), hex(sha256(as_bytes(large))));
  EXPECT_EQ(sha256_of_file(directory.write("empty", "")).value(), hex(sha256({})));
}

TEST(FileDigest, WhatCanBeReadOnceOnlyHasNone) {
  EXPECT_EQ(sha256_of_file("-").value(), "");
  EXPECT_EQ(sha256_of_file("/dev/null").value(), "");
}

}  // namespace
}  // namespace bcheck
