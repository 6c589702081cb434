// SPDX-License-Identifier: Apache-2.0
// The places in a record that are looked at: JSON pointers (RFC 6901), which in tables name a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"

namespace bcheck {

// A pointer "/response/body/choices/0/message/content" as its reference tokens. "" is the whole record.
Result<std::vector<std::string>> parse_pointer(std::string_view pointer);

// Several places as a tree, so that one walk over a record finds them all.
class RecordPlaces {
 public:
  static constexpr std::size_t kKey = 0;  // the field of the key; those of add() follow

  // Errors: a pointer that is none.
  static Result<RecordPlaces> make(std::string_view key);
  // The number of the field; the same place gives the same number.
  Result<std::size_t> add(std::string_view pointer);

  std::size_t fields() const { return pointers_.size(); }  // the key's included
  const std::string& pointer(std::size_t field) const { return pointers_[field]; }
  // The column that the field names in a table: the pointer's one token. Empty for a place that lies deeper.
  std::string column(std::size_t field) const;

  static constexpr std::int32_t kNone = -1;
  struct Node {
    std::string token;
    std::int32_t field = kNone;
    std::vector<std::int32_t> children;
  };
  // 0 is the record itself.
  const Node& node(std::int32_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
  std::int32_t child(std::int32_t parent, std::string_view token) const;
  std::size_t nodes() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_{Node{}};
  std::vector<std::string> pointers_;
};

}  // namespace bcheck
