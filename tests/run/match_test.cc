// SPDX-License-Identifier: Apache-2.0
#include "run/match.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {
namespace {

struct Case {
  const char* name;
  std::vector<std::string_view> keys;
  std::vector<std::string_view> paths;
  std::map<std::string_view, std::string_view> found;      // key → path
  std::map<std::string_view, std::size_t> ambiguous = {};  // key → how many
};

Listing listing_of(const std::vector<std::string_view>& paths) {
  Listing listing;
  for (const std::string_view path : paths) listing.entries.push_back({path, 0, EntryKind::kFile});
  return listing;
}

TEST(Match, FindsTheFileOfEachKey) {
  const std::vector<Case> cases{
      {"the path itself", {"a/b.png"}, {"a/b.png"}, {{"a/b.png", "a/b.png"}}},
      {"the base name in any folder", {"b.png"}, {"deep/er/b.png"}, {{"b.png", "deep/er/b.png"}}},
      {"the stem", {"a"}, {"a.png"}, {{"a", "a.png"}}},
      {"the stem in any folder", {"a"}, {"x/a.png"}, {{"a", "x/a.png"}}},
      {"a key with a folder", {"x/a"}, {"x/a.png"}, {{"x/a", "x/a.png"}}},
      {"the longest key", {"a", "a.b"}, {"a.b.png"}, {{"a.b", "a.b.png"}}},
      {"both keys", {"a", "a.b"}, {"a.b.png", "a.png"}, {{"a.b", "a.b.png"}, {"a", "a.png"}}},
      {"several extensions", {"a"}, {"a.tar.gz"}, {{"a", "a.tar.gz"}}},
      {"a path before a base name", {"a.png"}, {"a.png", "x/a.png"}, {{"a.png", "a.png"}}},
      {"a base name before a stem", {"a"}, {"a.png", "x/a"}, {{"a", "x/a"}}},
      {"two stems", {"a"}, {"a.json", "a.png"}, {}, {{"a", 2}}},
      {"two folders", {"a"}, {"x/a.png", "y/a.png", "z/a.png"}, {}, {{"a", 3}}},
      {"a hidden file is no stem of nothing", {""}, {".png"}, {}},
      {"a hidden file by its name", {".x"}, {".x.png"}, {{".x", ".x.png"}}},
      {"no match of a part", {"a"}, {"ab.png", "ba.png"}, {}},
      {"no folding", {"A"}, {"a.png"}, {}},
      {"raw bytes", {"\xff\xfe"}, {"\xff\xfe.png"}, {{"\xff\xfe", "\xff\xfe.png"}}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Listing listing = listing_of(c.paths);
    const Matches matches = match_by_name(c.keys, listing, std::vector<bool>(c.paths.size()));
    std::map<std::string_view, std::string_view> found;
    for (std::size_t k = 0; k < c.keys.size(); ++k) {
      if (matches.entry_of[k] != kNoEntry) found[c.keys[k]] = c.paths[matches.entry_of[k]];
    }
    EXPECT_EQ(found, c.found);
    std::map<std::string_view, std::size_t> ambiguous;
    for (const auto& several : matches.ambiguous) ambiguous[c.keys[several.key]] = several.entries.size();
    EXPECT_EQ(ambiguous, c.ambiguous);
  }
}

TEST(Match, ACandidateOfAnAmbiguousKeyIsNobodyElses) {
  const Listing listing = listing_of({"a.json", "a.png"});
  const std::vector<std::string_view> keys{"a"};
  const Matches matches = match_by_name(keys, listing, {false, false});
  EXPECT_EQ(matches.key_of[0], 0U);
  EXPECT_EQ(matches.key_of[1], 0U);
}

TEST(Match, WhatIsTakenIsNotMatched) {
  const Listing listing = listing_of({"a.json", "a.png"});
  const std::vector<std::string_view> keys{"a"};
  const Matches matches = match_by_name(keys, listing, {true, false});
  EXPECT_EQ(matches.entry_of[0], 1U);
}

}  // namespace
}  // namespace bcheck
