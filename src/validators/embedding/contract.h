// SPDX-License-Identifier: Apache-2.0
// The array against what was declared of it: rank, dimension, element type, number of rows, ids.
#pragma once

#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"
#include "validators/embedding/options.h"

namespace bcheck {

// What the numbers of an array are. Rank 1 has two readings: one vector, or one score a row.
struct Meaning {
  bool scores = false;
  std::uint64_t rows = 0;  // scores count one a row, and have dim 1
  std::uint64_t dim = 0;
};

Meaning meaning_of(const ArrayView& array, const EmbeddingOptions& options);

// Raises rank-, dim-, dtype- and rows-mismatch, in this order.
void check_contract(const ArrayView& array, const Meaning& meaning, const EmbeddingOptions& options, Observation& out);

// Compares the ids that came with the product with those that were submitted, and their number with the rows:
// rows-mismatch, id-duplicate, id-missing, id-extra, order-mismatch.
void check_ids(std::uint64_t rows, const EmbeddingOptions& options, Observation& out);

}  // namespace bcheck
