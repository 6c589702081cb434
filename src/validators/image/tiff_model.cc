// SPDX-License-Identifier: Apache-2.0
// What the samples of a page mean: TIFF 6.0, sections 3 to 6, 16, 18 and 19.
#include <fmt/format.h>

#include "validators/image/tiff_samples.h"

namespace bcheck::image {
namespace {

enum Photometric : std::uint32_t {
  kWhiteIsZero = 0,
  kBlackIsZero = 1,
  kRgb = 2,
  kPalette = 3,
  kMask = 4,
  kSeparated = 5,
  kColourFilter = 32803,
  kLinearRaw = 34892,
};

enum Format : std::uint32_t { kSigned = 2, kReal = 3, kComplexWhole = 5, kComplexReal = 6 };

// Fax writers leave it out, and mean that black is what is drawn.
std::uint32_t photometric_of(const TiffPage& page) {
  if (page.photometric) return *page.photometric;
  if (page.compression >= 2 && page.compression <= 4) return kWhiteIsZero;
  return page.samples >= 3 ? kRgb : kBlackIsZero;
}

TiffModel refused(std::string why) {
  TiffModel model;
  model.unsupported = std::move(why);
  return model;
}

bool known_width(const TiffPage& page) {
  if (page.format == kReal) return page.bits == 16 || page.bits == 24 || page.bits == 32 || page.bits == 64;
  return page.bits <= 32 || page.bits == 64;
}

void find_alpha(const TiffPage& page, TiffModel& model) {
  constexpr std::uint32_t kMultiplied = 1;
  constexpr std::uint32_t kStraight = 2;
  for (std::size_t i = 0; i < page.extra.size(); ++i) {
    if (page.extra[i] != kMultiplied && page.extra[i] != kStraight) continue;
    if (model.colours + i >= page.samples) return;
    model.alpha = static_cast<int>(model.colours + i);
    model.multiplied = page.extra[i] == kMultiplied;
    return;
  }
}

}  // namespace

TiffModel tiff_model(const TiffPage& page) {
  TiffModel model;
  if (decodes_to_rgb(page)) {
    model.colours = model.samples = 3;
    return model;
  }
  if (page.format == kComplexWhole || page.format == kComplexReal || !known_width(page)) {
    return refused(fmt::format("samples of {} bits and format {}", page.bits, page.format));
  }
  model.bits = page.bits;
  model.samples = page.samples;
  model.real = page.format == kReal;
  model.is_signed = page.format == kSigned;
  switch (const std::uint32_t photometric = photometric_of(page)) {
    case kWhiteIsZero: model.inverted = true; break;
    case kBlackIsZero:
    case kMask:
    case kColourFilter: break;
    case kLinearRaw: model.colours = page.samples >= 3 ? 3 : 1; break;
    case kRgb: model.colours = 3; break;
    case kPalette:
      if (page.bits > 16 || model.real) return refused(fmt::format("a palette of {} bits", page.bits));
      model.palette = true;
      return model;
    case kSeparated:
      if (page.samples < 4) return refused(fmt::format("{} inks", page.samples));
      model.colours = 4;
      model.ink = true;
      return model;
    default: return refused(fmt::format("photometric interpretation {}", photometric));
  }
  if (page.samples < model.colours) return refused(fmt::format("RGB of {} samples a pixel", page.samples));
  find_alpha(page, model);
  return model;
}

}  // namespace bcheck::image
