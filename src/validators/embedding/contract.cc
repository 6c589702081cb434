// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/contract.h"

#include <fmt/format.h>

#include "validators/embedding/faults.h"

namespace bcheck {
namespace {

std::int64_t number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

// Rows that are not wanted as they are: token embeddings without pooling, a matrix written flat, a single number.
bool rank_fits(const ArrayView& array, const Meaning& meaning, const EmbeddingOptions& options) {
  const std::size_t rank = array.shape.size();
  const bool asked = options.rows || options.dim || options.norm || options.scores || options.ids_given;
  if (rank == 2 || !asked) return true;
  if (rank != 1) return false;
  if (meaning.scores) return true;
  return !options.rows || *options.rows == 1;  // one vector
}

}  // namespace

Meaning meaning_of(const ArrayView& array, const EmbeddingOptions& options) {
  const bool flat = array.shape.size() == 1;
  const bool column = array.shape.size() == 2 && array.dim == 1 && (array.dense() || array.fortran);
  const bool several_rows = options.rows && *options.rows != 1 && (!options.dim || *options.dim == 1);
  const bool scores = !options.norm && ((flat && (options.scores || several_rows)) || (column && options.scores));
  if (scores) return {true, flat ? array.dim : array.rows, 1};
  return {false, array.rows, array.dim};
}

void check_contract(const ArrayView& array, const Meaning& meaning, const EmbeddingOptions& options, Observation& out) {
  if (!rank_fits(array, meaning, options)) {
    const std::size_t rank = array.shape.size();
    const std::string_view hint = rank > 2    ? "; are these vectors of tokens that were not pooled?"
                                  : rank == 1 ? "; were the rows written one behind the other?"
                                              : "";
    mismatch(out, "embedding.rank-mismatch",
             fmt::format("the array has rank {}, a matrix of rank 2 is expected{}", rank, hint), number(rank),
             std::int64_t{2});
  }
  if (options.dim && meaning.dim != *options.dim) {
    mismatch(out, "embedding.dim-mismatch",
             fmt::format("the dimension is {}, {} is expected", meaning.dim, *options.dim), number(meaning.dim),
             number(*options.dim));
  } else if (meaning.dim == 0) {
    mismatch(out, "embedding.dim-mismatch", "the rows have no elements", std::int64_t{0}, std::int64_t{1});
  }
  if (options.dtype && array.dtype != *options.dtype) {
    const std::string_view found = info_of(array.dtype).word;
    const std::string_view wanted = info_of(*options.dtype).word;
    mismatch(out, "embedding.dtype-mismatch", fmt::format("the elements are {}, {} is expected", found, wanted),
             std::string(found), std::string(wanted));
  }
  if (options.norm && !info_of(array.dtype).floating) {
    mismatch(
        out, "embedding.dtype-mismatch",
        fmt::format("the elements are {}, and a norm is declared, which only floats have", info_of(array.dtype).word),
        std::string(info_of(array.dtype).word), std::string("f32"));
  }
  std::optional<std::uint64_t> rows = options.rows;
  if (!rows && options.ids_given && !options.ids_found_given) rows = options.ids.size();
  if (rows && meaning.rows != *rows) {
    mismatch(out, "embedding.rows-mismatch", fmt::format("{} rows, {} expected", meaning.rows, *rows),
             number(meaning.rows), number(*rows));
  } else if (!rows && meaning.rows == 0) {
    mismatch(out, "embedding.rows-mismatch", "no rows at all; \"rows\": 0 in the rules would expect that",
             std::int64_t{0}, std::int64_t{1});
  }
}

}  // namespace bcheck
