// SPDX-License-Identifier: Apache-2.0
// The front of an item as it is being counted and written, before or without the item itself: a run never holds one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "bcheck/report.h"

namespace bcheck {

using Group = std::pair<std::string_view, std::string_view>;  // a column's name and the key's value in it

// Views are valid for the call that it is handed to.
struct ItemHead {
  std::string_view key;
  Status status = Status::kError;
  Reported reported = Reported::kNothing;
  std::optional<std::int64_t> attempts = {};  // >= 1
  std::int64_t repeats = 0;
  std::span<const Group> groups = {};      // sorted by name, each once, no value empty; not counted
  bool blank = false;                      // the manifest expects a blank product
  std::optional<std::int64_t> place = {};  // in the report of a shard, as in Item
  std::string_view input_sha256 = {};      // likewise in any report
};

// All but the groups.
inline ItemHead head_of(const Item& item) {
  return {item.key, item.status, item.reported, item.attempts,    item.repeats,
          {},       item.blank,  item.place,    item.input_sha256};
}

}  // namespace bcheck
