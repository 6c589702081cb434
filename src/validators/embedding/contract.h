// SPDX-License-Identifier: Apache-2.0
// The array against what was declared of it: rank, dimension, element type, number of rows, ids.
#pragma once

#include <cstdint>
#include <span>
#include <string>

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

// Compares ids that came back with those that were submitted: id-duplicate, id-missing, id-extra, order-mismatch, which
// says whether a shift, a swap or a sort explains it. True if they are the same ids, whatever their order.
bool compare_ids(std::span<const std::string> wanted, std::span<const std::string> found, IdOrder order,
                 Observation& out);

// The ids of the product, from a file of their own or found beside the rows, against those that were submitted, and
// their number against the rows: rows-mismatch, and what compare_ids() raises.
void check_ids(std::uint64_t rows, std::span<const std::string> beside_rows, const EmbeddingOptions& options,
               Observation& out);

}  // namespace bcheck
