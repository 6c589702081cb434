// SPDX-License-Identifier: Apache-2.0
// Choosing keys by their bytes alone: not by the order of the manifest, the machine, or what else is in the batch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace bcheck {

// Which shard a key falls to is its hash with this salt, modulo the number of shards. Another one than samples are
// drawn with, or a sample of a batch would be a sample of a few shards.
inline constexpr std::string_view kShardSalt = "bcheck-shard-v1";

// The first 8 bytes, big-endian, of SHA-256(salt, a NUL byte, key).
class KeyHash {
 public:
  explicit KeyHash(std::string_view salt);
  std::uint64_t operator()(std::string_view key);

 private:
  std::string salt_;  // with its NUL
  Sha256 sha256_;
};

}  // namespace bcheck
