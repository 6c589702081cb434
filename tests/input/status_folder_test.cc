// SPDX-License-Identifier: Apache-2.0
#include "input/status_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "input/read_manifest.h"
#include "input/status.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using enum Reported;
using test::TempDir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(const TempDir& folder) {
  const Manifest manifest = read_as("text", "a\nb\nsub/c\n").value();
  const auto codes = read_status_folder(manifest, folder.path());
  return codes ? "no error" : codes.error().message + " (" + codes.error().hint + ")";
}

TEST(StatusFolder, HoldsAReturnCodeForEachKey) {
  TempDir folder;
  folder.write("a.rc", "0\n");
  folder.write("b.exitcode", " 137 ");
  folder.write("sub/c.exit", "DONE");
  folder.write("d", "1");
  folder.write("e.rc", "");
  folder.write("f.rc.rc", "0");
  folder.write("z.rc", "0");
  folder.write("a.log", "many\nlines\n");
  const Manifest manifest = read_as("text", "a\nb\nsub/c\nd\ne\nf.rc\ng\n").value();
  StatusRequest request;
  request.path = folder.path();
  const auto statuses = load_statuses(manifest, request);
  ASSERT_TRUE(statuses) << statuses.error().message;
  EXPECT_THAT(statuses->reported, ElementsAre(kSuccess, kFailure, kSuccess, kFailure, kUnknown, kSuccess, kNothing))
      << "an empty return code is no success";
  EXPECT_EQ(statuses->foreign, 2);
  EXPECT_THAT(statuses->first_foreign, ElementsAre("a.log", "z.rc"));
  EXPECT_TRUE(statuses->attempts.empty());
}

TEST(StatusFolder, PrefersAKeyThatIsTheWholeName) {
  TempDir folder;
  folder.write("a.rc", "1");
  const Manifest manifest = read_as("text", "a\na.rc\n").value();
  const auto codes = read_status_folder(manifest, folder.path());
  ASSERT_TRUE(codes);
  EXPECT_THAT(keys_of(*codes), ElementsAre("a.rc"));
}

TEST(StatusFolder, RefusesWhatIsNoCode) {
  struct Row {
    const char* content;
    const char* says;
  };
  const Row rows[] = {
      {"0\n0\n", "\"a.rc\" holds more than one line"},
      {"zero", "\"a.rc\" holds the unknown state \"zero\""},
      {"200", "(it is success over HTTP"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.content);
    TempDir folder;
    folder.write("a.rc", row.content);
    EXPECT_THAT(refusal(folder), HasSubstr(row.says));
  }
  TempDir folder;
  folder.write("a.rc", std::string(300, '0'));
  EXPECT_THAT(refusal(folder), HasSubstr("\"a.rc\" is too long for a return code"));
}

TEST(StatusFolder, RefusesTwoFilesOfOneKey) {
  TempDir folder;
  folder.write("a.rc", "0");
  folder.write("a.exit", "1");
  EXPECT_THAT(refusal(folder), HasSubstr("\"a.exit\" and \"a.rc\" are both of key \"a\" (leave one file"));
}

TEST(StatusFolder, NeverBlocksOnAPipe) {
  TempDir folder;
  ASSERT_EQ(::mkfifo((folder.path() + "/a.rc").c_str(), 0600), 0);
  EXPECT_THAT(refusal(folder), HasSubstr("is no regular file"));
}

}  // namespace
}  // namespace bcheck
