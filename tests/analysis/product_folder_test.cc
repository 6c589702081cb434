// SPDX-License-Identifier: Apache-2.0
#include "analysis/product_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using test::TempDir;
using ::testing::HasSubstr;

Outcome product(std::string path, std::string_view bytes) {
  Outcome out;
  out.path = std::move(path);
  out.bytes = static_cast<std::int64_t>(bytes.size());
  out.sha256 = hex(sha256(as_bytes(bytes)));
  return out;
}

TEST(ProductFolder, ReadsTheFileThatWasChecked) {
  const TempDir dir;
  dir.write("a/b.png", "bytes");
  const auto folder = ProductFolder::open(dir.path());
  ASSERT_TRUE(folder);
  const auto bytes = folder->read(product("a/b.png", "bytes"));
  ASSERT_TRUE(bytes);
  EXPECT_EQ(std::string(bytes->begin(), bytes->end()), "bytes");
  Outcome failed = product("a/b.png", "bytes");
  failed.sha256.clear();  // what does not pass has none
  EXPECT_TRUE(folder->read(failed));
}

TEST(ProductFolder, SaysWhyNot) {
  const TempDir dir;
  const TempDir outside;
  dir.write("a.png", "bytes");
  outside.write("secret", "bytes");
  ASSERT_EQ(::symlink((outside / "secret").c_str(), (dir / "link").c_str()), 0);
  ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
  const auto folder = ProductFolder::open(dir.path());
  ASSERT_TRUE(folder);
  Outcome record = product("a.png", "bytes");
  record.line = 3;
  const struct {
    const char* name;
    Outcome product;
    const char* why;
  } cases[]{{"not there", product("b.png", "bytes"), "cannot be opened"},
            {"no path", product("", "bytes"), "no path"},
            {"a record", record, "a record of a larger file"},
            {"another size", product("a.png", "bytes!"), "not the file that was checked: its size"},
            {"other bytes", product("a.png", "bytez"), "not the file that was checked: its SHA-256"},
            {"outside by name", product("../x", "bytes"), "leads out of the output"},
            {"outside by link", product("link", "bytes"), "leads out of the output"},
            {"no file", product("fifo", ""), "no regular file"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto bytes = folder->read(c.product);
    ASSERT_FALSE(bytes);
    EXPECT_THAT(bytes.error().message, HasSubstr(c.why));
  }
}

TEST(ProductFolder, IsADirectory) {
  const TempDir dir;
  const std::string file = dir.write("a", "x");
  for (const std::string& path : {dir / "none", file}) {
    const auto folder = ProductFolder::open(path);
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().kind, ErrorKind::kBadQuestion);
  }
}

}  // namespace
}  // namespace bcheck
