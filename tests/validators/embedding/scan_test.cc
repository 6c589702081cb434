// SPDX-License-Identifier: Apache-2.0
// Also tests: duplicates.cc, plausibility.cc, row_reader.cc
// The values of arrays: what is measured, and where.
#include "validators/embedding/scan.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/hash.h"
#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

std::string fortran_file(const Matrix& matrix, bool big_endian) {
  Matrix turned(matrix.front().size(), std::vector<double>(matrix.size()));
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix[i].size(); ++j) turned[j][i] = matrix[i][j];
  }
  const std::string shape = "(" + std::to_string(matrix.size()) + ", " + std::to_string(matrix.front().size()) + ")";
  return npy_file(big_endian ? "'>f4'" : "'<f4'", shape, encode(Dtype::kF32, turned, big_endian), true);
}

std::string big_endian_file(const Matrix& matrix) {
  const std::string shape = "(" + std::to_string(matrix.size()) + ", " + std::to_string(matrix.front().size()) + ")";
  return npy_file("'>f4'", shape, encode(Dtype::kF32, matrix, true));
}

TEST(Scan, PlacesAreRowsAndColumnsInEveryOrder) {
  Matrix rows = unit_rows(50, 37);
  rows[5][36] = kNan;  // behind the last whole vector register
  rows[49][0] = -kInf;
  const std::string raw = npy_file(rows);
  for (const std::string& file : {raw, big_endian_file(rows), fortran_file(rows, false), fortran_file(rows, true)}) {
    const Judged judged = judge_vectors(file, Options{{"norm", "unit"}});
    EXPECT_EQ(judged.codes(), "nan inf");
    EXPECT_NE(judged.message(0).find("row 5 column 36"), std::string::npos) << judged.message(0);
    EXPECT_NE(judged.message(1).find("row 49 column 0"), std::string::npos) << judged.message(1);
    EXPECT_EQ(judged.number("norm_min"), judge_vectors(raw, Options{}).number("norm_min"));
  }
  EXPECT_EQ(judge_vectors(xvecs_file(rows, Dtype::kF32), Options{{"format", "fvecs"}}, "").message(0),
            judge_vectors(raw, Options{}).message(0));
}

// Larger than a tile of the reader, and more than two axes.
TEST(Scan, FortranOrderOfManyRowsAndAxes) {
  Matrix rows = unit_rows(3000, 100);
  rows[2999][99] = kNan;
  rows[1500] = rows[7];
  const Judged judged = judge_vectors(fortran_file(rows, false), Options{});
  EXPECT_EQ(judged.codes(), "nan duplicate-rows");
  EXPECT_NE(judged.message(0).find("row 2999 column 99"), std::string::npos);
  EXPECT_NE(judged.message(1).find("row 1500 is row 7"), std::string::npos);

  std::string data(2 * 3 * 8 * 4, '\0');
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 8; ++k) {
        const std::string x =
            encode(Dtype::kF32, i == 1 && j == 2 && k == 5 ? kNan : 1.0 + static_cast<double>(i + 2 * j + 6 * k));
        std::copy(x.begin(), x.end(), data.begin() + static_cast<std::ptrdiff_t>(4 * (i + 2 * j + 6 * k)));
      }
    }
  }
  const Judged axes = judge_vectors(npy_file("'<f4'", "(2, 3, 8)", data, true), Options{});
  EXPECT_EQ(axes.number("rows"), 6);
  EXPECT_NE(axes.message(0).find("row 5 column 5"), std::string::npos) << axes.message(0);
}

TEST(Scan, ContentHashIsOfTheValuesAlone) {
  const Matrix rows = unit_rows(9, 21);
  const std::string wanted = hex(sha256(as_bytes(encode(Dtype::kF32, rows))));
  ArtifactRules rules;
  for (const std::string& file :
       {npy_file(rows), big_endian_file(rows), fortran_file(rows, false), fortran_file(rows, true)}) {
    const Judged judged = judge_by_rules(file, rules, "npy", true);
    EXPECT_EQ(judged.observation.content_sha256, wanted);
    EXPECT_EQ(judged.observation.content_decoder, "bcheck npy");
  }
  EXPECT_EQ(judge_by_rules(xvecs_file(rows, Dtype::kF32), rules, "fvecs", true).observation.content_sha256, wanted);
  EXPECT_EQ(judge_by_rules(npy_file(rows), rules, "npy", false).observation.content_sha256, "");
}

