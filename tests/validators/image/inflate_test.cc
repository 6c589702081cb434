// SPDX-License-Identifier: Apache-2.0
// Against zlib: the same bytes of every stream that both take, and none taken that zlib refuses.
#include "validators/image/inflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "support/make_png.h"
#include "validators/image/checksums.h"

namespace bcheck::image {
namespace {

using bcheck::testing::zlib_stream;

std::string compressed(const std::string& text, int level, int strategy, int window = 15, int memory = 8) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, window, memory, strategy), Z_OK);
  std::string out(2 * text.size() + 1000, '\0');  // deflateBound() is too small for memory level 1
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// By zlib, the whole of it and nothing behind it.
std::optional<std::string> by_zlib(const std::string& stream) {
  z_stream z{};
  inflateInit2(&z, 0);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stream.data()));
  z.avail_in = static_cast<uInt>(stream.size());
  std::string out(1 << 20, '\0');
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  const int code = ::inflate(&z, Z_FINISH);
  const bool whole = code == Z_STREAM_END && z.avail_in == 0;
  out.resize(z.total_out);
  inflateEnd(&z);
  return whole ? std::optional(out) : std::nullopt;
}

// In parts of `piece` bytes and bands of `band`, as a picture is read.
std::optional<std::string> by_us(const std::string& stream, std::size_t piece, std::size_t band,
                                 Simd simd = best_simd()) {
  std::vector<Bytes> parts;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    parts.push_back(as_bytes(std::string_view(stream).substr(at, piece)));
    parts.emplace_back();
  }
  Inflate inflate(simd);
  inflate.begin(parts);
  std::vector<unsigned char> memory(Inflate::kWindow + band + Inflate::kSlack);
  unsigned char* const base = memory.data() + Inflate::kWindow;
  const unsigned char* first = base;
  unsigned char* out = base;
  std::string all;
  while (true) {
    const Inflate::State state = inflate.run(first, out, base + band);
    if (state == Inflate::State::kOdd) return std::nullopt;
    if (state == Inflate::State::kEnd) {
      all.append(reinterpret_cast<const char*>(base), static_cast<std::size_t>(out - base));
      if (inflate.stored_adler() != adler32_of(kAdlerOfNothing, as_bytes(all))) return std::nullopt;
      return all;
    }
    const unsigned char* const limit = base + band;
    EXPECT_GE(out, limit);
    EXPECT_LE(out, limit + Inflate::kSlack);
    all.append(reinterpret_cast<const char*>(base), band);
    const auto history = std::min(Inflate::kWindow, static_cast<std::size_t>(limit - first));
    const auto more = static_cast<std::size_t>(out - limit);
    std::memmove(base - history, limit - history, history + more);
    first = base - history;
    out = base + more;
    if (all.size() > std::size_t{1} << 20) return std::nullopt;
  }
}

std::string text_of(int kind, std::size_t size, std::mt19937& random) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    switch (kind) {
      case 0: text[i] = static_cast<char>(random()); break;                       // stored
      case 1: text[i] = static_cast<char>(random() % 7 * (random() % 5)); break;  // short codes
      case 2: text[i] = static_cast<char>(i / 1000); break;                       // long matches
      case 3:
        text[i] = i > 300 && random() % 8 != 0 ? text[i - 1 - random() % 300] : static_cast<char>(random());
        break;
      case 4: text[i] = i >= 32500 ? text[i - 32500] : static_cast<char>(random()); break;  // from the window's end
      default: {
        // Frequencies that fall by halves give the longest codes.
        unsigned value = 0;
        while (value < 200 && random() % 2 == 0) ++value;
        text[i] = static_cast<char>(value + random() % 2);
      }
    }
  }
  return text;
}

