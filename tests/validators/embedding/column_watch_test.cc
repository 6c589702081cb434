// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/column_watch.h"

#include <gtest/gtest.h>

#include "support/make_npy.h"

namespace bcheck {
namespace {

struct Seen {
  std::uint64_t count, first, tail_start;
  bool settled;

  bool operator==(const Seen&) const = default;
};

Seen watched(const Matrix& rows, Dtype dtype) {
  const std::string data = encode(dtype, rows);
  ArrayView array;
  array.dtype = dtype;
  array.rows = rows.size();
  array.dim = rows[0].size();
  ColumnWatch watch;
  watch.open(array);
  const std::size_t row = rows[0].size() * array.element();
  for (std::size_t i = 0; i < rows.size(); ++i) watch.look(i, as_bytes(data).data() + i * row);
  const ConstantColumns found = watch.constant();
  return {found.count, found.first, watch.tail_start(), watch.settled()};
}

TEST(ColumnWatch, CountsWhatNeverChanges) {
  const struct {
    const char* name;
    Matrix rows;
    Seen want;
  } cases[] = {
      {"all change", {{1, 2, 3}, {2, 3, 4}}, {0, 0, 3, true}},
      {"one row settles nothing", {{1, 2, 3}}, {0, 0, 3, false}},
      {"the middle one", {{1, 2, 3}, {2, 2, 4}, {3, 2, 4}}, {1, 1, 3, false}},
      {"two", {{7, 2, 7}, {7, 3, 7}}, {2, 0, 3, false}},
      {"changes late", {{1, 2, 3}, {2, 2, 4}, {3, 5, 4}}, {0, 0, 3, true}},
      {"zero is a value, but not at the end", {{0, 2, 0}, {0, 3, 0}}, {1, 0, 2, false}},
      {"no tail in the last row", {{1, 2, 0}, {2, 3, 0}, {3, 4, 5}}, {0, 0, 3, true}},
      {"behind a tail that ended", {{1, 0, 0}, {2, 0, 0}, {3, 0, 5}}, {1, 1, 3, false}},
      {"minus zero is zero", {{-0.0, 1, -0.0}, {0.0, 2, 0.0}}, {1, 0, 2, false}},
      {"all of them", {{1, 1}, {1, 1}}, {2, 0, 2, false}},
  };
  for (const auto& c : cases) {
    for (const Dtype dtype : {Dtype::kF32, Dtype::kF64, Dtype::kBf16, Dtype::kI8}) {
      EXPECT_EQ(watched(c.rows, dtype), c.want) << c.name << " " << info_of(dtype).word;
    }
  }
}

TEST(ColumnWatch, TheMeasureSaysWhereTheFirstIs) {
  Observation out;
  add_constant_columns({2, 7}, out);
  EXPECT_EQ(std::get<std::int64_t>(*out.find("constant_columns")), 2);
  ASSERT_EQ(out.places.size(), 1U);
  EXPECT_EQ(out.places[0].second, "the first is column 7");
  out.clear();
  add_constant_columns({}, out);
  EXPECT_TRUE(out.places.empty());
}

}  // namespace
}  // namespace bcheck
