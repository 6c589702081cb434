// SPDX-License-Identifier: Apache-2.0
// Reference values of comparing two reports, by the ids that they have in the collection that they are from. A value is
// the hash of a passing artifact, null a key that fails; a share is right within 1e-12, and NaN stands for undefined.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace bcheck::testing {

using Hashes = std::vector<std::pair<const char*, const char*>>;

struct CompareRow {
  const char* id;
  Hashes before, after;
  std::int64_t common, same;
  std::vector<std::string> lines;  // of the keys that are not the same: "key change", with the artifact if it changed
  double consistency, determinism;
};

inline constexpr double kNoShare = std::numeric_limits<double>::quiet_NaN();

// clang-format off
inline const CompareRow kComparisons[] = {
    {"compare/000", {{"a", "h1"}, {"b", "h2"}}, {{"a", "h1"}, {"b", "h2"}}, 2, 2, {}, 1.0, 1.0},
    {"compare/001", {{"a", "h1"}, {"b", "h2"}, {"c", nullptr}}, {{"a", "h1"}, {"b", "x"}, {"c", nullptr}}, 3, 1, {"b changed image", "c still-bad"}, 0.3333333333333333, 0.5},
    {"compare/002", {{"a", "h1"}}, {{"b", "h1"}}, 0, 0, {"a gone", "b new"}, kNoShare, kNoShare},
    {"compare/003", {}, {}, 0, 0, {}, kNoShare, kNoShare},
    {"compare/004", {{"a", "h1"}, {"b", "h2"}, {"c", "h3"}, {"d", nullptr}}, {{"a", "h1"}, {"b", nullptr}, {"c", "h3"}, {"d", "h4"}, {"e", "h5"}}, 4, 2, {"b newly-bad", "d repaired", "e new"}, 0.5, 1.0},
    {"compare/005", {{"a", nullptr}}, {{"a", nullptr}}, 1, 0, {"a still-bad"}, 0.0, kNoShare},
};
// clang-format on

}  // namespace bcheck::testing