TEST(Inflate, WhatZlibMakes) {
  std::mt19937 random(1);
  for (int kind = 0; kind < 6; ++kind) {
    for (const std::size_t size : {0U, 1U, 2U, 100U, 70'000U, 300'000U}) {
      const std::string text = text_of(kind, size, random);
      for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED}) {
        for (const int level : {0, 1, 9}) {
          SCOPED_TRACE(::testing::Message() << kind << " " << size << " " << strategy << " " << level);
          const std::string stream = compressed(text, level, strategy, 15, 1 + static_cast<int>(random() % 9));
          const std::size_t piece = random() % 2 == 0 ? 1 + random() % 20 : 1 + random() % 20'000;
          EXPECT_TRUE(by_us(stream, piece, 1 + random() % 100'000) == text);
          EXPECT_TRUE(by_us(stream, stream.size(), 300'001, Simd::kPortable) == text);
        }
      }
    }
  }
}

TEST(Inflate, EveryBandAndPieceOfASmallStream) {
  std::mt19937 random(2);
  const std::string text = text_of(3, 500, random);
  for (const int level : {0, 6}) {
    const std::string stream = zlib_stream(text, level);
    for (std::size_t size = 1; size < 300; ++size) {
      EXPECT_TRUE(by_us(stream, size, 1000) == text) << size;
      EXPECT_TRUE(by_us(stream, 1000, size) == text) << size;
    }
  }
}

TEST(Inflate, SmallWindowsAreHeldTo) {
  std::mt19937 random(3);
  const std::string text = text_of(3, 50'000, random);
  for (int window = 9; window <= 15; ++window) {
    EXPECT_TRUE(by_us(compressed(text, 6, Z_DEFAULT_STRATEGY, window), 9999, 30'000) == text) << window;
  }
  // A match over more than the window that the header declares: some decoders take it, and may say so.
  std::string far = compressed(text_of(4, 40'000, random), 6, Z_DEFAULT_STRATEGY, 15);
  far[0] = 0x18;
  far[1] = static_cast<char>(31 - (0x18 << 8) % 31);
  EXPECT_FALSE(by_us(far, 9999, 50'000).has_value());
}

TEST(Inflate, CutStreamsAndSurplusAreOdd) {
  std::mt19937 random(4);
  for (const int level : {0, 6}) {
    const std::string stream = zlib_stream(text_of(1, 300, random), level);
    for (std::size_t size = 0; size < stream.size(); ++size) {
      EXPECT_FALSE(by_us(stream.substr(0, size), 64, 400).has_value()) << size;
    }
    EXPECT_FALSE(by_us(stream + "a", 64, 400).has_value());
    EXPECT_FALSE(by_us(stream + std::string(100, '\0'), 64, 400).has_value());
  }
}

// Bits, lowest first, as deflate packs them.
class Bits {
 public:
  Bits& put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (used_++ % 8 == 0) bytes_ += '\0';
      if ((value >> i & 1) != 0) bytes_.back() = static_cast<char>(bytes_.back() | 1 << ((used_ - 1) % 8));
    }
    return *this;
  }
  // As a zlib stream of these deflate bits.
  std::string stream(const std::string& text) const {
    return "\x78\x9c" + bytes_ + bcheck::testing::word(adler32_of(kAdlerOfNothing, as_bytes(text)));
  }

 private:
  std::string bytes_;
  unsigned used_ = 0;
};

// A last block with codes of its own: lengths 1, 2 and 0 have codes (of 1, 2 and 2 bits), and each symbol the length
// that is given for it; of the distances, the first alone.
Bits block(const std::vector<unsigned>& lengths, unsigned distance_length) {
  Bits bits;
  bits.put(1, 1).put(2, 2).put(static_cast<unsigned>(lengths.size()) - 257, 5).put(0, 5).put(14, 4);
  const unsigned order[]{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1};
  for (const unsigned symbol : order) bits.put(symbol == 0 ? 1 : symbol <= 2 ? 2 : 0, 3);
  const auto put = [&](unsigned length) { length == 0 ? bits.put(0, 1) : bits.put(length == 1 ? 1 : 3, 2); };
  for (const unsigned length : lengths) put(length);
  put(distance_length);
  return bits;
}

std::vector<unsigned> lengths_of(unsigned a, unsigned b, unsigned end) {
  std::vector<unsigned> lengths(257);
  lengths['a'] = a;
  lengths['b'] = b;
  lengths[256] = end;
  return lengths;
}

// What other fast libraries let pass: every byte comes out right, and the checksum is right too.
TEST(Inflate, IncompleteCodesAreRefusedAsByZlib) {
  struct Row {
    const char* name;
    std::string stream;
    bool good;
  };
  // a = 0, b = 10, end = 11 (first bit first).
  const Row rows[]{
      {"complete", block(lengths_of(1, 2, 2), 1).put(0, 1).put(1, 2).put(3, 2).stream("ab"), true},
      {"a literal code is missing", block(lengths_of(1, 0, 2), 1).put(0, 1).put(0, 1).put(1, 2).stream("aa"), false},
      {"the first distance code is missing", block(lengths_of(1, 2, 2), 2).put(0, 1).put(3, 2).stream("a"), false},
      {"no distance code", block(lengths_of(1, 2, 2), 0).put(0, 1).put(3, 2).stream("a"), true},
      {"one literal code too many", block(lengths_of(1, 1, 2), 1).put(0, 1).put(1, 1).put(1, 2).stream("ab"), false},
      {"no end of the block", block(lengths_of(1, 1, 0), 1).put(0, 1).put(1, 1).stream("ab"), false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(by_zlib(row.stream).has_value(), row.good);
    EXPECT_EQ(by_us(row.stream, 64, 100).has_value(), row.good);
  }
}

TEST(Inflate, TakesNothingThatZlibRefuses) {
  std::mt19937 random(5);
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = text_of(static_cast<int>(random() % 6), 1 + random() % 400, random);
    std::string stream = compressed(text, static_cast<int>(random() % 10), static_cast<int>(random() % 5));
    for (auto n = 1 + random() % 3; n > 0; --n) {
      const std::size_t at = random() % std::min<std::size_t>(stream.size(), random() % 2 == 0 ? 40 : 4000);
      stream[at] = static_cast<char>(stream[at] ^ 1 << random() % 8);
    }
    // With a checksum that is right, only the codes can be wrong.
    Inflate inflate;
    const Bytes whole = as_bytes(stream);
    inflate.begin({&whole, 1});
    std::vector<unsigned char> memory(100'000 + Inflate::kSlack);
    unsigned char* out = memory.data();
    if (inflate.run(memory.data(), out, memory.data() + 100'000) == Inflate::State::kEnd) {
      const Bytes made(memory.data(), static_cast<std::size_t>(out - memory.data()));
      stream.replace(stream.size() - 4, 4, bcheck::testing::word(adler32_of(kAdlerOfNothing, made)));
      ++taken;
      EXPECT_TRUE(by_us(stream, 50, 1000).has_value());
      EXPECT_TRUE(by_zlib(stream) == by_us(stream, 50, 1000));
    } else {
      EXPECT_FALSE(by_us(stream, 50, 1000).has_value());
    }
  }
  EXPECT_GT(taken, 1000);
}

TEST(Inflate, CountsWhatStandsBehindTheOutput) {
  const std::string text(1000, 'a');
  const std::string stream = zlib_stream(text);
  Inflate inflate;
  const Bytes whole = as_bytes(stream);
  inflate.begin({&whole, 1});
  std::vector<unsigned char> memory(2000 + Inflate::kSlack);
  unsigned char* out = memory.data();
  ASSERT_EQ(inflate.run(memory.data(), out, memory.data() + 1001), Inflate::State::kEnd);
  EXPECT_EQ(out - memory.data(), 1000);
  EXPECT_LE(inflate.behind_output(), 5U);
}

}  // namespace
}  // namespace bcheck::image
