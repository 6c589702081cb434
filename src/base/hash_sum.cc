// SPDX-License-Identifier: Apache-2.0
#include "base/hash_sum.h"

#include <fmt/format.h>

#include <cstddef>

#include "base/hash.h"

namespace bcheck {

void HashSum::add(std::string_view key, std::string_view hash) {
  std::string line(key);
  line += '\0';
  line += hash;
  line += '\n';
  const Digest digest = sha256(as_bytes(line));
  HashSum one;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    one.words_[3 - i / 8] = one.words_[3 - i / 8] << 8 | digest[i];
  }
  add(one);
}

void HashSum::add(const HashSum& part) {
  __extension__ using Wide = unsigned __int128;
  Wide carry = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    carry += Wide{words_[i]} + part.words_[i];
    words_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
}

std::string HashSum::hex() const {
  return fmt::format("{:016x}{:016x}{:016x}{:016x}", words_[3], words_[2], words_[1], words_[0]);
}

}  // namespace bcheck
