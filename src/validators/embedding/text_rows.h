// SPDX-License-Identifier: Apache-2.0
// Rows that come as text, one after the other: collects their elements, ids and places, remembers what is wrong with
// them, and makes one array of what is right. What the readers of JSON and of tables share.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"
#include "validators/embedding/decoded.h"
#include "validators/embedding/element_writer.h"
#include "validators/embedding/options.h"

namespace bcheck {

// How often something was seen, and where and what it was the first time.
struct FirstSeen {
  std::uint64_t count = 0;
  std::string what;

  bool first() { return count++ == 0; }  // counts, and tells whether it is worth being described
};

class TextRows {
 public:
  // Elements have the declared type, f32 without one.
  TextRows(const EmbeddingOptions& options, Decoded& decoded);

  // ---- One row: its elements, then end_row(); or what stands in the place of a vector.
  void put(double value, std::string_view token) {
    if (!writer_.put(value, token)) [[unlikely]]
      unfit(token);
    ++columns_;
  }
  // null, or a word for NaN or infinity.
  void put_special(double value, std::string_view token);
  // No number: `kind` says what ("the string"), `raw` is quoted behind it.
  void put_foreign(std::string_view kind, std::string_view raw);
  void put_base64(std::string_view text);
  void end_row();
  void end_score();                                             // a number alone, where scores are declared
  void no_vector(std::string_view kind, std::string_view raw);  // in place of the whole row
  void behind(std::string_view raw);                            // what stands behind the vector that has ended its row
  void nested();                                                // a list inside of the row

  // ---- What stands beside the vector, before or behind it.
  void id(std::string_view id) { decoded_.ids.emplace_back(id); }
  void place(std::uint64_t place) { places_.push_back(place); }  // the value of index_field
  void no_id(std::uint64_t row, std::string_view field);

  std::uint64_t rows() const { return rows_; }

  // Raises non-numeric, rank-mismatch, size-not-multiple, dtype-mismatch, ragged-rows (dim-mismatch where a dimension
  // is declared), id-missing, and of the places id-duplicate, id-missing, id-extra and order-mismatch. False if the
  // rows are no array; `flat`: they are the one row that is the whole file.
  bool finish(bool flat, ArrayView& array, Observation& out);

 private:
  static constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

  void unfit(std::string_view token);
  bool raise(Observation& out) const;
  bool compare_places(Observation& out) const;
  void put_in_order();

  const EmbeddingOptions& options_;
  Decoded& decoded_;
  const Dtype dtype_;
  ElementWriter writer_;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 0;  // of the row that is being read
  std::uint64_t dim_ = kUnknown;
  bool scores_ = false;
  bool broken_ = false;  // the row that is being read has no known dimension
  FirstSeen foreign_, nested_, unfit_, broken_size_, without_id_;
  FirstSeen ragged_;  // another dimension than the first row
  FirstSeen misfit_;  // another dimension than declared
  std::vector<std::uint64_t> places_;
};

}  // namespace bcheck
