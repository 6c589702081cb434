// SPDX-License-Identifier: Apache-2.0
#include "validators/text/sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace bcheck {
namespace {

constexpr std::size_t kShingle = 16;

std::uint64_t hash_of(const char* shingle) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::memcpy(&a, shingle, sizeof a);  // little-endian machines, as in base/checked.h
  std::memcpy(&b, shingle + sizeof a, sizeof b);
  std::uint64_t x = a * 0x9E3779B97F4A7C15U + b;
  x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDU;
  x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53U;
  return x ^ x >> 33;
}

// One bit of three numbers added, for 64 sums at once: `high` is the carry.
struct Sum {
  std::uint64_t low;
  std::uint64_t high;
};
Sum add_bits(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const std::uint64_t either = a ^ b;
  return {either ^ c, (a & b) | (either & c)};
}

}  // namespace

// A tree of adders: eight hashes go into the three lowest planes, and one carry into the others.
void Sketch::count(const std::array<std::uint64_t, 8>& h) {
  const Sum ones_a = add_bits(planes_[0], h[0], h[1]);
  const Sum ones_b = add_bits(ones_a.low, h[2], h[3]);
  const Sum ones_c = add_bits(ones_b.low, h[4], h[5]);
  const Sum ones_d = add_bits(ones_c.low, h[6], h[7]);
  const Sum twos_a = add_bits(planes_[1], ones_a.high, ones_b.high);
  const Sum twos_b = add_bits(twos_a.low, ones_c.high, ones_d.high);
  const Sum fours = add_bits(planes_[2], twos_a.high, twos_b.high);
  planes_[0] = ones_d.low;
  planes_[1] = twos_b.low;
  planes_[2] = fours.low;
  std::uint64_t carry = fours.high;
  for (std::size_t k = 3; carry != 0; ++k) {
    const std::uint64_t both = planes_[k] & carry;
    planes_[k] ^= carry;
    carry = both;
  }
}

void Sketch::add(std::string_view text) {
  if (text.empty()) return;
  std::array<std::uint64_t, 8> hashes{};
  if (text.size() < kShingle) {
    std::array<char, kShingle> padded{};
    std::copy(text.begin(), text.end(), padded.begin());
    hashes[0] = hash_of(padded.data());
    shingles_ += 1;
    count(hashes);
    return;
  }
  const std::size_t all = text.size() - kShingle + 1;
  shingles_ += all;
  std::size_t i = 0;
  for (; i + hashes.size() <= all; i += hashes.size()) {
    for (std::size_t k = 0; k < hashes.size(); ++k) hashes[k] = hash_of(text.data() + i + k);
    count(hashes);
  }
  hashes = {};
  for (std::size_t k = 0; i + k < all; ++k) hashes[k] = hash_of(text.data() + i + k);
  count(hashes);
}

std::uint64_t Sketch::value() const {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    std::uint64_t set = 0;
    for (std::size_t k = 0; k < planes_.size(); ++k) set |= (planes_[k] >> bit & 1) << k;
    value |= std::uint64_t{2 * set > shingles_} << bit;
  }
  return value;
}

std::string sketch_text(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace bcheck
