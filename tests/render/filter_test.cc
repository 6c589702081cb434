// SPDX-License-Identifier: Apache-2.0
#include "render/filter.h"

#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::finding;
using testing::item;
using testing::sound;

TEST(Takes, CodesAndPrefixes) {
  EXPECT_TRUE(takes("image.truncated", "image.truncated"));
  EXPECT_FALSE(takes("image.trunc", "image.truncated"));
  EXPECT_TRUE(takes("image.*", "image.truncated"));
  EXPECT_FALSE(takes("image.*", "images.truncated"));
  EXPECT_TRUE(takes("*", "image.truncated"));
  EXPECT_FALSE(takes("", "image.truncated"));
}

std::string picked(const Filter& filter, std::vector<std::string>* unknown = nullptr) {
  Item twice = item("d", sound('1'));
  twice.status = Status::kFail;
  twice.findings = {finding("records.conflict")};
  Item allowed = item("e", sound('1'));
  allowed.artifacts[0].second.findings = {finding("file.trailing-data", Severity::kAllowed)};
  Selection selection(filter);
  std::string out;
  for (const Item& i : {item("a", sound('1')), item("b", bad(Status::kFail, "image.truncated")),
                        item("c", bad(Status::kMissing)), twice, allowed}) {
    if (selection.takes(i)) out += i.key;
  }
  if (unknown != nullptr) *unknown = selection.unknown_keys();
  return out;
}

TEST(Selection, TakesWhatEveryPartTakes) {
  struct Row {
    const char* name;
    Filter filter;
    const char* expected;
  };
  const Row rows[] = {
      {"no filter", {}, "abcde"},
      {"one status", {{Status::kFail}, {}, {}}, "bd"},
      {"two", {{Status::kPass, Status::kMissing}, {}, {}}, "ace"},
      {"a code", {{}, {"image.truncated"}, {}}, "b"},
      {"a prefix", {{}, {"image.*"}, {}}, "b"},
      {"a code of the key", {{}, {"records.conflict"}, {}}, "d"},
      {"what is allowed too", {{}, {"file.*"}, {}}, "e"},
      {"two codes", {{}, {"file.*", "image.*"}, {}}, "be"},
      {"no such code", {{}, {"text.*"}, {}}, ""},
      {"keys in any order, one twice", {{}, {}, {"d", "a", "d"}}, "ad"},
      {"all parts", {{Status::kFail}, {"*"}, {"a", "b"}}, "b"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(picked(row.filter), row.expected);
    EXPECT_EQ(row.filter.empty(), std::string_view(row.name) == "no filter");
  }
}

TEST(Selection, KnowsWhatWasReported) {
  using enum Reported;
  Item items[] = {item("a", sound('1')),
                  item("b", bad(Status::kMissing)),
                  item("c", bad(Status::kFail, "image.x")),
                  item("d", bad(Status::kError, "run.crashed")),
                  item("e", sound('1')),
                  item("f", bad(Status::kMissing))};
  const Reported words[] = {kSuccess, kSuccess, kFailure, kSuccess, kNothing, kUnknown};
  const auto taken = [&](const Filter& filter) {
    Selection selection(filter);
    std::string out;
    for (std::size_t i = 0; i < std::size(items); ++i) {
      items[i].reported = words[i];
      if (selection.takes(items[i])) out += items[i].key;
    }
    EXPECT_FALSE(filter.empty());
    return out;
  };
  EXPECT_EQ(taken({{}, {}, {}, {kSuccess}}), "abd");
  EXPECT_EQ(taken({{}, {}, {}, {kFailure, kNothing}}), "ce");
  EXPECT_EQ(taken({{}, {}, {}, {}, true}), "bd") << "silent errors: reported as success, and not passing";
  EXPECT_EQ(taken({{Status::kMissing}, {}, {}, {}, true}), "b");
  EXPECT_EQ(taken({{}, {}, {}, {kUnknown}, true}), "");
}

TEST(Selection, TellsKeysThatAreNotThere) {
  std::vector<std::string> unknown;
  EXPECT_EQ(picked({{}, {}, {"zz", "b", "aa", "", "z"}}, &unknown), "b");
  EXPECT_EQ(unknown, (std::vector<std::string>{"", "aa", "z", "zz"}));
  EXPECT_EQ(picked({{Status::kPass}, {}, {"b"}}, &unknown), "");
  EXPECT_TRUE(unknown.empty()) << "a key that another part of the filter drops is not unknown";
}

}  // namespace
}  // namespace bcheck
