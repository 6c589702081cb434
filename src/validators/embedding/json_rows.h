// SPDX-License-Identifier: Apache-2.0
// Records of JSON, each with a vector, into rows.
#pragma once

#include <string>
#include <string_view>

#include "validators/embedding/json_text.h"
#include "validators/embedding/options.h"
#include "validators/embedding/text_rows.h"

namespace bcheck {

class JsonRows {
 public:
  JsonRows(const EmbeddingOptions& options, TextRows& rows) : options_(options), rows_(rows) {}

  // One record: an object with the vector in `vector_field`, or the vector itself. False: the text is no JSON, and
  // `text` says why; everything else is remembered by the rows. Stands at its first byte, and behind it afterwards.
  bool record(JsonText& text);

  // The vector itself.
  bool vector(JsonText& text);

 private:
  bool object(JsonText& text);
  bool list(JsonText& text);
  bool element(JsonText& text);
  bool foreign_element(JsonText& text);
  bool odd_vector(JsonText& text);
  bool id(JsonText& text);
  bool place(JsonText& text);

  const EmbeddingOptions& options_;
  TextRows& rows_;
  std::uint64_t row_ = 0;     // the number of the record
  std::string name_, value_;  // decoded
};

}  // namespace bcheck
