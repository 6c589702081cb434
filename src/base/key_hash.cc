// SPDX-License-Identifier: Apache-2.0
#include "base/key_hash.h"

#include "base/checked.h"

namespace bcheck {

KeyHash::KeyHash(std::string_view salt) : salt_(salt) {
  salt_ += '\0';
}

std::uint64_t KeyHash::operator()(std::string_view key) {
  sha256_.update(as_bytes(salt_));
  sha256_.update(as_bytes(key));
  return *big_endian<std::uint64_t>(sha256_.finish(), 0);
}

}  // namespace bcheck
