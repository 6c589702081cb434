// SPDX-License-Identifier: Apache-2.0
// Also tests: raw.cc, xvecs.cc, sizes.cc, dtype.cc
#include "validators/embedding/formats.h"

#include <gtest/gtest.h>

#include <map>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

const Matrix kRows = unit_rows(8, 16);

Matrix whole_rows() {
  Matrix rows = unit_rows(8, 16);
  for (auto& row : rows) {
    for (double& x : row) x = std::floor(128 + 120 * x);
  }
  return rows;
}

std::string swapped_words(std::string bytes) {
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
    std::swap(bytes[i], bytes[i + 3]), std::swap(bytes[i + 1], bytes[i + 2]);
  return bytes;
}

struct Case {
  std::string name;
  std::string format;
  std::string bytes;
  std::string codes;
  Options more = {};
};

TEST(Xvecs, EveryRowSaysItsDimension) {
  const std::string sound = xvecs_file(kRows, Dtype::kF32);
  Matrix changed = kRows;
  changed[4].pop_back();
  Matrix zero(2);
  const Case cases[] = {
      {"fvecs", "fvecs", sound, ""},
      {"ivecs", "ivecs", xvecs_file(whole_rows(), Dtype::kI32), ""},
      {"bvecs", "bvecs", xvecs_file(whole_rows(), Dtype::kU8), ""},
      {"big-endian as declared", "fvecs", swapped_words(sound), "", {{"byteorder", "big"}}},
      {"2 bytes", "fvecs", sound.substr(0, 2), "data-truncated"},
      {"another dimension", "fvecs", xvecs_file(changed, Dtype::kF32), "dim-changes"},
      {"cut in a row", "fvecs", sound.substr(0, sound.size() - 10), "data-truncated"},
      {"cut behind a dimension", "fvecs", sound + little32(16), "data-truncated"},
      {"cut inside of a dimension", "fvecs", sound + "xx", "data-truncated"},
      {"dimension 0", "fvecs", xvecs_file(zero, Dtype::kF32), "dim-mismatch"},
      {"negative", "fvecs", little32(0xFFFFFFF0U) + std::string(64, '\1'), "shape-invalid"},
      {"8 GiB", "fvecs", little32(0x7FFFFFFFU) + std::string(64, '\1'), "shape-invalid"},
      {"a million", "fvecs", little32(1000000) + std::string(64, '\1'), "data-truncated"},
      {"big-endian", "fvecs", swapped_words(sound), "endian-suspect"},
      {"no dimensions", "fvecs", encode(Dtype::kF32, kRows), "shape-invalid"},
      {"rows cut off", "fvecs", sound.substr(0, 5 * 68), "rows-mismatch", {{"rows", std::int64_t{8}}}},
      {"dtype", "ivecs", xvecs_file(whole_rows(), Dtype::kI32), "dtype-mismatch", {{"dtype", "f32"}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options = c.more;
    options["format"] = c.format;
    const Judged judged = judge_vectors(c.bytes, options, "");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_EQ(judged.status, c.codes.empty() ? Status::kPass : Status::kFail);
    const Judged by_extension = judge_vectors(c.bytes, c.more, c.format);
    EXPECT_EQ(by_extension.codes(), c.codes) << "by extension";
  }
}

TEST(Raw, SizeIsAllThereIs) {
  const std::string data = encode(Dtype::kF32, kRows);
  const Options declared{{"dim", std::int64_t{16}}, {"dtype", "f32"}, {"norm", "unit"}};
  Options eight = declared;
  eight["rows"] = std::int64_t{8};
  std::string text;
  for (int i = 0; text.size() < 512; ++i) text += std::to_string(0.001 * i) + "\n";
  text.resize(512);
  const std::string counted = little32(8) + little32(16) + data;
  const Case cases[] = {
      {"sound", "raw", data, "", eight},
      {"rows not declared", "raw", data, "", declared},
      {"big-endian",
       "raw",
       encode(Dtype::kF32, kRows, true),
       "",
       {{"dim", std::int64_t{16}}, {"dtype", "f32"}, {"norm", "unit"}, {"byteorder", "big"}}},
      {"4 bytes short", "raw", data.substr(4), "size-not-multiple", eight},
      {"a row short", "raw", data.substr(64), "rows-mismatch", eight},
      {"text", "raw", text, "wrong-type", eight},
      {"npy inside", "raw", npy_file(kRows), "wrong-type", eight},
      {"fbin inside", "raw", counted, "size-not-multiple", eight},
      {"dim times size wraps", "raw", data, "size-overflow", {{"dim", INT64_MAX}, {"dtype", "f64"}}},
      {"fbin", "fbin", counted, "", eight},
      {"u8bin", "u8bin", little32(8) + little32(16) + encode(Dtype::kU8, whole_rows()), "", {{"dtype", "u8"}}},
      {"i8bin", "i8bin", little32(1) + little32(4) + encode(Dtype::kI8, Matrix{{1, -2, 3, -4}}), "", {{"dtype", "i8"}}},
      {"7 bytes", "fbin", counted.substr(0, 7), "header-truncated", eight},
      {"one row too many", "fbin", little32(9) + counted.substr(4), "data-truncated", eight},
      {"one row too few", "fbin", little32(7) + counted.substr(4), "trailing-data rows-mismatch", eight},
      {"product wraps", "fbin", little32(0x80000000U) + little32(0x80000000U) + data, "size-overflow", eight},
      {"product is large", "fbin", little32(0x40000000U) + little32(0x40000000U) + data, "data-truncated", eight},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options = c.more;
    options["format"] = c.format;
    const Judged judged = judge_vectors(c.bytes, options, "bin");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_EQ(judged.status, c.codes.empty() ? Status::kPass : Status::kFail);
  }
  Options raw = eight;
  raw["format"] = "raw";
  EXPECT_NE(judge_vectors(counted, raw, "bin").message().find("fbin"), std::string::npos);
}

TEST(Formats, WhatThisBuildCannotReadIsUnchecked) {
  for (const ContainerFormat& format : container_formats()) {
    if (format.read != nullptr) continue;
    SCOPED_TRACE(format.name);
    const Judged judged = judge_vectors("whatever this is", Options{{"format", std::string(format.name)}}, "");
    EXPECT_EQ(judged.status, Status::kUnchecked);
    EXPECT_NE(judged.observation.unchecked.find(format.name), std::string::npos);
  }
  EXPECT_EQ(judge_vectors("whatever this is", Options{}, "bin").status, Status::kUnchecked);
}

TEST(Formats, OptionBeforeContentBeforeExtension) {
  const std::map<std::string, std::string> cases{{"fvecs", "fvecs"}, {"h5", "hdf5"}, {"npy", "npy"}, {"pth", "pt"}};
  for (const auto& [extension, format] : cases) {
    const std::string bytes(16, 'x');
    const ContainerFormat* const chosen = choose_format({as_bytes(bytes), "x", extension}, {});
    ASSERT_NE(chosen, nullptr) << extension;
    EXPECT_EQ(chosen->name, format);
  }
  const std::string npy = npy_file(kRows);
  EXPECT_EQ(choose_format({as_bytes(npy), "x.fvecs", "fvecs"}, {})->name, "npy");
  EmbeddingOptions options;
  options.format = "raw";
  EXPECT_EQ(choose_format({as_bytes(npy), "x.npy", "npy"}, options)->name, "raw");
  EXPECT_EQ(choose_format({as_bytes(std::string_view("xxxx")), "x.bin", "bin"}, {}), nullptr);
}

}  // namespace
}  // namespace bcheck
