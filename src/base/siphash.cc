// SPDX-License-Identifier: Apache-2.0
#include "base/siphash.h"

#include <sys/random.h>

#include <bit>
#include <chrono>
#include <cstring>

namespace bcheck {
namespace {

struct State {
  std::uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }

  void absorb(std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

}  // namespace

SipKey random_sip_key() {
  SipKey key;
  // Before the pool is ready, or in a sandbox that refuses the call, the clock is a weaker secret and no worse
  // result: only the speed on a hostile manifest depends on it.
  if (::getrandom(&key, sizeof key, GRND_NONBLOCK) != static_cast<ssize_t>(sizeof key)) {
    key.low = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    key.high = key.low * 0x9E3779B97F4A7C15ULL;
  }
  return key;
}

std::uint64_t siphash(std::string_view bytes, const SipKey& key) {
  State state{key.low ^ 0x736F6D6570736575ULL, key.high ^ 0x646F72616E646F6DULL, key.low ^ 0x6C7967656E657261ULL,
              key.high ^ 0x7465646279746573ULL};
  const std::uint64_t length = static_cast<std::uint64_t>(bytes.size()) << 56;
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    state.absorb(word);
    bytes.remove_prefix(8);
  }
  std::uint64_t last = 0;
  if (!bytes.empty()) std::memcpy(&last, bytes.data(), bytes.size());
  state.absorb(last | length);
  state.v2 ^= 0xFF;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace bcheck
