// SPDX-License-Identifier: Apache-2.0
// Walk first, then decode: the walk finds what is wrong with the file, the decoder what is wrong with the picture.
// The decoder also runs after faults that leave a picture to decode, because the rules may allow them.
#include "validators/image/png.h"

#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/png_inflate.h"
#include "validators/image/png_pixels.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

// True if every pixel was decoded; says what is wrong otherwise, or with the bytes around them.
bool decode(const PngPicture& picture, RowSink* sink, std::string_view what, Observation& out) {
  const PngDecoded decoded = decode_png(picture, sink);
  if (decoded.sound) return true;
  if (!explain_data(picture.data, picture.header, what, out) && decoded.gave_up) {
    fault_once(out, kNotDecodable, Severity::kFail, fmt::format("{}: libpng: {}", what, decoded.complaint));
  }
  return decoded.every_pixel;
}

// Most pictures are sound and of the common kind. Of the rest, libpng and zlib say what is wrong.
bool decode_fast(const PngPicture& picture, PictureCheck& check) {
  PngFast* const fast = check.png_fast();
  if (fast == nullptr || !PngFast::suits(picture)) return false;
  if (fast->decode(picture, check.first_picture())) return true;
  check.restart();
  return false;
}

void decode_frames(const PngLayout& layout, const PngPicture& picture, PictureCheck& check, Observation& out) {
  std::size_t number = 0;
  for (const PngFrame& frame : layout.animation) {
    ++number;
    if (check.hashing()) {
      check.hash().note(fmt::format("frame {} {} {} {} {} {}", frame.x, frame.y, frame.delay_numerator,
                                    frame.delay_denominator, frame.dispose, frame.blend));
    }
    if (frame.is_image) continue;
    PngPicture part = picture;
    part.header.width = frame.width;
    part.header.height = frame.height;
    part.data = frame.data;
    decode(part, check.further_picture(), fmt::format("the data of frame {}", number), out);
    if (check.hashing()) check.hash().end();
  }
}

void check_pixels(const PngLayout& layout, PictureCheck& check, Observation& out) {
  const PngHeader& header = *layout.header;
  const bool alpha = header.colour >= 4 || !layout.transparency.empty();
  out.add("frames", std::int64_t{layout.frames});
  out.add("channels", std::int64_t{header.colour == 0 || header.colour == 4 ? 1 : 3} + (alpha ? 1 : 0));
  out.add("bit_depth", std::int64_t{header.depth});
  if (layout.data.empty() || (header.colour == 3 && layout.palette.empty())) return;

  const PngPicture picture{header, layout.palette, layout.transparency, layout.data};
  if (decode_fast(picture, check) || decode(picture, &check.first_picture(), "the image data", out)) {
    check.stats().report(out);
    if (check.hashing()) check.hash().end();
  }
  decode_frames(layout, picture, check, out);
}

}  // namespace

void check_png(Bytes bytes, PictureCheck& check, Observation& out) {
  PngLayout& layout = check.png_layout();
  out.coverage = Coverage::kChecksum;
  read_png_layout(bytes, layout, out);
  if (layout.header) {
    const PngHeader& header = *layout.header;
    if (!check.accept_size(header.width, header.height, out)) return;
    if (row_bytes(header) > kMostRowBytes) {
      return out.fault(kBomb, Severity::kFail,
                       fmt::format("a row of {} pixels takes {}; at most {} are decoded", header.width,
                                   human_bytes(row_bytes(header)), human_bytes(kMostRowBytes)));
    }
    check_pixels(layout, check, out);
  }
  if (layout.complete) check_trailing(bytes, layout.end, "IEND", out);
  check.report_hash(!out.failed(), png_decoder(), out);
}

}  // namespace bcheck::image
