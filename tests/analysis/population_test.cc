// SPDX-License-Identifier: Apache-2.0
#include "analysis/population.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "report/sample_report.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ManifestRequest request(std::string path) {
  ManifestRequest out;
  out.path = std::move(path);
  return out;
}

Result<std::vector<std::string>> visited(const ManifestRequest& from, const std::string& by = {}) {
  auto population = open_population(from, by);
  if (!population) return tl::unexpected(population.error());
  std::vector<std::string> lines;
  for (int time = 0; time < 2; ++time) {  // the second walk gives the same
    lines.clear();
    auto walked = (*population)->each([&](std::string_view key, std::string_view stratum) {
      lines.push_back(std::string(key) + "|" + std::string(stratum));
    });
    if (!walked) return tl::unexpected(walked.error());
  }
  return lines;
}

TEST(Population, OfAManifestIsEveryKeyOnce) {
  const test::TempDir dir;
  EXPECT_THAT(*visited(request(dir.write("keys.txt", "b\na\nb\n"))), ElementsAre("b|", "a|"));
  EXPECT_THAT(*visited(request(dir.write("keys.tsv", "key\tgpu\nb\t0\na\t\n")), "gpu"), ElementsAre("b|0", "a|"));
  EXPECT_THAT(*visited(request(dir.write("keys.json", R"({"schema": "bcheck.manifest/1", "keys": ["a"]})"))),
              ElementsAre("a|"));
}

TEST(Population, OfAReportIsWhatPasses) {
  const test::TempDir dir;
  const std::string path = dir.write("report.json", testing::text_of(testing::mixed()));
  EXPECT_THAT(*visited(request(path)), ElementsAre("a|", "f|"));
  EXPECT_THAT(*visited(request(path), "type"), ElementsAre("a|png", "f|png"));
}

TEST(Population, ReadsAPipeOnce) {
  const test::TempDir dir;
  const std::string pipe = dir / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [text, wanted] : {std::pair<std::string, std::string>{testing::text_of(testing::mixed()), "a|"},
                                     std::pair<std::string, std::string>{"k\n", "k|"}}) {
    std::thread writer([&, copy = text] { std::ofstream(pipe) << copy; });
    const auto keys = visited(request(pipe));
    writer.join();
    ASSERT_TRUE(keys);
    EXPECT_EQ(keys->front(), wanted);
  }
}

TEST(Population, RefusesColumnsThatAreNotThere) {
  const test::TempDir dir;
  const auto table = visited(request(dir.write("keys.tsv", "key\tgpu\nb\t0\n")), "gpus");
  ASSERT_FALSE(table);
  EXPECT_THAT(table.error().message, HasSubstr("no column \"gpus\""));
  EXPECT_THAT(table.error().hint, HasSubstr("gpu"));
  EXPECT_THAT(visited(request(dir.write("keys.txt", "a\n")), "gpu").error().message, HasSubstr("no columns"));
  const auto report = visited(request(dir.write("r.json", testing::text_of(testing::mixed()))), "gpu");
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("no column \"gpu\""));
}

TEST(Population, RefusesAReportThatDoesNotHold) {
  const test::TempDir dir;
  std::string text = testing::text_of(testing::mixed());
  const auto cut = visited(request(dir.write("cut.json", text.substr(0, text.size() / 2))));
  ASSERT_FALSE(cut);  // and is not taken for a manifest
  EXPECT_EQ(cut.error().kind, ErrorKind::kBadQuestion);
  EXPECT_FALSE(visited(request(dir / "absent")));
}

}  // namespace
}  // namespace bcheck
