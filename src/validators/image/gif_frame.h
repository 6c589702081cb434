// SPDX-License-Identifier: Apache-2.0
// The pixels of one frame of a GIF: decoded to the last code, counted, and handed over row by row.
#pragma once

#include <string_view>
#include <vector>

#include "bcheck/validator.h"
#include "validators/image/gif_blocks.h"
#include "validators/image/gif_lzw.h"
#include "validators/image/gif_painter.h"

namespace bcheck::image {

// Reused from frame to frame, so that a file of a million tiny ones costs no more than its bytes. Memory: a few rows.
class GifFrameDecoder {
 public:
  // Reads `data` to behind their terminator and says what is wrong with them; messages begin with `name`: "frame 3".
  // The rows go to `painter`, which is begun here if it is not null. True if every pixel came.
  // `code_size` is the byte before the data, the minimum code size. Throws std::bad_alloc.
  bool decode(const GifFrame& frame, unsigned code_size, SubBlocks& data, GifPainter* painter, std::string_view name,
              Observation& out);

 private:
  // Whole rows out of the first `used` bytes of the buffer. How many bytes stay.
  std::size_t hand_over(const GifFrame& frame, std::size_t used, GifPainter* painter);
  void judge_end(std::uint64_t pixels, std::uint64_t due, SubBlocks& data, std::string_view name, Observation& out);

  GifLzw lzw_;
  std::vector<unsigned char> buffer_;
  std::uint32_t row_ = 0;   // of the frame, the next
  std::uint32_t rows_ = 0;  // handed over
  unsigned pass_ = 0;
  unsigned largest_ = 0;  // index that is shown
};

}  // namespace bcheck::image
