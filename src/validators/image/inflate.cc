// SPDX-License-Identifier: Apache-2.0
#include "validators/image/inflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace bcheck::image {
namespace {

std::uint64_t little_endian(const unsigned char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

[[gnu::always_inline]] inline void put_four(unsigned char* to, std::uint32_t bytes) {
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap32(bytes);
  std::memcpy(to, &bytes, sizeof bytes);
}

// May write 15 bytes more.
[[gnu::always_inline]] inline void copy_match(unsigned char* to, std::size_t distance, std::size_t length) {
  const unsigned char* from = to - distance;
  unsigned char* const end = to + length;
  if (distance >= 16) {
    do {
      std::memcpy(to, from, 16);
      to += 16;
      from += 16;
    } while (to < end);
  } else if (distance >= 8) {
    do {
      std::memcpy(to, from, 8);
      to += 8;
      from += 8;
    } while (to < end);
  } else if (distance == 1) {
    std::memset(to, *from, length);
  } else {
    do {
      *to++ = *from++;
    } while (to < end);
  }
}

}  // namespace

bool Inflate::Reader::next_part() {
  while (!rest.empty()) {
    const Bytes part = rest.front();
    rest = rest.subspan(1);
    rest_bytes -= part.size();
    if (part.empty()) continue;
    in = part.data();
    in_end = in + part.size();
    return true;
  }
  return false;
}

[[gnu::always_inline]] inline void Inflate::Reader::load() {
  bits |= little_endian(in) << count;
  in += (63 - count) >> 3;
  count |= 56;
}

void Inflate::Reader::refill_slowly() {
  while (count < 56) {
    if (in == in_end && !next_part()) {
      padding += 8;
    } else {
      bits |= std::uint64_t{*in++} << count;
    }
    count += 8;
  }
}

std::uint32_t Inflate::Reader::take(unsigned n) {
  if (count < n) refill();
  const auto value = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << n) - 1));
  drop(n);
  return value;
}

std::uint64_t Inflate::Reader::left() const {
  std::uint64_t bytes = count < padding ? 0 : (count - padding) / 8;
  bytes += static_cast<std::uint64_t>(in_end - in);
  return bytes + rest_bytes;
}

void Inflate::begin(std::span<const Bytes> parts) {
  reader_ = Reader();
  reader_.rest = parts;
  for (const Bytes part : parts) reader_.rest_bytes += part.size();
  block_ = Block::kHeader;
  begun_ = last_block_ = false;
  stored_left_ = 0;
  left_at_output_ = behind_output_ = 0;
}

// RFC 1950: deflate with a window of at most 32 KiB, no dictionary, and a check of these two bytes.
bool Inflate::zlib_header() {
  const std::uint32_t method = reader_.take(8);
  const std::uint32_t flags = reader_.take(8);
  if ((method & 15) != 8 || method >> 4 > 7 || (flags & 32) != 0 || (method << 8 | flags) % 31 != 0) return false;
  window_ = std::size_t{256} << (method >> 4);
  begun_ = true;
  return true;
}

bool Inflate::block_header() {
  last_block_ = reader_.take(1) != 0;
  switch (reader_.take(2)) {
    case 0: {
      reader_.drop(reader_.count & 7);
      const std::uint32_t length = reader_.take(16);
      if (length != (reader_.take(16) ^ 0xffff)) return false;
      stored_left_ = length;
      block_ = Block::kStored;
      break;
    }
    case 1:
      codes_ = &DeflateCodes::fixed();
      block_ = Block::kCoded;
      break;
    case 2:
      if (!dynamic_codes()) return false;
      codes_ = &dynamic_;
      block_ = Block::kCoded;
      break;
    default: return false;
  }
  return !reader_.overrun();
}

