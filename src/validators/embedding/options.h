// SPDX-License-Identifier: Apache-2.0
// What the rules declare of vectors, read once and checked for sense.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/validator.h"
#include "validators/embedding/dtype.h"

namespace bcheck {

enum class ByteOrder : unsigned char { kLittle, kBig };
enum class Level : unsigned char { kContainer, kValues };
enum class IdOrder : unsigned char { kManifest, kAny };

using Range = std::pair<double, double>;  // closed, first <= second

struct EmbeddingOptions {
  std::string format;  // empty: by content and extension
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> dim;  // at least 1
  std::optional<Dtype> dtype;
  std::optional<Range> range;  // of every value: score_range or value_range
  bool scores = false;         // score_range was given: rank 1 holds one score a row
  bool norm = false;           // a norm is declared; the judge knows the band (judge/vectors.cc)
  std::optional<ByteOrder> byteorder;
  Level level = Level::kValues;
  IdOrder order = IdOrder::kManifest;
  bool one_vector = false;  // a JSON document is one vector, and a list in it a fault
  bool base64 = false;      // vectors in JSON are base64 of their elements

  std::string array;  // in a container of several; empty: the only one
  // Members of JSON records, and of the document that holds them; empty: as tables.cc says of absent ones.
  std::string id_field, vector_field, index_field, rows_at;
  // Columns of a table, by number from 0 or by name.
  std::optional<std::variant<std::uint64_t, std::string>> id_column, vector_column;
  std::optional<bool> header;  // of a table; absent: found out

  std::vector<std::string> ids;        // in the order of the rows, as they should be: ids or input_ids_file
  std::vector<std::string> ids_found;  // as they came with the product: ids_file
  bool ids_given = false;
  bool ids_found_given = false;
};

// Refuses what contradicts itself, naming the option and what would be right.
Result<EmbeddingOptions> read_embedding_options(const Options& options);

}  // namespace bcheck
