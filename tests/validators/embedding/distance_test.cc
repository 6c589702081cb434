// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/distance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/make_npy.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

VectorFile file(const std::string& bytes, std::string_view format = "npy") {
  return {as_bytes(bytes), format, format, {}, 0, 0};
}

VectorDistance between(const Matrix& before, const Matrix& after, Dtype dtype = Dtype::kF64) {
  const std::string a = npy_file(before, dtype);
  const std::string b = npy_file(after, dtype);
  const auto distance = vector_distance(file(a), file(b), {});
  EXPECT_TRUE(distance);
  return distance.value_or(VectorDistance{});
}

TEST(VectorDistance, OfRowsThatDifferALittle) {
  const Matrix rows = unit_rows(20, 16);
  const VectorDistance same = between(rows, rows);
  EXPECT_EQ(same.equal, 20U);
  EXPECT_EQ(same.far, 0U);
  EXPECT_EQ(same.old_rows, 20U);
  EXPECT_EQ(same.old_dim, 16U);

  Matrix noisy = rows;
  for (auto& row : noisy) row[3] += 1e-5;
  const VectorDistance little = between(rows, noisy);
  EXPECT_EQ(little.equal, 0U);
  EXPECT_EQ(little.far, 0U);
  EXPECT_GT(little.cosine_most, 1e-12) << "what 1 - cosine in doubles would cancel";
  EXPECT_LT(little.cosine_most, 1e-10);
  EXPECT_NEAR(little.largest, 1e-5, 1e-12);
}

TEST(VectorDistance, KeepsBothLimits) {
  // Turned by 0.05: 1 - cos = 0.00125, above; by 0.04: 0.0008, below. Lengthened by 2 %, above; by 0.5 %, below.
  const Matrix before{{1, 0}, {1, 0}, {1, 0}, {1, 0}};
  const Matrix after{{std::cos(0.05), std::sin(0.05)}, {std::cos(0.04), std::sin(0.04)}, {1.02, 0}, {1.005, 0}};
  const VectorDistance distance = between(before, after);
  EXPECT_EQ(distance.far, 2U);
  EXPECT_NEAR(distance.cosine_most, 0.00125, 1e-5);
  EXPECT_NEAR(distance.norm_most, 0.02, 1e-12);
  EXPECT_EQ(distance.worst_row, 0U);
  const VectorDistance huge = between({{1e200, 1e200}}, {{2e200, 2e200}});
  EXPECT_EQ(huge.far, 1U);
  EXPECT_NEAR(huge.norm_most, 1, 1e-12);
  EXPECT_NEAR(huge.cosine_most, 0, 1e-12);
}

TEST(VectorDistance, NeverCallsNanOrAnOddZeroNear) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const VectorDistance distance = between({{1, 2}, {nan, 2}, {1, inf}, {0, 0}, {0, 0}, {3, 4}},
                                          {{1, 2}, {nan, 2}, {1, inf}, {0, 0}, {1, 1}, {0, 0}});
  EXPECT_EQ(distance.equal, 2U);
  EXPECT_EQ(distance.broken, 4U);
  EXPECT_EQ(distance.far, 4U);
}

TEST(VectorDistance, SeesRowsInAnotherOrder) {
  const Matrix rows = unit_rows(20, 16);
  Matrix swapped = rows;
  std::swap(swapped[3], swapped[15]);
  const VectorDistance swap = between(rows, swapped);
  EXPECT_EQ(swap.far, 2U);
  EXPECT_EQ(swap.moved, 2U);
  EXPECT_EQ(swap.shift, 0);
  EXPECT_EQ(swap.moved_row, 3U);
  EXPECT_EQ(swap.moved_from, 15U);

  Matrix shifted(rows.begin() + 1, rows.end());
  shifted.push_back(unit_rows(40, 16).back());
  const VectorDistance shift = between(rows, shifted);
  EXPECT_EQ(shift.far, 20U);
  EXPECT_EQ(shift.moved, 19U);
  EXPECT_EQ(shift.shift, -1);

  Matrix other = unit_rows(40, 16);
  other.erase(other.begin(), other.begin() + 20);
  EXPECT_EQ(between(rows, other).moved, 0U) << "another model is no order";
}

TEST(VectorDistance, ReadsEveryTypeAndContainer) {
  const Matrix rows = unit_rows(4, 8);
  for (const Dtype dtype : {Dtype::kF16, Dtype::kF32, Dtype::kF64}) {
    SCOPED_TRACE(info_of(dtype).word);
    const std::string exact = npy_file(rows, Dtype::kF64);
    const std::string narrow = npy_file(rows, dtype);
    const auto distance = vector_distance(file(exact), file(narrow), {});
    ASSERT_TRUE(distance);
    EXPECT_EQ(distance->far, 0U);
    EXPECT_EQ(distance->equal, dtype == Dtype::kF64 ? 4U : 0U);
  }
  const std::string json = "[[1, 2], [3, 4]]";
  const std::string npy = npy_file(Matrix{{1, 2}, {3, 4}}, Dtype::kF64);
  const auto across = vector_distance(file(npy), file(json, "json"), {});
  ASSERT_TRUE(across) << across.error().message;
  EXPECT_EQ(across->equal, 2U);
}

TEST(VectorDistance, DoesNotCompareWhatItCannotRead) {
  const std::string sound = npy_file(unit_rows(4, 8));
  const std::string nothing, word = "text";
  const std::string cut = sound.substr(0, sound.size() - 1);
  const auto damaged = vector_distance(file(sound), file(cut), {});
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error().message, HasSubstr("the new one: "));
  EXPECT_FALSE(vector_distance(file(sound), file(nothing), {}));
  EXPECT_FALSE(vector_distance(file(word, "txt"), file(sound), {}));
  const std::string records = "{\"id\": \"a\", \"embedding\": [1, 0]}\n";
  EXPECT_FALSE(vector_distance(file(records, "jsonl"), file(records, "jsonl"), {})) << "so of members that rules name";
  EXPECT_FALSE(vector_distance(file(sound, "raw"), file(sound, "raw"), {})) << "only its rules know how to read it";
  VectorFile other = file(sound);
  other.rows = 4;
  other.dim = 9;
  const auto otherwise = vector_distance(other, file(sound), {});
  ASSERT_FALSE(otherwise);
  EXPECT_THAT(otherwise.error().message, HasSubstr("the report has 4 x 9"));

  const std::string wide = npy_file(unit_rows(4, 9));
  const auto shapes = vector_distance(file(sound), file(wide), {});
  ASSERT_TRUE(shapes);
  EXPECT_FALSE(shapes->one_shape());
}

}  // namespace
}  // namespace bcheck
