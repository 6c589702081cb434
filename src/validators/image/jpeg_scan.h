// SPDX-License-Identifier: Apache-2.0
// The scan of a plain JPEG (jpeg_baseline.h), entropy-decoded to its end for the averages of the luma's blocks.
//
// Every code of every component is read, and its value passed over; only DC coefficients are made. The average is what
// libjpeg's inverse transform to one sample makes of it, to the bit: Q * DC / 8, rounded, plus 128, clamped to 0..255.
//
// Accepted is only what no decoder can object to: codes that exist, blocks of 64 coefficients, restart markers in their
// order, fewer than 8 bits left before each marker, EOI at once behind the last block. So for anything else the answer
// is "no" without a reason, and libjpeg is asked, which gives it or forgives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bcheck/artifact.h"
#include "validators/image/jpeg_baseline.h"
#include "validators/image/jpeg_bits.h"
#include "validators/image/jpeg_huffman.h"
#include "validators/image/raster.h"

namespace bcheck::image {

// One belongs to one worker. Memory: 50 kB of tables, and the averages of a row of MCUs.
class JpegScan {
 public:
  // Rows of averages, grey of 8 bits, a picture of an eighth: begin(), and row() as they are decoded. Returns the
  // offset behind EOI; nothing if the scan is not accepted, and then the rows are worth nothing. `header` is that of
  // `bytes`. The time is linear in the bytes, whatever the header declares. May throw std::bad_alloc.
  std::optional<std::size_t> decode(Bytes bytes, const JpegBaseline& header, RowSink& sink);

 private:
  // Of an MCU, in its order. `luma` is where the average goes; null for another component.
  struct Block {
    const JpegDcTable* dc;
    const JpegAcTable* ac;
    unsigned component;
    unsigned char* luma;
  };

  bool build_tables(const JpegBaseline& header);
  void lay_out(const JpegBaseline& header);
  bool decode_mcus(JpegBits& place, std::uint32_t first, std::uint32_t count);

  std::vector<JpegDcTable> dc_;
  std::vector<JpegAcTable> ac_;
  std::array<Block, 10> blocks_{};
  std::size_t block_count_ = 0;
  unsigned across_ = 1;  // blocks of the luma in an MCU
  unsigned down_ = 1;
  unsigned step_ = 0;
  std::uint32_t mcus_across_ = 0;
  std::array<int, 3> predictions_{};
  std::vector<unsigned char> rows_;  // of averages: down_ of them
};

}  // namespace bcheck::image
