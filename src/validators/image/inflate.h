// SPDX-License-Identifier: Apache-2.0
// A zlib stream (RFC 1950) inflated piece by piece: what sound streams need, fast, and nothing else.
//
// It takes no stream that zlib 1.2 would refuse; of those that zlib takes it refuses a few odd ones (below). Whoever
// gets kOdd asks zlib, which also says what is wrong. The Adler-32 is not computed here.
//
// Why not a library: libdeflate wants the whole picture in memory; ISA-L takes incomplete Huffman codes, so it passes
// streams that every decoder of PNG refuses, and it copies its window for each chunk of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcheck/artifact.h"
#include "validators/image/deflate_codes.h"
#include "validators/image/simd.h"

namespace bcheck::image {

class Inflate {
 public:
  // So many bytes behind `limit` may be written.
  static constexpr std::size_t kSlack = 512;
  static constexpr std::size_t kWindow = std::size_t{1} << 15;

  enum class State : unsigned char {
    kMore,  // the limit is reached
    kEnd,   // the stream is whole, and nothing follows it
    kOdd,   // damaged, cut, followed by something, with a window too small or a dictionary
  };

  explicit Inflate(Simd simd = best_simd()) : simd_(simd), dynamic_(simd) {}

  // The stream may be cut into parts anywhere, some of them empty; they are not copied and must live on.
  void begin(std::span<const Bytes> parts);

  // Writes from `out` on, until at least `limit` or to the end of the stream, and moves `out`. Between `first` and
  // `out` stands what was made before: the last kWindow bytes or all of it. After kEnd or kOdd it is over.
  State run(const unsigned char* first, unsigned char*& out, unsigned char* limit);

  // After kEnd: the checksum that the stream gives itself, and the bytes of it behind those that gave the last output.
  std::uint32_t stored_adler() const { return adler_; }
  std::uint64_t behind_output() const { return behind_output_; }

 private:
  enum class Block : unsigned char { kHeader, kStored, kCoded, kTrailer };

  // The bits of the parts, lowest first. Behind their end it gives zeros, and remembers.
  struct Reader {
    const unsigned char* in = nullptr;
    const unsigned char* in_end = nullptr;
    std::uint64_t bits = 0;
    unsigned count = 0;  // of the bits that are known; those above are zero or what comes next
    std::span<const Bytes> rest;
    std::uint64_t rest_bytes = 0;
    std::uint64_t padding = 0;  // bits that are none

    bool next_part();
    void refill_slowly();  // to 56 bits or more
    void refill() {
      if (in_end - in < 8) [[unlikely]]
        return refill_slowly();
      load();
    }
    void load();
    void drop(std::uint64_t n) {
      bits >>= n & 63;  // as the processor does
      count -= static_cast<unsigned>(n);
    }
    std::uint32_t take(unsigned n);  // up to 16
    bool overrun() const { return padding > count; }
    std::uint64_t left() const;  // bytes that were not taken
    bool empty() const { return left() == 0; }
  };

  bool coded(const unsigned char* first, unsigned char*& out, const unsigned char* limit);
  bool coded_anywhere(const unsigned char* first, unsigned char*& out, const unsigned char* limit);
  bool coded_avx2(const unsigned char* first, unsigned char*& out, const unsigned char* limit);
  bool run_coded(const unsigned char* first, unsigned char*& out, const unsigned char* limit);
  bool zlib_header();
  bool block_header();
  bool dynamic_codes();
  bool stored(unsigned char*& out, const unsigned char* limit);
  bool trailer();

  Simd simd_;
  Reader reader_;
  Block block_ = Block::kHeader;
  bool begun_ = false;
  bool last_block_ = false;
  std::size_t window_ = kWindow;
  std::uint32_t stored_left_ = 0;
  std::uint32_t adler_ = 0;
  std::uint64_t left_at_output_ = 0;
  std::uint64_t behind_output_ = 0;
  const DeflateCodes* codes_ = nullptr;
  DeflateCodes dynamic_;
};

}  // namespace bcheck::image
