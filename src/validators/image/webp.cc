// SPDX-License-Identifier: Apache-2.0
// Walk first, then decode every frame. The measures are those of the canvas as the first frame leaves it: transparent
// black where the frame is not, and nothing blended, as viewers and Pillow begin.
#include "validators/image/webp.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "validators/image/codes.h"
#include "validators/image/frame_budget.h"
#include "validators/image/trailing.h"
#include "validators/image/webp_layout.h"
#include "validators/image/webp_lost_block.h"
#include "validators/image/webp_pixels.h"

namespace bcheck::image {
namespace {

bool fills_canvas(const WebpLayout& layout, const WebpFrame& frame) {
  return frame.width == layout.width && frame.height == layout.height;
}

Raster raster_of(std::uint32_t width, std::uint32_t height, bool alpha) {
  Raster raster;
  raster.width = width;
  raster.height = height;
  raster.samples = alpha ? Samples::kRgba : Samples::kRgb;
  return raster;
}

void show(const WebpFrame& frame, const unsigned char* samples, RowSink& sink) {
  sink.begin(raster_of(frame.width, frame.height, frame.alpha));
  const std::size_t stride = std::size_t{frame.width} * (frame.alpha ? 4 : 3);
  for (std::uint32_t y = 0; y < frame.height; ++y) sink.row({y, 0, 1, frame.width}, samples + y * stride);
}

// The canvas with that frame alone on it.
void show_on_canvas(const WebpLayout& layout, const WebpFrame& frame, const unsigned char* samples, RowSink& sink) {
  if (fills_canvas(layout, frame)) return show(frame, samples, sink);
  sink.begin(raster_of(layout.width, layout.height, true));
  std::vector<unsigned char> row(std::size_t{layout.width} * 4);
  const std::size_t pixel = frame.alpha ? 4 : 3;
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    std::fill(row.begin(), row.end(), static_cast<unsigned char>(0));
    if (y >= frame.y && y - frame.y < frame.height) {
      const unsigned char* from = samples + std::size_t{y - frame.y} * frame.width * pixel;
      unsigned char* to = row.data() + std::size_t{frame.x} * 4;
      for (std::uint32_t x = 0; x < frame.width; ++x, from += pixel, to += 4) {
        std::copy_n(from, 3, to);
        to[3] = frame.alpha ? from[3] : 255;
      }
    }
    sink.row({y, 0, 1, layout.width}, row.data());
  }
}

void note_frame(const WebpFrame& frame, PictureCheck& check) {
  if (!check.hashing()) return;
  check.hash().note(
      fmt::format("frame {} {} {} 1000 {} {}", frame.x, frame.y, frame.duration, frame.dispose, frame.blend));
}

// Zeros explain best why a frame does not decode; why one decodes that is damaged, they alone do.
void check_zeros(const WebpFrame& frame, const WebpStream& stream, bool decoded, std::string_view what,
                 Observation& out) {
  if (!stream.zeros || (decoded && !is_lost_block(frame, stream))) return;
  fault_once(out, kCorruptData, Severity::kFail,
             fmt::format("{}: {} zero bytes in a row at byte {}, a block that was lost", what, stream.zeros->length,
                         stream.at + stream.zeros->at));
}

void check_frames(const WebpLayout& layout, PictureCheck& check, Observation& out) {
  FrameBudget budget(check.max_pixels());
  std::size_t number = 0;
  for (const WebpFrame& frame : layout.frames) {
    const std::string what = layout.animated ? fmt::format("frame {}", ++number) : "the picture";
    if (!budget.take(std::uint64_t{frame.width} * frame.height, what, out)) return;
    const bool first = &frame == layout.frames.data();
    const WebpPixels pixels = decode_webp(frame);
    const bool decoded = pixels.code.empty();
    check_zeros(frame, frame.image, decoded, what, out);
    check_zeros(frame, frame.alpha_stream, decoded, what, out);
    if (!decoded) {
      fault_once(out, pixels.code, Severity::kFail, fmt::format("{}: {}", what, pixels.complaint));
      continue;
    }
    if (first) {
      show_on_canvas(layout, frame, pixels.samples.get(), check.first_picture());
      check.stats().report(out);
      if (check.hashing()) check.hash().end();
    }
    if (layout.animated) note_frame(frame, check);
    if (!first && check.further_picture() != nullptr) {
      show(frame, pixels.samples.get(), *check.further_picture());
      check.hash().end();
    }
  }
}

}  // namespace

void check_webp(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  const WebpLayout layout = read_webp_layout(bytes, out);
  if (layout.width != 0) {
    if (!check.accept_size(layout.width, layout.height, out)) return;
    if (!layout.frames.empty()) {
      const WebpFrame& first = layout.frames.front();
      out.add("frames", static_cast<std::int64_t>(layout.frames.size()));
      out.add("channels", std::int64_t{first.alpha || !fills_canvas(layout, first) ? 4 : 3});
      out.add("bit_depth", std::int64_t{8});
    }
    check_frames(layout, check, out);
  }
  if (layout.complete) check_trailing(bytes, layout.end, "the RIFF", out);
  check.report_hash(!out.failed(), webp_decoder(), out);
}

}  // namespace bcheck::image
