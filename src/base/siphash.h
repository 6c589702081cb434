// SPDX-License-Identifier: Apache-2.0
// SipHash-2-4: a keyed 64-bit hash for tables that hold names from outside.
//
// Whoever does not know the secret cannot make names that collide (Aumasson and Bernstein, "SipHash: a fast
// short-input PRF", 2012), so a hostile manifest cannot turn a table into a list.
#pragma once

#include <cstdint>
#include <string_view>

namespace bcheck {

struct SipKey {
  std::uint64_t low = 0;   // bytes 0 to 7 of the key, little-endian
  std::uint64_t high = 0;  // bytes 8 to 15
};

// From the kernel's random generator. A hash made with it must never reach an output.
SipKey random_sip_key();

std::uint64_t siphash(std::string_view bytes, const SipKey& key);

}  // namespace bcheck
