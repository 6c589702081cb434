// SPDX-License-Identifier: Apache-2.0
// Also tests: gzip.cc, zstd.cc
#include "base/compression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace bcheck {
namespace {

// Text that is compressible, and larger than any block.
std::string sample() {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < 700'000) text += "{\"key\": \"k" + std::to_string(random()) + "\", \"status\": \"pass\"},\n";
  return text;
}

std::string compressed(Compression compression, std::string_view text, std::size_t step = 4096) {
  const auto compressor = make_compressor(compression);
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(step, text.size()))) compressor->add(text.substr(0, step), out);
  compressor->finish(out);
  return out;
}

struct Decompressed {
  std::string text;
  bool good = false, whole = false;
  std::string problem;
};

Decompressed decompressed(Compression compression, std::string_view bytes, std::size_t step = 1000) {
  const auto decompressor = make_decompressor(compression);
  Decompressed out;
  out.good = true;
  for (; out.good && !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size()))) {
    out.good = decompressor->add(bytes.substr(0, step), [&](std::string_view part) {
      out.text += part;
      return true;
    });
  }
  out.whole = decompressor->whole();
  out.problem = decompressor->problem();
  return out;
}

class Compressions : public ::testing::TestWithParam<Compression> {};

TEST_P(Compressions, GiveBackWhatWentIn) {
  for (const std::string& text : {std::string(), std::string("x"), sample()}) {
    const std::string bytes = compressed(GetParam(), text);
    EXPECT_EQ(compression_of_content(bytes), GetParam());
    for (const std::size_t step : {1UL, 4UL, 100'000UL, 10'000'000UL}) {
      if (step < 100 && text.size() > 100) continue;
      const Decompressed back = decompressed(GetParam(), bytes, step);
      EXPECT_TRUE(back.good && back.whole) << back.problem;
      EXPECT_EQ(back.text, text);
    }
  }
}

TEST_P(Compressions, AreTheSameBytesWhateverPartsTheyComeIn) {
  const std::string text = sample();
  const std::string bytes = compressed(GetParam(), text);
  EXPECT_LT(bytes.size(), text.size() / 2);
  EXPECT_EQ(compressed(GetParam(), text, 77'777), bytes);
}

TEST_P(Compressions, OfTwoStreamsInOneFileBothCount) {
  const std::string bytes = compressed(GetParam(), "one, ") + compressed(GetParam(), "two");
  const Decompressed back = decompressed(GetParam(), bytes);
  EXPECT_TRUE(back.good && back.whole);
  EXPECT_EQ(back.text, "one, two");
}

TEST_P(Compressions, ACutIsSeenWhereverItIs) {
  const std::string bytes = compressed(GetParam(), "some text, some text, some text and some more");
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const Decompressed back = decompressed(GetParam(), std::string_view(bytes).substr(0, size));
    EXPECT_FALSE(back.good && back.whole) << size;
  }
}

TEST_P(Compressions, AFlippedBitOrBytesBehindTheEndAreSeen) {
  std::string bytes = compressed(GetParam(), sample());
  EXPECT_FALSE(decompressed(GetParam(), bytes + "more").good);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  const Decompressed back = decompressed(GetParam(), bytes);
  EXPECT_FALSE(back.good);
  EXPECT_NE(back.problem.find("damaged"), std::string::npos);
}

TEST_P(Compressions, StopWhereTheSinkStops) {
  const std::string bytes = compressed(GetParam(), sample());
  const auto decompressor = make_decompressor(GetParam());
  int calls = 0;
  EXPECT_FALSE(decompressor->add(bytes, [&](std::string_view) { return ++calls < 2; }));
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(decompressor->problem(), "");
}

INSTANTIATE_TEST_SUITE_P(Both, Compressions, ::testing::Values(Compression::kGzip, Compression::kZstd));

TEST(Compression, ByNameAndByContent) {
  EXPECT_EQ(compression_of_name("r.json.gz"), Compression::kGzip);
  EXPECT_EQ(compression_of_name("r.zst"), Compression::kZstd);
  EXPECT_EQ(compression_of_name("r.json"), Compression::kNone);
  EXPECT_EQ(compression_of_name("-"), Compression::kNone);
  EXPECT_EQ(compression_of_content("{\"schema\""), Compression::kNone);
  EXPECT_EQ(compression_of_content(""), Compression::kNone);
  EXPECT_EQ(make_compressor(Compression::kNone), nullptr);
  EXPECT_EQ(make_decompressor(Compression::kNone), nullptr);
}

}  // namespace
}  // namespace bcheck
