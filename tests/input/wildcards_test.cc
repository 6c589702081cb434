// SPDX-License-Identifier: Apache-2.0
#include "input/wildcards.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

TEST(Wildcards, MatchWholePaths) {
  struct Row {
    std::string_view pattern, path;
    bool match;
  };
  for (const Row& row : {
           Row{"a.jsonl", "a.jsonl", true},
           {"a.jsonl", "b.jsonl", false},
           {"a.jsonl", "a.jsonl2", false},
           {"results-*.jsonl", "results-0.jsonl", true},
           {"results-*.jsonl", "results-.jsonl", true},
           {"results-*.jsonl", "results-1-2.jsonl", true},
           {"results-*.jsonl", "results-1.json", false},
           {"results-*.jsonl", "deep/results-1.jsonl", false},
           {"*/r.jsonl", "deep/r.jsonl", true},
           {"*/r.jsonl", "very/deep/r.jsonl", false},
           {"*", "a/b", false},
           {"*", "", true},
           {"?", "", false},
           {"part-?.csv", "part-7.csv", true},
           {"part-?.csv", "part-12.csv", false},
           {"a?b", "a/b", false},
           {"*a*b*", "xxaxxbxx", true},
           {"*a*b*", "xxbxxaxx", false},
           {"[x]", "[x]", true},
           {"[x]", "x", false},
       }) {
    EXPECT_EQ(matches_wildcards(row.pattern, row.path), row.match) << row.pattern << " " << row.path;
  }
}

TEST(Wildcards, ManyStarsCostNoMoreThanTheirNumber) {
  const std::string path(100'000, 'a');
  EXPECT_FALSE(matches_wildcards("*a*a*a*a*a*a*a*a*a*a*b", path));
}

TEST(Wildcards, AreSeen) {
  EXPECT_TRUE(has_wildcards("a*"));
  EXPECT_TRUE(has_wildcards("a?"));
  EXPECT_FALSE(has_wildcards("a[b]"));
}

}  // namespace
}  // namespace bcheck