TEST(Scan, AnyAlignment) {
  const std::string file = npy_file(unit_rows(7, 33));
  const Judged straight = judge_by_rules(file, {}, "npy", true, 0);
  for (std::size_t shift = 1; shift < 8; ++shift) {
    EXPECT_EQ(judge_by_rules(file, {}, "npy", true, shift).observation.measures.size(),
              straight.observation.measures.size());
    EXPECT_EQ(judge_by_rules(file, {}, "npy", true, shift).number("norm_max"), straight.number("norm_max"));
  }
}

// Norms that squares in single precision, or in double, would lose.
TEST(Scan, NormsOfExtremeRows) {
  struct Case {
    Dtype dtype;
    double value;
  };
  for (const Case& c : {Case{Dtype::kF32, 1e20},
                        {Dtype::kF32, 1e-25},
                        {Dtype::kF64, 1e200},
                        {Dtype::kF64, 1e-200},
                        {Dtype::kF64, 1e-310},
                        {Dtype::kF16, 65504}}) {
    Matrix rows{{1, 2, 3, 4}, {c.value, -c.value, c.value, -c.value}};
    const Judged judged = judge_vectors(npy_file(rows, c.dtype), Options{});
    const double seen = c.value > 1 ? judged.number("norm_max") : judged.number("norm_min");
    EXPECT_NEAR(seen / (2 * c.value), 1, 1e-6) << c.value;
    EXPECT_EQ(judged.number("nan"), 0);
    EXPECT_EQ(judged.number("inf"), 0);
    EXPECT_EQ(judged.number("zero_rows"), 0);
    EXPECT_EQ(judged.number("subnormal_rows"), c.value == 1e-310 ? 1 : 0) << c.value;
  }
}

