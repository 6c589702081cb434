// SPDX-License-Identifier: Apache-2.0
// How much alike two texts are: by their characters where the products are at hand, by their sketches otherwise.
//
// By characters, in code points, nothing normalised: the same but for a byte order mark and CR LF is the same content.
// Up to 10,000 of them the Levenshtein ratio, 1 - edits / length of the longer one; beyond, where that takes too long,
// the Jaccard index of runs of five. With a limit for chrF it is that F-score in place of both.
// By the measure `sketch` of the reports: in how many of 64 bits the two differ. One word of 200 changes about four,
// three in a hundred about ten, and of unrelated texts one in a hundred million differs in so few. Texts of fewer than
// 200 characters have too few shingles for it, and one word more is a far one there.
//
// What the report knows as a record of a larger file is compared by sketch, and told as such.
#pragma once

#include <optional>

#include "analysis/nearness.h"
#include "analysis/product_folder.h"

namespace bcheck {

// A ratio of 0.9 is one character of ten: above what another batch size changes in a long answer, below another answer.
struct TextLimits {
  double ratio = 0.9;          // Levenshtein's, at least
  double jaccard = 0.8;        // at least
  std::optional<double> chrf;  // at least; in place of both
  int hamming = 10;            // bits of 64, by sketch, at most
};

inline constexpr std::size_t kMostEdited = 10'000;  // code points

class TextMeter final : public NearnessMeter {
 public:
  // Both outlive it.
  struct Products {
    const ProductFolder& before;
    const ProductFolder& after;
  };
  TextMeter(const TextLimits& limits, std::optional<Products> products) : limits_(limits), products_(products) {}

  bool knows(const Outcome& before, const Outcome& after) const override;
  Result<Nearness> measure(const Outcome& before, const Outcome& after) override;

 private:
  Nearness by_sketch(const Outcome& before, const Outcome& after) const;
  Nearness by_characters(std::string_view before, std::string_view after) const;

  TextLimits limits_;
  std::optional<Products> products_;
};

}  // namespace bcheck
