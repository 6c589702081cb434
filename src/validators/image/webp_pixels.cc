// SPDX-License-Identifier: Apache-2.0
// The incremental decoder, given everything at once: it alone tells data that end early from damaged ones.
#include "validators/image/webp_pixels.h"

#include <fmt/format.h>
#include <webp/decode.h>

#include <new>

#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

struct DeleteDecoder {
  void operator()(WebPIDecoder* decoder) const { WebPIDelete(decoder); }
};
using Decoder = std::unique_ptr<WebPIDecoder, DeleteDecoder>;

void explain(VP8StatusCode status, WebpPixels& out) {
  switch (status) {
    case VP8_STATUS_OK: return;
    case VP8_STATUS_OUT_OF_MEMORY: throw std::bad_alloc();
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      out.code = kTruncated;
      out.complaint = "the data end before the picture does";
      return;
    case VP8_STATUS_BITSTREAM_ERROR:
      out.code = kCorruptData;
      out.complaint = "the data are damaged";
      return;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      out.code = kUnsupported;
      out.complaint = "a feature that libwebp does not have";
      return;
    default:
      out.code = kNotDecodable;
      out.complaint = fmt::format("libwebp gives up with status {}", static_cast<int>(status));
      return;
  }
}

}  // namespace

WebpPixels decode_webp(const WebpFrame& frame) {
  const std::size_t stride = std::size_t{frame.width} * (frame.alpha ? 4 : 3);  // at most 16383 x 4
  const std::size_t size = stride * frame.height;
  WebpPixels out;
  // Not initialised: what the decoder does not write is never shown, and never touched.
  out.samples.reset(new unsigned char[size]);
  const Decoder decoder(
      WebPINewRGB(frame.alpha ? MODE_RGBA : MODE_RGB, out.samples.get(), size, static_cast<int>(stride)));
  if (decoder == nullptr) throw std::bad_alloc();
  explain(WebPIUpdate(decoder.get(), frame.data.data(), frame.data.size()), out);
  return out;
}

std::string webp_decoder() {
  const int version = WebPGetDecoderVersion();
  return fmt::format("libwebp {}.{}.{}", version >> 16 & 0xff, version >> 8 & 0xff, version & 0xff);
}

}  // namespace bcheck::image
