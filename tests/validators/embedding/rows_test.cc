// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

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

// What of each row the blocks of the file say: the number of those that reach into it.
std::vector<std::uint64_t> lost_in_rows(RowSource& source, std::uint64_t part) {
  std::vector<std::uint64_t> lost;
  for (std::uint64_t from = 0; from < source.rows(); from += part) {
    const std::uint64_t to = std::min(from + part, source.rows());
    source.look_for_lost_blocks(from, to);
    for (std::uint64_t i = from; i < to; ++i)
      lost.push_back(source.lost_blocks(i).value_or(LostBlocks{99, 0, 0, 0}).count);
  }
  return lost;
}

TEST(RowSource, LostBlocksAreToldOfEachRowThatTheyReachInto) {
  const std::string sound = npy_file(unit_rows(12, 250));  // 128 bytes, and 1000 for a row
  const auto with_zeros = [](std::string file, std::size_t from, std::size_t to) {
    return file.replace(from, to - from, to - from, '\0');
  };
  using Rows = std::vector<std::uint64_t>;
  const struct {
    std::string name, bytes;
    Rows lost;
  } cases[] = {
      {"none", sound, Rows(12, 0)},
      {"inside of a row", with_zeros(sound, 3584, 4096), {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"over five rows", with_zeros(sound, 4096, 8192), {0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0}},
      {"two in a row",
       with_zeros(with_zeros(sound, 2048, 2560), 2688 - 128, 3072),
       {0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"zeros as long that are none", with_zeros(with_zeros(sound, 4096, 8192), 9000, 9600), Rows(12, 0)},
      {"a part of a row", with_zeros(sound, 3632, 4096), Rows(12, 0)},
      {"a row", with_zeros(sound, 4128, 5128), Rows(12, 0)},
  };
  RowSource source;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    for (const std::uint64_t part : {1U, 2U, 5U, 12U}) {  // the answer is that of the whole array
      Observation out;
      ASSERT_TRUE(source.open({as_bytes(c.bytes), "x", "npy"}, read({}), out));
      EXPECT_EQ(lost_in_rows(source, part), c.lost) << part;
    }
  }
}

TEST(RowSource, ThePlaceOfALostBlockIsThatInTheArray) {
  const std::string sound = npy_file(unit_rows(12, 250));
  RowSource source;
  Observation out;
  std::string file = sound;
  file.replace(4096, 4096, 4096, '\0');
  ASSERT_TRUE(source.open({as_bytes(file), "x", "npy"}, read({}), out));
  source.look_for_lost_blocks(0, 12);
  EXPECT_EQ(place_of(*source.lost_blocks(5)), "the first of 4096 bytes, from row 3 column 242");

  Matrix scores{std::vector<double>(3000)};
  for (std::size_t i = 0; i < 3000; ++i) scores[0][i] = 0.25 + static_cast<double>(i % 700) / 1000;
  std::string list = npy_file("'<f4'", "(3000,)", encode(Dtype::kF32, scores));
  list.replace(1024, 512, 512, '\0');
  ASSERT_TRUE(source.open({as_bytes(list), "x", "npy"}, read({{"score_range", std::vector<double>{0, 1}}}), out));
  source.look_for_lost_blocks(0, 3000);
  EXPECT_EQ(source.lost_blocks(223)->count, 0U);
  EXPECT_EQ(source.lost_blocks(224)->count, 1U);
  EXPECT_EQ(source.lost_blocks(351)->count, 1U);
  EXPECT_EQ(source.lost_blocks(352)->count, 0U);
  EXPECT_EQ(place_of(*source.lost_blocks(300)), "the first of 512 bytes, from row 224 column 0");
}

TEST(RowSource, LostBlocksAreNotToldWhereTheFileDoesNotHoldTheRows) {
  RowSource source;
  const struct {
    std::string name, extension, bytes;
    Options options;
  } cases[] = {
      {"fvecs", "fvecs", xvecs_file(kRows, Dtype::kF32), {}},
      {"raw", "bin", encode(Dtype::kF32, kRows), {{"dim", std::int64_t{16}}, {"dtype", "f32"}}},
      {"JSON", "json", "[[1, 2], [3, 5]]", {}},
      {"Fortran order", "npy", npy_file("'<f4'", "(8, 16)", encode(Dtype::kF32, kRows), true), {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Observation out;
    ASSERT_TRUE(source.open({as_bytes(c.bytes), "x", c.extension}, read(c.options), out));
    source.look_for_lost_blocks(0, source.rows());
    EXPECT_FALSE(source.lost_blocks(0).has_value());
  }
}

TEST(RowSource, ColumnsWithOneValueInEveryRow) {
  Matrix late = unit_rows(8, 16), dead = late, tail = late, all(8, late[0]);
  for (std::size_t i = 0; i < 8; ++i) {
    if (i < 7) late[i][3] = 0.25;
    dead[i][3] = dead[i][9] = 0.25;
    tail[i][15] = 0;
  }
  const struct {
    std::string name, bytes;
    std::optional<std::uint64_t> count;
  } cases[] = {
      {"none", npy_file(kRows), 0},
      {"one that changes in the last row", npy_file(late), 0},
      {"two", npy_file(dead), 2},
      {"a zero at the end", npy_file(tail), 0},
      {"all rows are the same", npy_file(all), std::nullopt},
      {"all are zero", npy_file(Matrix(8, std::vector<double>(16, 0))), std::nullopt},
      {"too few rows", npy_file(Matrix(dead.begin(), dead.begin() + 7)), std::nullopt},
  };
  RowSource source;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Observation out;
    ASSERT_TRUE(source.open({as_bytes(c.bytes), "x", "npy"}, read({}), out));
    const auto found = source.constant_columns();
    EXPECT_EQ(found ? std::optional(found->count) : std::nullopt, c.count);
    if (c.count.value_or(0) > 0) {
      EXPECT_EQ(found->first, 3U);
    }
  }
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
