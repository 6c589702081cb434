// SPDX-License-Identifier: Apache-2.0
#include "analysis/near_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

Outcome vectors(std::string dtype = "f32") {
  Outcome out;
  out.status = Status::kPass;
  out.path = "v.NPY";
  out.format = "npy";
  out.measures = {{"rows", std::int64_t{10}}, {"dim", std::int64_t{4}}, {"dtype", std::move(dtype)}};
  return out;
}

// Answers what it was told, and remembers what it was asked.
class Told final : public VectorReader {
 public:
  Result<VectorDistance> answer = VectorDistance{};
  RowLimits limits;
  std::string extension, format;
  std::int64_t rows = 0, dim = 0;

  Result<VectorDistance> compare(const VectorFile& before, const VectorFile&, const RowLimits& asked) override {
    limits = asked;
    extension = before.extension;
    format = before.format;
    rows = before.rows;
    dim = before.dim;
    return answer;
  }
};

class VectorMeterTest : public ::testing::Test {
 protected:
  VectorMeterTest() {
    before_.write("v.NPY", "a");
    after_.write("v.NPY", "b");
  }
  Result<Nearness> measured(const Outcome& before, const Outcome& after) {
    const ProductFolder a = ProductFolder::open(before_.path()).value();
    const ProductFolder b = ProductFolder::open(after_.path()).value();
    return VectorMeter({}, a, b, reader_).measure(before, after);
  }

  test::TempDir before_, after_;
  Told reader_;
};

VectorDistance ten_rows(std::uint64_t far, double cosine) {
  VectorDistance out;
  out.old_rows = out.new_rows = 10;
  out.old_dim = out.new_dim = 4;
  out.far = far;
  out.cosine_most = cosine;
  out.largest = 0.5;
  return out;
}

TEST_F(VectorMeterTest, KnowsVectorsOnly) {
  const ProductFolder folder = ProductFolder::open(before_.path()).value();
  const VectorMeter meter({}, folder, folder, reader_);
  EXPECT_TRUE(meter.knows(vectors(), vectors()));
  EXPECT_FALSE(meter.knows(vectors(), {}));
}

TEST_F(VectorMeterTest, Judges) {
  VectorDistance equal = ten_rows(0, 0);
  equal.equal = 10;
  VectorDistance taller = ten_rows(0, 0);
  taller.new_rows = 11;
  VectorDistance shifted = ten_rows(9, 0.7);
  shifted.moved = 9;
  shifted.shift = 1;
  shifted.moved_row = 1;
  VectorDistance swapped = ten_rows(2, 0.7);
  swapped.moved = 2;
  swapped.moved_row = 3;
  swapped.moved_from = 7;
  VectorDistance zero = ten_rows(1, 0);
  zero.broken = 1;
  const struct {
    const char* name;
    VectorDistance distance;
    const char* dtype;
    Likeness want;
    const char* told;
  } rows[] = {
      {"the same numbers", equal, "f32", Likeness::kSameContent, "the same numbers"},
      {"near", ten_rows(0, 0.0004), "f32", Likeness::kNear, "1 - cosine 0.0004 at most, norm 0, 0 of 10 rows far"},
      {"one row far", ten_rows(1, 0.06), "f32", Likeness::kFar, "1 of 10 rows far"},
      {"another shape", taller, "f32", Likeness::kFar, "10 x 4 and 11 x 4 numbers"},
      {"shifted", shifted, "f32", Likeness::kFar, "the rows are shifted by 1 (row 1 was row 0)"},
      {"in another order", swapped, "f32", Likeness::kFar, "rows in another order (row 3 was row 7)"},
      {"a row of zeros", zero, "f32", Likeness::kFar, "1 zero or not finite"},
      {"integers by one step", ten_rows(3, 0.01), "i8", Likeness::kNear, "3 of 10 rows far"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    reader_.answer = row.distance;
    const auto seen = measured(vectors(row.dtype), vectors(row.dtype));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->likeness, row.want);
    EXPECT_THAT(seen->told, HasSubstr(row.told));
    EXPECT_FALSE(seen->by_report);
  }
}

TEST_F(VectorMeterTest, TellsTheReaderWhatTheReportKnows) {
  ASSERT_TRUE(measured(vectors(), vectors()));
  EXPECT_EQ(reader_.extension, "npy");
  EXPECT_EQ(reader_.format, "npy");
  EXPECT_EQ(reader_.rows, 10);
  EXPECT_EQ(reader_.dim, 4);
  EXPECT_DOUBLE_EQ(reader_.limits.cosine_distance, 1e-3);
  ASSERT_TRUE(measured(vectors(), vectors("f8_e5m2")));
  EXPECT_DOUBLE_EQ(reader_.limits.cosine_distance, 1e-2);
}

TEST_F(VectorMeterTest, SaysWhatItCouldNotCompare) {
  reader_.answer = incomplete("it is damaged");
  const auto damaged = measured(vectors(), vectors());
  ASSERT_TRUE(damaged);
  EXPECT_EQ(damaged->likeness, Likeness::kUnknown);
  EXPECT_EQ(damaged->told, "it is damaged");
  reader_.answer = tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
  EXPECT_FALSE(measured(vectors(), vectors()));
  Outcome record = vectors();
  record.line = 0;
  EXPECT_THAT(measured(record, record)->told, HasSubstr("a record of a larger file"));
}

}  // namespace
}  // namespace bcheck