// RFC 1951, section 3.2.7.
bool Inflate::dynamic_codes() {
  constexpr std::array<unsigned char, 19> kOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  constexpr unsigned kLookUp = 7;
  const std::size_t literals = 257 + reader_.take(5);
  const std::size_t distances = 1 + reader_.take(5);
  const std::size_t given = 4 + reader_.take(4);
  if (literals > 286 || distances > 30) return false;
  std::array<unsigned char, kOrder.size()> code_lengths{};
  for (std::size_t i = 0; i < given; ++i) code_lengths[kOrder[i]] = static_cast<unsigned char>(reader_.take(3));

  // A table of 128 entries: symbol, length.
  std::array<std::array<unsigned char, 2>, 1 << kLookUp> table{};
  unsigned code = 0;  // in the order of the codes, from the highest bit of the look-up down
  for (unsigned length = 1; length <= kLookUp; ++length) {
    for (std::size_t symbol = 0; symbol < code_lengths.size(); ++symbol) {
      if (code_lengths[symbol] != length) continue;
      const unsigned span = 1U << (kLookUp - length);
      if (code + span > table.size()) return false;
      unsigned at = 0;  // the code with its first bit lowest
      for (unsigned bit = 0; bit < kLookUp; ++bit) at |= (code >> bit & 1) << (kLookUp - 1 - bit);
      for (unsigned i = at; i < table.size(); i += 1U << length) {
        table[i] = {static_cast<unsigned char>(symbol), static_cast<unsigned char>(length)};
      }
      code += span;
    }
  }
  if (code != table.size()) return false;  // incomplete

  std::array<unsigned char, 286 + 30> lengths{};
  std::size_t at = 0;
  while (at < literals + distances) {
    reader_.refill();
    const auto [symbol, length] = table[reader_.bits & (table.size() - 1)];
    reader_.drop(length);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol == 16 && at == 0) return false;
    const std::size_t repeat = symbol == 16   ? 3 + reader_.take(2)
                               : symbol == 17 ? 3 + reader_.take(3)
                                              : 11 + reader_.take(7);
    if (at + repeat > literals + distances || reader_.overrun()) return false;
    std::fill_n(lengths.begin() + static_cast<std::ptrdiff_t>(at), repeat,
                symbol == 16 ? lengths[at - 1] : static_cast<unsigned char>(0));
    at += repeat;
  }
  const std::span<const unsigned char> all(lengths);
  return dynamic_.set(all.first(literals), all.subspan(literals, distances));
}

bool Inflate::stored(unsigned char*& out, const unsigned char* limit) {
  // What is in the bits first.
  while (stored_left_ > 0 && reader_.count > 0 && out < limit) {
    *out++ = static_cast<unsigned char>(reader_.take(8));
    --stored_left_;
  }
  if (reader_.overrun()) return false;
  if (reader_.count == 0) {
    reader_.bits = 0;  // they may show the bytes that are copied now
    while (stored_left_ > 0 && out < limit) {
      if (reader_.in == reader_.in_end && !reader_.next_part()) return false;
      const std::size_t step = std::min({static_cast<std::size_t>(reader_.in_end - reader_.in),
                                         static_cast<std::size_t>(limit - out), std::size_t{stored_left_}});
      std::memcpy(out, reader_.in, step);
      out += step;
      reader_.in += step;
      stored_left_ -= static_cast<std::uint32_t>(step);
    }
  }
  if (stored_left_ == 0) block_ = last_block_ ? Block::kTrailer : Block::kHeader;
  return true;
}

