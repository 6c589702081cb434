// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/rows.h"

#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

const Matrix kRows = unit_rows(8, 16);

EmbeddingOptions read(const Options& options) {
  auto read = read_embedding_options(options);
  if (!read) ADD_FAILURE() << read.error().message;
  return read ? *read : EmbeddingOptions();
}

std::string text_of(Bytes bytes) {
  return std::string(as_text(bytes));
}

TEST(RowSource, HandsOutNativeElementsWhateverTheOrderOfTheFile) {
  std::string fortran;
  for (std::size_t column = 0; column < 16; ++column) {
    for (const auto& row : kRows) fortran += encode(Dtype::kF32, row[column]);
  }
  const struct {
    std::string name, extension, bytes;
    Options options;
  } cases[] = {
      {"npy", "npy", npy_file(kRows), {}},
      {"big-endian", "npy", npy_file("'>f4'", "(8, 16)", encode(Dtype::kF32, kRows, true)), {}},
      {"Fortran order", "npy", npy_file("'<f4'", "(8, 16)", fortran, true), {}},
      {"rank 3", "npy", npy_file("'<f4'", "(2, 4, 16)", encode(Dtype::kF32, kRows)), {}},
      {"fvecs", "fvecs", xvecs_file(kRows, Dtype::kF32), {}},
      {"raw", "bin", encode(Dtype::kF32, kRows), {{"dim", std::int64_t{16}}, {"dtype", "f32"}}},
  };
  RowSource source;  // one for all, as a worker uses it
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Observation out;
    ASSERT_TRUE(source.open({as_bytes(c.bytes), "x", c.extension}, read(c.options), out));
    EXPECT_TRUE(out.faults.empty());
    EXPECT_EQ(out.format, c.extension == "bin" ? "raw" : c.extension);
    ASSERT_EQ(source.rows(), 8U);
    EXPECT_EQ(source.dim(), 16U);
    EXPECT_EQ(source.dtype(), "f32");
    EXPECT_TRUE(source.ids().empty());
    for (const std::size_t i : {0U, 7U, 3U, 4U}) {
      EXPECT_EQ(text_of(source.row(i)), encode(Dtype::kF32, Matrix{kRows[i]})) << i;
    }
  }
}

TEST(RowSource, ScoresAreOneARow) {
  const Matrix scores{{0.25, 0.5, 0.75}};
  RowSource source;
  Observation out;
  const std::string list = npy_file("'<f4'", "(3,)", encode(Dtype::kF32, scores));
  ASSERT_TRUE(source.open({as_bytes(list), "x", "npy"}, read({{"score_range", std::vector<double>{0, 1}}}), out));
  ASSERT_EQ(source.rows(), 3U);
  EXPECT_EQ(source.dim(), 1U);
  EXPECT_EQ(text_of(source.row(1)), encode(Dtype::kF32, 0.5));
  ASSERT_TRUE(source.open({as_bytes(list), "x", "npy"}, read({}), out));
  EXPECT_EQ(source.rows(), 1U) << "without a word of scores it is one vector";
  EXPECT_EQ(source.dim(), 3U);
}

TEST(RowSource, SaysWhyThereAreNoRows) {
  RowSource source;
  const std::string sound = npy_file(kRows);
  const struct {
    std::string name, bytes, extension, code, unchecked;
    bool opens = false;
  } cases[] = {
      {"empty", "", "npy", "embedding.empty-file", ""},
      {"cut", sound.substr(0, sound.size() - 1), "npy", "embedding.data-truncated", "its values could not be measured"},
      {"bytes behind", sound + "x", "npy", "embedding.trailing-data", "", true},
      {"nothing tells", "what is this", "what", "",
       "nothing says which format these vectors have: declare 'format', or 'dtype' and 'dim' of a raw array"},
      {"no reader", "x", "parquet", "", "this build has no reader for vectors in parquet"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Observation out;
    EXPECT_EQ(source.open({as_bytes(c.bytes), "x", c.extension}, read({}), out), c.opens);
    EXPECT_EQ(out.faults.empty() ? "" : std::string(out.faults.front().code), c.code);
    EXPECT_EQ(out.unchecked, c.unchecked);
    EXPECT_EQ(source.rows(), c.opens ? 8U : 0U) << "nothing of the one before";
  }
}

TEST(RowSource, NoElementsAreNoBytes) {
  RowSource source;
  Observation out;
  const std::string empty = npy_file("'<f4'", "(3, 0)", "");
  ASSERT_TRUE(source.open({as_bytes(empty), "x", "npy"}, read({}), out));
  EXPECT_EQ(source.rows(), 3U);
  EXPECT_TRUE(source.row(2).empty());
}

}  // namespace
}  // namespace bcheck
