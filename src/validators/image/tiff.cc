// SPDX-License-Identifier: Apache-2.0
// Walk first, then decode every page. The measures are those of the first.
#include "validators/image/tiff.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/frame_budget.h"
#include "validators/image/tiff_deflate.h"
#include "validators/image/tiff_layout.h"
#include "validators/image/tiff_pixels.h"
#include "validators/image/tiff_samples.h"
#include "validators/image/tiff_tags.h"
#include "validators/image/tiff_webp.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

// Bytes after the last one that is used, which writers leave as padding; 15 of 25 files with bytes appended have more.
constexpr std::uint64_t kPadding = 4;

// A row is kept whole, some bytes a sample.
constexpr std::uint64_t kMostRowSamples = std::uint64_t{1} << 24;

// What decoding makes, in pixels of 8 bytes: of whole tiles, and of samples that nobody looks at.
std::uint64_t cost_of(const TiffPage& page) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  const std::uint64_t bits = std::uint64_t{page.bits} * page.samples;
  const auto area = checked_multiply(page.pieces_across() * page.piece_width, page.pieces_down() * page.piece_height);
  const auto all = area ? checked_multiply(*area, std::max<std::uint64_t>(bits, 64)) : area;
  return all ? *all / 64 : kMost;
}

std::vector<std::uint16_t> colour_map(const TiffFile& file, const TiffPicture& picture) {
  std::vector<std::uint16_t> map;
  const TiffEntry* const entry = picture.directory.find(tiff::kColorMap);
  if (entry == nullptr || picture.page.bits > 16 || entry->count < std::uint64_t{3} << picture.page.bits) return map;
  for (std::uint64_t i = 0; i < std::uint64_t{3} << picture.page.bits; ++i) {
    map.push_back(static_cast<std::uint16_t>(entry->value(file, i).value_or(0)));
  }
  return map;
}

class PageCheck {
 public:
  PageCheck(const TiffLayout& layout, PictureCheck& check, Observation& out)
      : layout_(layout), check_(check), out_(out), decoder_(layout.file.bytes), budget_(check.max_pixels()) {}

  void run() {
    for (std::size_t i = 0; i < layout_.pages.size(); ++i) {
      const TiffPicture& picture = layout_.pages[i];
      const std::string name = fmt::format("page {}", i + 1);
      if (!picture.readable) continue;
      if (!budget_.take(std::uint64_t{picture.page.width} * picture.page.height, name, out_)) return;
      if (!affordable(picture.page, name)) return;
      if (!check_webp_pieces(layout_.file, picture, name, out_)) continue;
      const std::size_t before = out_.faults.size();
      decode(picture, name, i == 0);
      if (out_.faults.size() == before) check_deflated(layout_.file, picture, name, out_);
    }
  }

 private:
  void fail(std::string_view code, std::string message) { fault_once(out_, code, Severity::kFail, std::move(message)); }

  bool affordable(const TiffPage& page, const std::string& name) {
    const std::uint64_t row = std::uint64_t{page.width} * page.samples;
    if (row > kMostRowSamples) {
      fail(kBomb, fmt::format("a row of {} has {} samples; at most {} are decoded", name, row, kMostRowSamples));
      return false;
    }
    const std::uint64_t cost = cost_of(page);
    const std::uint64_t area = std::uint64_t{page.width} * page.height;
    if (cost <= area || extra_budget_.take(cost - area, fmt::format("{} with its padding", name), out_)) return true;
    return false;
  }

  void decode(const TiffPicture& picture, const std::string& name, bool first) {
    if (!has_codec(picture.page)) {
      return fail(kUnsupported, fmt::format("{} is compressed by method {}", name, picture.page.compression));
    }
    const TiffModel model = tiff_model(picture.page);
    const std::vector<std::uint16_t> map =
        model.palette ? colour_map(layout_.file, picture) : std::vector<std::uint16_t>();
    if (!model.unsupported.empty()) return fail(kUnsupported, fmt::format("{}: {}", name, model.unsupported));
    if (model.palette && map.empty()) return fail(kMissingChunk, fmt::format("{} has no palette", name));
    if (first) {
      out_.add("channels", std::int64_t{model.palette ? 3 : model.colours} + (model.alpha >= 0 ? 1 : 0));
      out_.add("bit_depth", std::int64_t{model.bits});
    }
    std::optional<TiffRange> range;
    if (model.wide()) {
      range.emplace(model);
      if (!read(picture.page, *range, name)) return;
      if (range->not_finite() > 0) {
        fault_once(out_, kNonFinite, Severity::kWarn,
                   fmt::format("{} samples of {} are NaN or infinite", range->not_finite(), name));
      }
    }
    show(picture.page, model, range ? &*range : nullptr, map, name, first);
  }

  void show(const TiffPage& page, const TiffModel& model, const TiffRange* range, const std::vector<std::uint16_t>& map,
            const std::string& name, bool first) {
    // Levels are for the measures; what tells wide samples from others like them is their own bits.
    RowSink* sink = first ? &check_.first_picture() : check_.further_picture();
    PixelHash* exact = nullptr;
    if (model.wide()) {
      sink = first ? &check_.stats() : nullptr;
      if (check_.hashing()) exact = &check_.hash();
    }
    TiffRaster raster(model, page, range, map, sink, exact);
    if (exact != nullptr) {
      exact->note(fmt::format("bcheck.pixels/1 {}{} {} {} {}",
                              model.ink            ? "cmyk"
                              : model.colours == 3 ? "rgb"
                                                   : "grey",
                              model.alpha >= 0 ? "-alpha" : "", model.kind(), page.width, page.height));
    }
    raster.begin();
    if (!read(page, raster, name)) return;
    if (first) check_.stats().report(out_);
    if (check_.hashing() && exact == nullptr) check_.hash().end();
  }

  bool read(const TiffPage& page, TiffRowSink& sink, const std::string& name) {
    const TiffDecoded decoded = decoder_.decode(page, sink);
    if (!decoded.code.empty()) fail(decoded.code, fmt::format("{}: {}", name, decoded.complaint));
    return decoded.every_pixel;
  }

  const TiffLayout& layout_;
  PictureCheck& check_;
  Observation& out_;
  TiffDecoder decoder_;
  FrameBudget budget_;
  FrameBudget extra_budget_{check_.max_pixels()};
};

}  // namespace

void check_tiff(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  const TiffLayout layout = read_tiff_layout(bytes, out);
  if (!layout.pages.empty() && layout.pages.front().page.width != 0) {
    const TiffPage& first = layout.pages.front().page;
    if (!check.accept_size(first.width, first.height, out)) return;
    out.add("frames", static_cast<std::int64_t>(layout.pages.size()));
    PageCheck(layout, check, out).run();
  }
  if (layout.complete && bytes.size() > layout.end + kPadding) {
    check_trailing(bytes, static_cast<std::size_t>(layout.end), "the last byte that is used", out);
  }
  check.report_hash(!out.failed(), tiff_decoder(), out);
}

}  // namespace bcheck::image
