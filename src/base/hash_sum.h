// SPDX-License-Identifier: Apache-2.0
// One number for all products of a batch: equal where the same keys have the same hashes, in whatever order and parts
// they come, since the sums of parts add up.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

// The sum modulo 2^256 of SHA-256(key, 0x00, hash, 0x0a) over all keys; a sum and no exclusive or, so that a pair that
// is there twice does not vanish.
class HashSum {
 public:
  void add(std::string_view key, std::string_view hash);
  void add(const HashSum& part);
  std::string hex() const;  // 64 digits

 private:
  std::array<std::uint64_t, 4> words_{};  // the lowest first
};

}  // namespace bcheck
