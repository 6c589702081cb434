// SPDX-License-Identifier: Apache-2.0
// A part of a batch for one task of an array job: the keys whose hash falls to it (base/key_hash.h), wherever they
// stand in the manifest. Equal keys fall to one shard, and a manifest in another order gives the same shards.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bcheck/error.h"

namespace bcheck {

inline constexpr std::int64_t kMostShards = 1'000'000;

struct Shard {
  std::int64_t index = 0;  // 0 <= index < of
  std::int64_t of = 1;
};

// For each key whether it falls to the shard. Hashed in a process of its own, as run/digest.h says why.
Result<std::vector<bool>> keys_of_shard(std::span<const std::string_view> keys, const Shard& shard);

}  // namespace bcheck