[[gnu::always_inline]] inline bool Inflate::coded(const unsigned char* first, unsigned char*& out_at,
                                                  const unsigned char* limit) {
  using Codes = DeflateCodes;
  const Codes& codes = *codes_;
  Reader reader = reader_;
  unsigned char* out = out_at;
  bool sound = true;
  while (out < limit) {
    reader.refill();
    // 56 bits are enough for five look-ups.
    static_assert(5 * Codes::kLiteralBits <= 56);
    Codes::Entry entry = 0;
    for (unsigned left = 5; left > 0; --left) {
      entry = codes.literal(reader.bits);
      put_four(out, static_cast<std::uint32_t>(entry >> Codes::kPayloadShift));
      out += entry >> Codes::kCountShift & 0xff;
      reader.drop(entry & 0xff);
      if ((entry & Codes::kNotOnlyLiterals) != 0) break;
    }
    if ((entry & Codes::kNotOnlyLiterals) == 0) continue;
    reader.refill();
    if ((entry & Codes::kSpecial) != 0 && (entry >> Codes::kPayloadShift & 0xff) == Codes::kLong) {
      entry = codes.long_literal(reader.bits);
      if (entry == 0) {
        sound = false;
        break;
      }
      reader.drop(entry & 0xff);
      if ((entry & Codes::kNotOnlyLiterals) == 0) {
        *out++ = static_cast<unsigned char>(entry >> Codes::kPayloadShift & 0xff);
        continue;
      }
      reader.refill();
    }
    std::size_t length = 0;
    if ((entry & Codes::kMatch) != 0) {
      length = 3 + (entry >> (Codes::kPayloadShift + 8 * (entry >> Codes::kCountShift & 0xff)) & 0xff);
    } else if ((entry >> Codes::kPayloadShift & 0xff) == Codes::kEnd) {
      block_ = last_block_ ? Block::kTrailer : Block::kHeader;
      break;
    } else {
      const auto extra = static_cast<unsigned>(entry >> (Codes::kPayloadShift + 8) & 0xff);
      length = 3 + (entry >> (Codes::kPayloadShift + 16)) + (reader.bits & ((1U << extra) - 1));
      reader.drop(extra);
      reader.refill();
    }
    std::uint32_t where = codes.distance(reader.bits);
    if (where == 0) {
      where = codes.long_distance(reader.bits);
      if (where == 0) {
        sound = false;
        break;
      }
    }
    reader.drop(where & 0xff);
    const std::uint32_t extra = where >> Codes::kExtraShift & 0xff;
    const std::size_t distance =
        (where >> Codes::kLeastShift) + static_cast<std::size_t>(reader.bits & ((std::uint64_t{1} << extra) - 1));
    reader.drop(extra);
    if (distance > window_ || distance > static_cast<std::size_t>(out - first)) {
      sound = false;
      break;
    }
    copy_match(out, distance, length);
    out += length;
  }
  reader_ = reader;
  out_at = out;
  return sound && !reader.overrun();
}

bool Inflate::coded_anywhere(const unsigned char* first, unsigned char*& out, const unsigned char* limit) {
  return coded(first, out, limit);
}

#if defined(__x86_64__)
// For the shifts of BMI2, which wait for less.
[[gnu::target("avx2,bmi,bmi2")]] bool Inflate::coded_avx2(const unsigned char* first, unsigned char*& out,
                                                          const unsigned char* limit) {
  return coded(first, out, limit);
}
#else
bool Inflate::coded_avx2(const unsigned char* first, unsigned char*& out, const unsigned char* limit) {
  return coded(first, out, limit);
}
#endif

bool Inflate::run_coded(const unsigned char* first, unsigned char*& out, const unsigned char* limit) {
  return simd_ == Simd::kAvx2 ? coded_avx2(first, out, limit) : coded_anywhere(first, out, limit);
}

bool Inflate::trailer() {
  reader_.drop(reader_.count & 7);
  adler_ = 0;
  for (int i = 0; i < 4; ++i) adler_ = adler_ << 8 | reader_.take(8);
  behind_output_ = left_at_output_ - std::min(left_at_output_, reader_.left());
  return !reader_.overrun() && reader_.empty();
}

Inflate::State Inflate::run(const unsigned char* first, unsigned char*& out, unsigned char* limit) {
  if (!begun_ && !zlib_header()) return State::kOdd;
  while (true) {
    if (block_ == Block::kTrailer) return trailer() ? State::kEnd : State::kOdd;
    if (out >= limit) return State::kMore;
    const unsigned char* const before = out;
    const bool sound = block_ == Block::kHeader   ? block_header()
                       : block_ == Block::kStored ? stored(out, limit)
                                                  : run_coded(first, out, limit);
    if (!sound) return State::kOdd;
    if (out != before) left_at_output_ = reader_.left();
  }
}

}  // namespace bcheck::image
