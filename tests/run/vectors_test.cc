// SPDX-License-Identifier: Apache-2.0
#include "run/vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/make_npy.h"
#include "validators/embedding/distance.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

TEST(IsolatedVectors, GiveWhatTheReadersGive) {
  const std::string a = npy_file(unit_rows(5, 8));
  Matrix rows = unit_rows(5, 8);
  std::swap(rows[1], rows[2]);
  const std::string b = npy_file(rows);
  const VectorFile before{as_bytes(a), "npy", "npy", "f32", 5, 8};
  const VectorFile after{as_bytes(b), "npy", "npy", "f32", 5, 8};
  const auto seen = isolated_vectors()->compare(before, after, {});
  const auto wanted = vector_distance(before, after, {});
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->far, 2U);
  EXPECT_EQ(seen->far, wanted->far);
  EXPECT_EQ(seen->moved_from, wanted->moved_from);
  EXPECT_EQ(seen->cosine_most, wanted->cosine_most);
}

TEST(IsolatedVectors, SayWhyTheyCouldNot) {
  const std::string a = npy_file(unit_rows(5, 8));
  const VectorFile sound{as_bytes(a), "npy", "npy", "f32", 5, 8};
  const VectorFile cut{as_bytes(a).first(90), "npy", "npy", "f32", 5, 8};
  const auto damaged = isolated_vectors()->compare(sound, cut, {});
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, ErrorKind::kIncomplete);
  EXPECT_THAT(damaged.error().message, HasSubstr("the new one: "));

  VectorSettings no_time;
  no_time.limits.seconds = -1;
  const auto late = isolated_vectors(no_time)->compare(sound, sound, {});
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, HasSubstr("decoding: it took more than"));

  VectorSettings stopped;
  stopped.stop = [] { return true; };
  EXPECT_EQ(isolated_vectors(stopped)->compare(sound, sound, {}).error().kind, ErrorKind::kInterrupted);
}

}  // namespace
}  // namespace bcheck