TEST(Scan, RowsThatAreNoVectors) {
  struct Case {
    std::string name;
    void (*change)(Matrix&);
    std::string codes;
    std::string place;
  };
  const Case cases[] = {
      {"sound", [](Matrix&) {}, "", ""},
      {"zero", [](Matrix& m) { m[3].assign(16, 0); }, "zero-row", "in row 3"},
      {"negative zero", [](Matrix& m) { m[3].assign(16, -0.0); }, "zero-row", "in row 3"},
      {"both zeros", [](Matrix& m) { m[3].assign(16, 0), m[3][1] = -0.0, m[4] = m[3], m[4][2] = -0.0; }, "zero-row",
       "in row 3, row 4"},
      {"zero tail", [](Matrix& m) { m[10].assign(16, 0), m[11] = m[10]; }, "zero-row", "rows 10 to 11"},
      {"zero in the middle and at the end", [](Matrix& m) { m[3].assign(16, 0), m[11] = m[3]; }, "zero-row",
       "in row 3, row 11"},
      {"subnormal", [](Matrix& m) { m[4].assign(16, 1e-40), m[4][2] = 1e-41; }, "subnormal-row norm-low", "in row 4"},
      {"constant", [](Matrix& m) { m[4].assign(16, -0.25); }, "constant-row", "in row 4"},
      {"duplicates", [](Matrix& m) { m[6] = m[3], m[2] = m[1], m[11] = m[3]; }, "duplicate-rows",
       "row 2 is row 1, row 6 is row 3, row 11 is row 3"},
      {"negated is no duplicate",
       [](Matrix& m) {
         m[6] = m[3];
         for (double& x : m[6]) x = -x;
       },
       "", ""},
      {"permuted is no duplicate", [](Matrix& m) { m[6] = m[3], std::swap(m[6][0], m[6][9]); }, "", ""},
      {"equal but for the sign of 0", [](Matrix& m) { m[3][1] = 0, m[6] = m[3], m[6][1] = -0.0; }, "duplicate-rows",
       "row 6 is row 3"},
      {"all the same",
       [](Matrix& m) {
         for (auto& row : m) row = m[0];
       },
       "all-rows-same", "12 rows"},
      {"all zero",
       [](Matrix& m) {
         for (auto& row : m) row.assign(16, 0);
       },
       "zero-row all-rows-same", "..."},
      {"all NaN",
       [](Matrix& m) {
         for (auto& row : m) row.assign(16, std::nan(""));
       },
       "nan all-rows-same", "(192 in all)"},
      {"padded",
       [](Matrix& m) {
         for (auto& row : m)
           for (std::size_t j = 12; j < 16; ++j) row[j] = j % 2 ? 0.0 : -0.0;
       },
       "zero-tail-dims", "columns 12 to 15"},
      {"three zero columns",
       [](Matrix& m) {
         for (auto& row : m)
           for (std::size_t j = 13; j < 16; ++j) row[j] = 0;
       },
       "", ""},
      {"constant column",
       [](Matrix& m) {
         for (auto& row : m) row[3] = 0.125;
       },
       "constant-column(warn)", "column 3"},
      {"constant but for the last row",
       [](Matrix& m) {
         for (auto& row : m) row[3] = 0.125;
         m[11][3] = 0.5;
       },
       "", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Matrix rows = unit_rows(12, 16);
    c.change(rows);
    ArtifactRules rules;
    rules.options = {{"norm", std::vector<double>{0.1, 2}}};
    const Judged judged = judge_by_rules(npy_file(rows), rules);
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_NE(judged.message().find(c.place), std::string::npos) << judged.message();
  }
}

TEST(Scan, OneRowAndOneColumn) {
  EXPECT_EQ(judge_vectors(npy_file(unit_rows(1, 64)), Options{{"norm", "unit"}}).codes(), "");
  EXPECT_EQ(judge_vectors(npy_file(Matrix{{1}, {-1}, {1}}), Options{{"norm", "unit"}}).codes(), "");
  EXPECT_EQ(judge_vectors(npy_file(Matrix{{kNan}}), Options{}).codes(), "nan");
  EXPECT_EQ(judge_vectors(npy_file(Matrix{{0}}), Options{}).codes(), "zero-row");
}

// Places are kept for five, whatever is counted: a file of NaN costs no more memory than a sound one.
// Zeros at the end say that a smaller model was padded only where zeros are no everyday thing.
TEST(Scan, ZeroTailThatMayBeChance) {
  const auto one_hot = [](std::size_t rows, std::size_t dim) {
    Matrix m(rows, std::vector<double>(dim, 0));
    for (std::size_t i = 0; i < rows; ++i) m[i][i] = 1;
    return m;
  };
  const auto relu = [](std::size_t rows, std::size_t dim, std::size_t zeros) {
    Matrix m = unit_rows(rows, dim);
    for (auto& row : m) {
      for (double& x : row) x = std::max(x, 0.0);
      for (std::size_t j = dim - zeros; j < dim; ++j) row[j] = 0;
    }
    return m;
  };
  const auto dense = [](std::size_t rows, std::size_t dim, std::size_t zeros) {
    Matrix m = unit_rows(rows, dim);
    for (auto& row : m) std::fill(row.end() - static_cast<std::ptrdiff_t>(zeros), row.end(), 0.0);
    return m;
  };
  const struct {
    std::string name;
    Matrix rows;
    double tail;
  } cases[] = {
      {"one-hot", one_hot(8, 16), 0},
      {"one row of a ReLU", relu(1, 256, 6), 0},
      {"one row of a ReLU, padded", relu(1, 256, 64), 64},
      {"rows of a ReLU, padded", relu(20, 64, 8), 8},
      {"one dense row", dense(1, 64, 8), 8},
      {"one dense row with a single zero", dense(1, 64, 1), 1},
      {"rows", dense(10, 64, 8), 8},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const double tail = judge_vectors(npy_file(c.rows), Options{}).number("zero_tail_dims");
    if (c.tail > 0 && c.name.find("ReLU") != std::string::npos) {
      EXPECT_GE(tail, c.tail) << "what the ReLU left in front of it may belong to it";
    } else {
      EXPECT_EQ(tail, c.tail);
    }
  }
}

// A row of a batch is checked as an artifact of its own: nothing of what needs many rows is said of one.
TEST(Scan, OneSoundRowRaisesNothing) {
  for (const std::size_t dim : {2U, 4U, 64U, 384U, 1024U, 4096U}) {
    const Matrix rows = unit_rows(20, dim);
    for (const Dtype dtype : {Dtype::kF32, Dtype::kF64}) {
      Options options{
          {"format", "raw"}, {"dim", static_cast<std::int64_t>(dim)}, {"dtype", std::string(info_of(dtype).word)}};
      for (const bool norm : {false, true}) {
        if (norm) options["norm"] = "unit";
        for (const auto& row : rows) {
          const Judged judged = judge_vectors(encode(dtype, Matrix{row}), options, "");
          ASSERT_EQ(judged.codes(), "") << dim << " " << info_of(dtype).word << ": " << judged.message();
          ASSERT_TRUE(judged.observation.places.empty()) << "one row has no place";
        }
      }
    }
  }
}

TEST(Scan, OutputIsBounded) {
  const Judged judged = judge_vectors(npy_file(Matrix(1000, std::vector<double>(500, kNan))), Options{});
  EXPECT_EQ(judged.number("nan"), 500000);
  EXPECT_LT(judged.message().size(), 200U);
  EXPECT_TRUE(std::isnan(judged.number("norm_min")));  // no finite row: not measured
}

TEST(Scan, IntegersHaveNoNorm) {
  Matrix rows{{1, 2, 3, 4}, {0, 0, 0, 0}, {-5, -5, -5, -5}, {1, 2, 3, 4}};
  for (const Dtype dtype : {Dtype::kI8, Dtype::kI16, Dtype::kI32, Dtype::kI64}) {
    const Judged judged = judge_vectors(npy_file(rows, dtype), Options{});
    EXPECT_EQ(judged.codes(), "zero-row constant-row duplicate-rows") << info_of(dtype).word;
    EXPECT_EQ(judged.number("value_min"), -5);
    EXPECT_EQ(judged.number("norm_max"), 10);
  }
  EXPECT_EQ(judge_vectors(npy_file(rows, Dtype::kI32), Options{{"norm", "unit"}}).codes().substr(0, 14),
            "dtype-mismatch");
}

// The whole matrix of duplicates against a comparison of every pair.
TEST(Duplicates, ExactlyThoseEqualToAnEarlierRow) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    Matrix rows;
    std::uint32_t state = seed;
    for (int i = 0; i < 200; ++i) {
      state = state * 1664525U + 1013904223U;
      const double x = static_cast<double>(state >> 26);  // 64 different rows
      rows.push_back({x, x + 1, 0, x / 2, 7});
    }
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      wanted += std::find(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(i), rows[i]) !=
                rows.begin() + static_cast<std::ptrdiff_t>(i);
    EXPECT_EQ(judge_vectors(npy_file(rows), Options{}).number("duplicate_rows"), static_cast<double>(wanted));
    EXPECT_EQ(judge_vectors(fortran_file(rows, true), Options{}).number("distinct_rows"),
              static_cast<double>(200 - wanted));
  }
}

// The same hash for different rows: their elements decide.
TEST(Duplicates, CollidingHashesAreNoDuplicates) {
  const Matrix rows{{1, 2}, {3, 4}, {1, 2}, {5, 6}, {7, 8}, {9, 10}, {11, 12}, {3, 4}, {7, 8}, {11, 12}, {9, 10}};
  const std::string data = encode(Dtype::kF32, rows);
  ArrayView view;
  view.shape = {rows.size(), 2};
  view.rows = rows.size();
  view.dim = 2;
  view.row_stride = 8;
  view.data = as_bytes(data);
  DuplicateFinder finder;
  finder.start(view.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) finder.add(0xABCDEF0123456789ULL);
  const DuplicateRows found = finder.finish(view);
  ASSERT_EQ(found.count, 5U);
  const std::uint64_t expected[][2] = {{2, 0}, {7, 1}, {8, 4}, {9, 6}, {10, 5}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found.first[i].row, expected[i][0]);
    EXPECT_EQ(found.first[i].earlier, expected[i][1]);
  }
}

}  // namespace
}  // namespace bcheck
