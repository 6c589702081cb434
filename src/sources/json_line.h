// SPDX-License-Identifier: Apache-2.0
// Records out of a line of JSON, also out of a line that is damaged.
//
// What is not one object is looked at more closely: welded records come out one by one, of a torn one come those fields
// that were whole, and a record behind a torn one is found by the next brace from which an object reaches to the end of
// the line.
#pragma once

#include <cstdint>
#include <string_view>

#include "sources/json_walk.h"
#include "sources/record.h"
#include "sources/record_places.h"

namespace bcheck {

// The records of one line, one after the other.
class JsonLine {
 public:
  explicit JsonLine(const RecordPlaces& places);

  // `utf8`: the line is known to be valid. The line stays where it is while its records are used.
  void start(std::string_view line, bool utf8);
  // False behind the last. A line that holds no object gives one record without a key.
  bool next(RecordView& record);

 private:
  void fill(RecordView& record);
  std::size_t next_whole(std::size_t from);

  JsonWalk walk_;
  JsonWalk probe_;
  std::string_view line_;
  std::size_t at_ = 0;
  bool utf8_ = true;
  bool welded_ = false;  // a record was taken from this line already
  bool nuls_ = false;
};

}  // namespace bcheck
