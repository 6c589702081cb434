// SPDX-License-Identifier: Apache-2.0
// A similarity sketch: 64 bits of which near texts have nearly all in common, and unrelated ones half.
//
// A simhash (Charikar, "Similarity estimation techniques from rounding algorithms", 2002), defined so that anyone can
// make the same, on any machine:
//
//   T  the bytes of the text in UTF-8, without a leading byte order mark, each run of White_Space one U+0020, none at
//      the start and one at the end; of a text of more than 512 KiB, each of the first and the last 256 KiB (no
//      character of which is cut) by itself
//   S  a shingle for each 16 bytes in a row of T; where T has fewer, one: T and zero bytes behind it
//   h  of a shingle whose bytes 0 to 7 are the little-endian number a, and bytes 8 to 15 b: the lower 64 bits of the
//      product p = (a XOR 0xA0761D6478BD642F) * (b XOR 0xE7037ED1A0B428DB), XOR its higher 64 bits. (The step of
//      wyhash, with its constants.)
//   bit i of the sketch is set if bit i is set in the h of more than half of all shingles, each counted as often as it
//   occurs. It is written as 16 hexadecimal digits, the highest bit first. Without a shingle it is 0.
//
// Sixteen bytes are three words of English, two of Russian, five ideographs. Of 64 bits about 64/pi * acos(s) differ
// between texts whose shingles have a cosine of s: one word of 200 changes about four, unrelated texts differ in 32.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

class Sketch {
 public:
  // The shingles of T, or of one of its two pieces (condensed.h).
  void add(std::string_view condensed);

  std::uint64_t value() const;

 private:
  static constexpr std::size_t kHashes = 32;
  static constexpr std::size_t kPlanes = 40;
  using Pair64 = std::uint64_t __attribute__((vector_size(16)));

  void count(const std::array<std::uint64_t, kHashes>& hashes);

  // Bit i of planes_[k] is bit k of how many hashes had bit i set: of the even hashes in one half, of the odd ones in
  // the other. No more planes than shingles_ has bits are in use.
  std::array<Pair64, kPlanes> planes_{};
  std::uint64_t shingles_ = 0;
};

std::string sketch_text(std::uint64_t value);  // 16 hexadecimal digits

}  // namespace bcheck
