// SPDX-License-Identifier: Apache-2.0
#include "report/block_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/compression.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::TempDir;
using ::testing::HasSubstr;

std::string compressed(Compression compression, std::string_view text) {
  std::string out;
  const auto compressor = make_compressor(compression);
  compressor->add(text, out);
  compressor->finish(out);
  return out;
}

std::string content(const BlockFile& file) {
  std::string text(file.size(), '\0');
  EXPECT_EQ(file.read_at(0, text), static_cast<std::int64_t>(text.size()));
  return text;
}

TEST(BlockFile, IsReadAlikeWhetherCompressedOrNot) {
  const TempDir directory;
  const std::string text = "{\"schema\": 1}\n\n{}";
  for (const std::string& path :
       {directory.write("plain", text), directory.write("g", compressed(Compression::kGzip, text)),
        directory.write("z.json", compressed(Compression::kZstd, text))}) {
    const auto file = BlockFile::open(path);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(content(*file), text);
    EXPECT_EQ(file->line_at(15), 3U);
  }
}

TEST(BlockFile, RefusesWhatIsCutOffDamagedOrABomb) {
  const TempDir directory;
  for (const Compression compression : {Compression::kGzip, Compression::kZstd}) {
    const std::string bytes = compressed(compression, "a report of some length that is compressed");
    const auto refused = [&](const std::string& name, const std::string& with) {
      const auto file = BlockFile::open(directory.write(name, with));
      EXPECT_FALSE(file) << name;
      return file ? "" : file.error().message;
    };
    EXPECT_THAT(refused("cut", bytes.substr(0, bytes.size() - 5)), HasSubstr("is cut off"));
    EXPECT_THAT(refused("start", bytes.substr(0, 4)), HasSubstr("is cut off"));
    EXPECT_THAT(refused("behind", bytes + "xyz!"), HasSubstr("damaged"));
  }
  const auto bomb =
      BlockFile::open(directory.write("bomb", compressed(Compression::kZstd, std::string(64 << 20, ' '))));
  ASSERT_FALSE(bomb);
  EXPECT_THAT(bomb.error().message, HasSubstr("more than 1000 times its size"));
}

}  // namespace
}  // namespace bcheck
