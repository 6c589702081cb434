// SPDX-License-Identifier: Apache-2.0
#include "validators/image/webp_lost_block.h"

#include <string_view>
#include <vector>

#include "validators/image/webp_pixels.h"

namespace bcheck::image {
namespace {

// More than what an encoder adds to flush its last symbols (2 bytes), or what a decoder reads ahead.
constexpr std::size_t kNeeded = 16;
constexpr std::size_t kFrameHead = 10;  // of VP8: tag, start code, size

// The size of the first partition, the modes of the blocks, is in bits 5 to 23 of the tag.
std::size_t modes_size(Bytes vp8) {
  return (vp8[0] | std::size_t{vp8[1]} << 8 | std::size_t{vp8[2]} << 16) >> 5;
}

std::vector<unsigned char> with_fewer_modes(Bytes vp8) {
  const std::size_t size = modes_size(vp8);
  std::vector<unsigned char> bytes(vp8.begin(), vp8.end());
  bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(kFrameHead + size - kNeeded),
              bytes.begin() + static_cast<std::ptrdiff_t>(kFrameHead + size));
  const std::size_t tag = (size - kNeeded) << 5 | (vp8[0] & 0x1fU);
  for (std::size_t i = 0; i < 3; ++i) bytes[i] = static_cast<unsigned char>(tag >> (8 * i) & 0xff);
  return bytes;
}

void append_chunk(std::vector<unsigned char>& to, std::string_view name, Bytes data) {
  to.insert(to.end(), name.begin(), name.end());
  for (unsigned shift = 0; shift < 32; shift += 8)
    to.push_back(static_cast<unsigned char>(data.size() >> shift & 0xff));
  to.insert(to.end(), data.begin(), data.end());
  if (data.size() % 2 == 1) to.push_back(0);
}

bool decodes(const WebpFrame& frame, Bytes data, bool alpha) {
  WebpFrame cut = frame;
  cut.data = data;
  cut.alpha = alpha;
  return decode_webp(cut).code.empty();
}

}  // namespace

bool is_lost_block(const WebpFrame& frame, const WebpStream& stream) {
  const Bytes data = stream.data;
  if (data.size() <= kFrameHead + kNeeded) return false;
  const Bytes shorter = data.first(data.size() - kNeeded);
  if (&stream == &frame.alpha_stream) {
    std::vector<unsigned char> both;
    append_chunk(both, "ALPH", shorter);
    append_chunk(both, "VP8 ", frame.image.data);
    return decodes(frame, both, true);
  }
  // The bare stream will do for libwebp.
  if (frame.lossless) return decodes(frame, shorter, frame.alpha);
  const std::size_t modes_end = kFrameHead + modes_size(data);
  const bool in_modes = stream.zeros->at < modes_end && modes_end <= data.size() && modes_size(data) > kNeeded;
  return decodes(frame, in_modes ? Bytes(with_fewer_modes(data)) : shorter, false);
}

}  // namespace bcheck::image
