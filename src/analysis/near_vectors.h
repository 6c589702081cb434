// SPDX-License-Identifier: Apache-2.0
// How much alike two array files are: row by row, by their products.
//
// Near is a file of the same rows and dimensions of which every row is near: 1 - cosine at most 1e-3 and norms within
// 1 %. Evidence: another batch size, card or half precision moves 1 - cosine by 1e-7 to 5e-4; reported bugs (wrong
// pooling, other padding, another model) begin at 0.06. Eight-bit floats are stored with 1 - cosine of 8e-4 to 2.3e-3,
// so theirs may be 1e-2; of eight-bit integers no element may differ by more than one step. All rows with the same
// numbers are the same content. Rows in another order are far, and told as such.
#pragma once

#include <optional>

#include "analysis/nearness.h"
#include "analysis/product_folder.h"
#include "bcheck/vectors.h"

namespace bcheck {

inline constexpr double kEightBitCosineDistance = 1e-2;

class VectorMeter final : public NearnessMeter {
 public:
  // All outlive it.
  VectorMeter(const RowLimits& limits, const ProductFolder& before, const ProductFolder& after, VectorReader& reader)
      : limits_(limits), before_(before), after_(after), reader_(reader) {}

  bool knows(const Outcome& before, const Outcome& after) const override;
  Result<Nearness> measure(const Outcome& before, const Outcome& after) override;

 private:
  const RowLimits limits_;
  const ProductFolder& before_;
  const ProductFolder& after_;
  VectorReader& reader_;
};

}  // namespace bcheck
