// SPDX-License-Identifier: Apache-2.0
// Also tests: vector_likeness.cc, hash_sum.cc
#include "base/likeness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/hash_sum.h"
#include "base/near.h"
#include "base/reference_likeness.h"
#include "base/splitmix.h"
#include "base/vector_likeness.h"

namespace bcheck {
namespace {

using testing::expect_near;

std::string_view bytes_of(const char8_t* text) {
  return reinterpret_cast<const char*>(text);
}

TEST(Likeness, OfTextsIsTheReferenceOne) {
  for (const testing::TextRow& row : testing::kTexts) {
    SCOPED_TRACE(row.id);
    const std::u32string a = code_points(bytes_of(row.a));
    const std::u32string b = code_points(bytes_of(row.b));
    EXPECT_EQ(levenshtein(a, b), row.distance);
    expect_near(levenshtein_ratio(a, b), row.ratio, row.rel, row.abs, "ratio");
    expect_near(jaccard5(a, b), row.jaccard, row.rel, row.abs, "Jaccard");
    expect_near(chrf(a, b), row.chrf, row.rel, row.abs, "chrF");
  }
}

std::size_t plain_levenshtein(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

// Lengths around the words of 64 bits, few and many letters, texts that are edits of each other and not.
TEST(Likeness, DistanceIsThatOfThePlainTable) {
  SplitMix64 random(1);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random.next() % limit); };
  for (int round = 0; round < 300; ++round) {
    const std::size_t letters = round % 3 == 0 ? 2 : round % 3 == 1 ? 26 : 5000;
    std::u32string a;
    const std::size_t length = below(200);
    for (std::size_t i = 0; i < length; ++i) a += static_cast<char32_t>(U'a' + below(letters));
    std::u32string b = a;
    const std::size_t edits = round % 2 == 0 ? below(10) : 0;
    for (std::size_t i = 0; i < edits && !b.empty(); ++i) {
      const std::size_t at = below(b.size());
      if (i % 3 == 0) b.erase(at, 1);
      if (i % 3 == 1) b.insert(at, 1, U'z');
      if (i % 3 == 2) b[at] = U'q';
    }
    if (round % 2 == 1) {
      b.clear();
      const std::size_t other = below(260);
      for (std::size_t i = 0; i < other; ++i) b += static_cast<char32_t>(U'a' + below(letters));
    }
    ASSERT_EQ(levenshtein(a, b), plain_levenshtein(a, b)) << "round " << round;
    ASSERT_EQ(levenshtein(b, a), plain_levenshtein(a, b)) << "round " << round;
  }
}

TEST(Likeness, OfVectorsIsTheReferenceOne) {
  for (const testing::VectorRow& row : testing::kVectors) {
    SCOPED_TRACE(row.id);
    const VectorLikeness likeness = likeness_of(row.a, row.b);
    expect_near(likeness.cosine, row.cosine, row.rel, row.abs, "cosine");
    expect_near(likeness.norm_a, row.norm_a, row.rel, row.abs, "norm");
    expect_near(likeness.norm_b, row.norm_b, row.rel, row.abs, "norm");
    expect_near(likeness.largest_difference, row.largest, row.rel, row.abs, "difference");
  }
}

TEST(HashSum, IsTheReferenceOneInWhateverParts) {
  for (const testing::SumRow& row : testing::kSums) {
    SCOPED_TRACE(row.id);
    HashSum forwards, odd, even;
    bool is_odd = false;
    for (const auto& [key, hash] : row.items) {
      forwards.add(key, hash);
      (is_odd ? odd : even).add(key, hash);
      is_odd = !is_odd;
    }
    EXPECT_EQ(forwards.hex(), row.sum);
    odd.add(even);
    EXPECT_EQ(odd.hex(), row.sum);
  }
}

}  // namespace
}  // namespace bcheck
