// SPDX-License-Identifier: Apache-2.0
#include "validators/text/sketch.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bcheck {
namespace {

constexpr std::size_t kShingle = 16;

using Pair64 = std::uint64_t __attribute__((vector_size(16)));

__extension__ using Product = unsigned __int128;

std::uint64_t hash_of(const char* shingle) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::memcpy(&a, shingle, sizeof a);  // little-endian machines, as in base/checked.h
  std::memcpy(&b, shingle + sizeof a, sizeof b);
  const Product p = Product{a ^ 0xA0761D6478BD642FU} * (b ^ 0xE7037ED1A0B428DBU);
  return static_cast<std::uint64_t>(p) ^ static_cast<std::uint64_t>(p >> 64);
}

// One bit of three numbers added, for 128 sums at once: `high` is the carry.
struct Sum {
  Pair64 low;
  Pair64 high;
};
Sum add_bits(Pair64 a, Pair64 b, Pair64 c) {
  const Pair64 either = a ^ b;
  return {either ^ c, (a & b) | (either & c)};
}

}  // namespace

// A tree of adders (Harley and Seal): sixteen pairs of hashes go into the four lowest planes, and one carry into the
// others.
void Sketch::count(const std::array<std::uint64_t, kHashes>& hashes) {
  std::array<Pair64, kHashes / 2> ones;
  std::memcpy(ones.data(), hashes.data(), sizeof ones);
  std::array<Pair64, 8> twos;
  std::array<Pair64, 4> fours;
  std::array<Pair64, 2> eights;
  const auto fold = [](Pair64& plane, const auto& in, auto& carries) {
    for (std::size_t i = 0; i < carries.size(); ++i) {
      const Sum sum = add_bits(plane, in[2 * i], in[2 * i + 1]);
      plane = sum.low;
      carries[i] = sum.high;
    }
  };
  fold(planes_[0], ones, twos);
  fold(planes_[1], twos, fours);
  fold(planes_[2], fours, eights);
  const Sum last = add_bits(planes_[3], eights[0], eights[1]);
  planes_[3] = last.low;
  Pair64 carry = last.high;
  const auto used = static_cast<std::size_t>(std::bit_width(shingles_));
  for (std::size_t k = 4; k < used; ++k) {
    const Pair64 both = planes_[k] & carry;
    planes_[k] ^= carry;
    carry = both;
  }
}

void Sketch::add(std::string_view text) {
  if (text.empty()) return;
  std::array<std::uint64_t, kHashes> hashes{};
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

// All 64 counts are compared with half of the shingles at once, from the highest plane down.
std::uint64_t Sketch::value() const {
  std::array<std::uint64_t, kPlanes> planes{};
  std::uint64_t carry = 0;
  const auto used = static_cast<std::size_t>(std::bit_width(shingles_));
  for (std::size_t k = 0; k < used; ++k) {
    const std::uint64_t a = planes_[k][0], b = planes_[k][1];
    planes[k] = a ^ b ^ carry;
    carry = (a & b) | ((a ^ b) & carry);
  }
  const std::uint64_t half = shingles_ / 2;
  std::uint64_t more = 0;
  std::uint64_t equal = ~std::uint64_t{0};
  for (std::size_t k = used; k-- > 0;) {
    const std::uint64_t bit = (half >> k & 1) != 0 ? ~std::uint64_t{0} : 0;
    more |= equal & planes[k] & ~bit;
    equal &= ~(planes[k] ^ bit);
  }
  return more;
}

std::string sketch_text(std::uint64_t value) {
  std::string out(16, '0');
  for (auto digit = out.rbegin(); digit != out.rend(); ++digit, value >>= 4) *digit = "0123456789abcdef"[value & 0xF];
  return out;
}

}  // namespace bcheck
