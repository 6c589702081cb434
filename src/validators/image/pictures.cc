// SPDX-License-Identifier: Apache-2.0
#include "validators/image/pictures.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "validators/image/formats.h"
#include "validators/image/kept_pixels.h"
#include "validators/image/picture_check.h"
#include "validators/image/scaled_picture.h"
#include "validators/magic.h"

namespace bcheck::image {
namespace {

// Decodes the first frame into the sink as the check does, with all that it finds. False if there is no decoder for it.
bool decode(Bytes bytes, std::uint64_t max_pixels, RowSink& sink, Observation& out) {
  const Format* const content = format_of_content(bytes);
  const PictureFormat* const format = content == nullptr ? nullptr : picture_format(content->name);
  if (format == nullptr || format->check == nullptr) return false;
  PictureCheck check(max_pixels, false);
  check.also_to(&sink);
  check.begin();
  format->check(bytes, check, out);
  return true;
}

// A sink has every row that is seen of the picture, and the check none of its measures, where the data break off in
// what lies beyond the canvas.
bool is_whole(bool rows, const Observation& seen) {
  return rows && seen.find("dhash") != nullptr;
}

std::string first_fault(const Observation& seen) {
  for (const Fault& fault : seen.faults) {
    if (fault.severity == Severity::kFail) return fault.message;
  }
  return "not every pixel is there";
}

double number(const Observation& seen, std::string_view measure, double otherwise) {
  const Scalar* const value = seen.find(measure);
  if (value == nullptr) return otherwise;
  if (const auto* const whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(value);
  return real == nullptr ? otherwise : *real;
}

PictureFacts facts_of(const Observation& seen) {
  PictureFacts facts;
  facts.width = static_cast<std::uint32_t>(number(seen, "width", 0));
  facts.height = static_cast<std::uint32_t>(number(seen, "height", 0));
  facts.stddev = number(seen, "channel_stddev", 0) / (number(seen, "bit_depth", 8) > 8 ? 257 : 1);
  if (const Scalar* const value = seen.find("dhash")) {
    const std::string& text = std::get<std::string>(*value);
    std::uint64_t hash = 0;
    std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    facts.dhash = hash;
  }
  return facts;
}

Result<void> keep(Bytes bytes, std::uint64_t max_pixels, KeptPixels& pixels, Observation& seen) {
  if (!decode(bytes, max_pixels, pixels, seen)) return incomplete("none of the formats that are decoded here");
  if (!is_whole(pixels.whole(), seen)) return incomplete(first_fault(seen));
  if (number(seen, "frames", 1) > 1) return incomplete("an animation, of which only the first frame is compared");
  return {};
}

}  // namespace

Thumbnail make_thumbnail(Bytes bytes, std::uint32_t side, std::uint64_t max_pixels) {
  Thumbnail out;
  ScaledPicture scaled(side);
  Observation seen;
  if (!decode(bytes, max_pixels, scaled, seen)) {
    out.why = "none of the formats that are decoded here";
    return out;
  }
  out.picture = scaled.picture();
  out.whole = is_whole(scaled.whole(), seen);
  const PictureFacts facts = facts_of(seen);
  out.width = facts.width;
  out.height = facts.height;
  if (!out.whole) out.why = first_fault(seen);
  return out;
}

Result<PictureDistance> distance(Bytes a, Bytes b, std::uint64_t max_pixels) {
  KeptPixels first;
  KeptPixels second;
  Observation of_first;
  Observation of_second;
  if (auto kept = keep(a, max_pixels, first, of_first); !kept)
    return incomplete("the old one: " + kept.error().message);
  if (auto kept = keep(b, max_pixels, second, of_second); !kept) {
    return incomplete("the new one: " + kept.error().message);
  }
  PictureDistance out;
  out.a = facts_of(of_first);
  out.b = facts_of(of_second);
  if (first.width() != second.width() || first.height() != second.height()) return out;
  const auto error = mean_squared_error(first, second);
  out.same_pixels = !error;
  out.psnr = error ? 10 * std::log10(255.0 * 255.0 / *error) : std::numeric_limits<double>::infinity();
  return out;
}

}  // namespace bcheck::image
