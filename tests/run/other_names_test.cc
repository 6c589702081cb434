// SPDX-License-Identifier: Apache-2.0
#include "run/other_names.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(OtherNames, LeavesOutWhatIsEasilyWrittenOtherwise) {
  struct Row {
    const char* name;
    const char* expected;
  };
  const Row rows[] = {
      {"Img-007 (1).PNG", "img_7_1_png"},
      {"007", "7"},
      {"000", "0"},
      {"0", "0"},
      {"10", "10"},
      {"a0b", "a0b"},
      {"a00b", "a0b"},
      {"100", "100"},
      {"1.05", "1_5"},
      {"  cat  ", "cat"},
      {"a/b", "a_b"},
      {"A\xC3\x89", "a\xC3\x89"},
      {"--", ""},
      {"", ""},
      {"a__b", "a_b"},
      {"x-0", "x_0"},
  };
  for (const Row& row : rows) EXPECT_EQ(loosened(row.name), row.expected) << row.name;
}

Extra file(std::string path, bool temporary = false) {
  Extra out;
  out.path = std::move(path);
  out.temporary = temporary;
  return out;
}

Extra record(std::string key) {
  Extra out = file("r.jsonl");
  out.record = true;
  out.key = std::move(key);
  return out;
}

TEST(OtherNames, PairsWhatIsMissingWithWhatIsOfNoKey) {
  struct Row {
    const char* name;
    std::vector<std::string> expected;
    std::vector<Extra> extra;
    std::vector<std::string> pairs;  // "expected found"
  };
  const Row rows[] = {
      {"zeros in front", {"001", "002"}, {file("1.txt"), file("3.txt")}, {"001 1.txt"}},
      {"capitals", {"K1"}, {file("deep/k1.png")}, {"K1 deep/k1.png"}},
      {"a folder for a stroke", {"a/b"}, {file("a_b.txt")}, {"a/b a_b.txt"}},
      {"another ending", {"img/k1.png"}, {file("img/k1.jpg")}, {"img/k1.png img/k1.jpg"}},
      {"another folder", {"img/k1.png"}, {file("images/k1.png")}, {}},
      {"a record", {"007"}, {record("7")}, {"007 7"}},
      {"another name", {"k1"}, {file("k2.txt")}, {}},
      {"two files for one key", {"K1"}, {file("k1.txt"), file("deep/k1.txt")}, {}},
      {"one file for two keys", {"01", "001"}, {file("1.txt")}, {}},
      {"a leftover", {"01"}, {file("1.txt", true)}, {}},
      {"names of signs alone", {"--"}, {file("__.txt"), file("..txt")}, {}},
      {"hidden files have no ending", {"K"}, {file(".k")}, {"K .k"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    std::vector<std::string> pairs;
    for (const OtherName& pair : find_other_names(row.expected, row.extra)) {
      pairs.push_back(pair.expected + " " + pair.found);
    }
    EXPECT_EQ(pairs, row.pairs);
  }
}

}  // namespace
}  // namespace bcheck
