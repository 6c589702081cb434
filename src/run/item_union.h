// SPDX-License-Identifier: Apache-2.0
// The items of several shards in one order of key bytes, one in memory for each report.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/key_hash.h"
#include "bcheck/error.h"
#include "bcheck/report.h"
#include "run/shard_set.h"

namespace bcheck {

class ItemUnion {
 public:
  // `absent`: the keys of shards that no report covers, sorted by bytes; may be empty though there are some. Both
  // outlive this. A pass that verifies sees that each key is of a shard of its report.
  ItemUnion(ShardSet& shards, std::span<const std::string_view> absent) : shards_(shards), absent_(absent) {}

  // Begins with the first item.
  Result<void> rewind(bool verify);

  // Null behind the last item, after every report's sums were found to hold. Of an absent key the item says so and has
  // no `place`. The item may be changed, and is valid until the next call.
  Result<Item*> next();

 private:
  struct Source {
    Item item;
    std::size_t report = 0;  // reports().size() for the absent keys
  };
  Result<bool> fill(Source& source);
  Result<void> check(const Source& source);
  static bool later(const Source* a, const Source* b) { return b->item.key < a->item.key; }

  ShardSet& shards_;
  std::span<const std::string_view> absent_;
  std::size_t next_absent_ = 0;
  std::vector<Source> sources_;
  std::vector<Source*> heap_;  // the one with the first key at the front
  Source* given_ = nullptr;    // whose item was handed out last
  std::string last_key_;
  bool first_ = true;
  bool verify_ = false;
  KeyHash hash_{kShardSalt};
};

}  // namespace bcheck
