// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/lost_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

constexpr std::size_t kHead = 128;  // of npy_file(): what stands before the data

std::string file_of(const Matrix& rows) {
  const std::string file = npy_file(rows);
  EXPECT_EQ((file.size() - rows.size() * rows.front().size() * 4), kHead);
  return file;
}

std::string with_zeros(std::string file, std::size_t from, std::size_t to) {
  return file.replace(from, to - from, to - from, '\0');
}

TEST(LostBlocks, ZerosFromBorderToBorderOfTheFile) {
  const std::string whole = file_of(unit_rows(40, 250));  // 1000 bytes a row
  struct Case {
    std::string name;
    std::size_t from, to;
    std::string codes;
  };
  const std::vector<Case> cases{
      {"nothing", 512, 512, ""},
      {"a block of the smallest disks", 512, 1024, "lost-block"},
      {"a page", 4096, 8192, "zero-row norm-spread(warn) duplicate-rows lost-block"},
      {"to the end, as sorted scores may be", whole.size() / 512 * 512 - 512, whole.size(), ""},
      {"a byte less", 513, 1024, ""},
      {"begins elsewhere", 516, 1024, ""},
      {"begins elsewhere and is long", 516, 2048, ""},
      {"ends elsewhere", 512, 1028, ""},
      {"a row", kHead + 1000, kHead + 2000, "zero-row"},
      {"half a row", kHead + 1000, kHead + 1500, ""},
      {"less than a block", 512, 768, ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Judged judged = judge_vectors(with_zeros(whole, c.from, c.to), Options{});
    std::string codes = judged.codes();
    if (c.name == "a page") {
      EXPECT_NE(codes.find("lost-block"), std::string::npos) << codes;
    } else {
      EXPECT_EQ(codes, c.codes);
    }
  }
  EXPECT_NE(judge_vectors(with_zeros(whole, 1536, 2560), Options{}).message().find("1024 bytes, from row 1 column 102"),
            std::string::npos);
}

TEST(LostBlocks, OfTwoEachIsCounted) {
  const std::string whole = file_of(unit_rows(40, 250));
  const std::string twice = with_zeros(with_zeros(whole, 512, 1024), 4096, 4608);
  EXPECT_EQ(judge_vectors(twice, Options{}).number("lost_blocks"), 2);
}

// Rows of 640 bytes: some end at a border, and a part of a vector that is missing to its end is no block.
TEST(LostBlocks, MissingEndsOfRowsAreNone) {
  const std::string sound = npy_file(unit_rows(12, 320), Dtype::kF16);
  for (std::size_t row = kHead; row < sound.size(); row += 640) {
    EXPECT_EQ(judge_vectors(with_zeros(sound, row + 128, row + 640), Options{}).number("lost_blocks"), 0) << row;
    EXPECT_EQ(judge_vectors(with_zeros(sound, row, row + 512), Options{}).number("lost_blocks"), 0) << row;
  }
}

TEST(LostBlocks, BehindARowOfZeros) {
  const std::string whole = file_of(unit_rows(40, 500));  // 2000 bytes a row
  const std::string row = with_zeros(whole, kHead + 4000, kHead + 6000);
  EXPECT_EQ(judge_vectors(row, Options{}).number("lost_blocks"), 0);
  for (const std::size_t at : {std::size_t{6656}, std::size_t{10240}}) {  // the next whole block, and a later one
    EXPECT_EQ(judge_vectors(with_zeros(row, at, at + 512), Options{}).codes(), "zero-row lost-block") << at;
  }
}

// Missing parts of vectors, padding, and what a ReLU or a one-hot coding leaves.
TEST(LostBlocks, NotWhereZerosAreUsual) {
  Matrix missing = unit_rows(64, 250), padded = missing, relu = missing, sparse(64, std::vector<double>(250, 0));
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t c = 0; c < 250; ++c) {
      if (i % 3 == 0 && c >= 50 && c < 200) missing[i][c] = 0;
      if (c > 40 + i % 50) padded[i][c] = 0;
      relu[i][c] = std::max(relu[i][c], 0.0);
    }
    sparse[i][i * 3] = 1;
  }
  for (const Matrix& rows : {missing, padded, relu, sparse}) {
    EXPECT_EQ(judge_vectors(file_of(rows), Options{}).number("lost_blocks"), 0);
  }
  // A block that was lost among long ones is not told from them.
  EXPECT_EQ(judge_vectors(with_zeros(file_of(missing), 1024, 1536), Options{}).number("lost_blocks"), 0);
}

// A sixth of zeros at random: 128 of them are no chance.
TEST(LostBlocks, AmongFewZeros) {
  Matrix rows = unit_rows(64, 250);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t c = i % 7; c < 250; c += 6) rows[i][c] = 0;
  }
  Matrix full = rows;
  full[1][126] = full[1][127] = 0.5;  // neighbours of what is lost below
  const std::size_t from = 1536, to = 2048;
  std::string file = with_zeros(file_of(full), from, to);
  // The elements at both borders are no zeros.
  const float one = 1;
  std::memcpy(file.data() + from - 4, &one, 4);
  std::memcpy(file.data() + to, &one, 4);
  EXPECT_EQ(judge_vectors(file, Options{}).number("lost_blocks"), 1);
}

TEST(LostBlocks, IsMeasuredWhereBordersSaySomething) {
  const auto measured = [](const std::string& file, std::string_view extension, const Options& options = {}) {
    return !std::isnan(judge_vectors(file, options, extension).number("lost_blocks"));
  };
  const Matrix rows = unit_rows(8, 128);
  EXPECT_TRUE(measured(npy_file(rows), "npy"));
  EXPECT_FALSE(measured(xvecs_file(rows, Dtype::kF32), "", {{"format", "fvecs"}}));
  EXPECT_FALSE(
      measured(encode(Dtype::kF32, rows), "bin", {{"format", "raw"}, {"dtype", "f32"}, {"dim", std::int64_t{128}}}));
}

TEST(LostBlocks, EveryTypeOfElement) {
  for (const Dtype dtype : {Dtype::kF16, Dtype::kF32, Dtype::kF64, Dtype::kI8, Dtype::kI32}) {
    const std::size_t element = info_of(dtype).size;
    const std::size_t dim = 1000, rows = 8;
    std::string data(rows * dim * element, '\1');
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(1 + (i * 7 + i / dim) % 90);
    for (const std::uint64_t offset : {std::uint64_t{128}, std::uint64_t{64}}) {
      ArrayView array;
      array.dtype = dtype;
      array.rows = rows;
      array.dim = dim;
      array.row_stride = dim * element;
      std::string lost = data;
      lost.replace(1024 - offset, 512, 512, '\0');
      array.data = as_bytes(lost);
      LostBlockWatch watch;
      ASSERT_TRUE(watch.open(array, offset));
      for (std::uint64_t row = 0; row < rows; ++row) watch.look_to((row + 1) * dim);
      const LostBlocks found = watch.finish();
      EXPECT_EQ(found.count, 1U) << info_of(dtype).word;
      EXPECT_EQ(found.first_bytes, 512U);
      EXPECT_EQ(found.first_row * dim + found.first_column, (1024 - offset) / element);
    }
  }
}

}  // namespace
}  // namespace bcheck
