// SPDX-License-Identifier: Apache-2.0
// Which decoder a file goes to.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/formats.h"
#include "validators/image/image.h"
#include "validators/image/picture_check.h"
#include "validators/image/pixel_stats.h"
#include "validators/image/png_layout.h"
#include "validators/magic.h"

namespace bcheck::image {
namespace {

// The signature of PNG exists to show what a transfer in text mode does to a file.
bool was_png(Bytes bytes) {
  const std::string_view start = as_text(bytes).substr(0, sizeof kPngSignature);
  if (start.starts_with("\x89PNG") || start.starts_with("\tPNG")) return true;
  std::size_t same = 0;
  for (std::size_t i = 0; i < start.size(); ++i) same += static_cast<unsigned char>(start[i]) == kPngSignature[i];
  return same + 1 >= sizeof kPngSignature;
}

void refuse(const Format* format, Bytes bytes, Observation& out) {
  const bool png = was_png(bytes);
  if (format != nullptr && !png) {
    return out.fault(kBadSignature, Severity::kFail, fmt::format("no picture: it looks like {}", format->name));
  }
  out.fault(
      kBadSignature, Severity::kFail,
      fmt::format("the first bytes are {}: {}", quote(as_text(bytes.first(std::min<std::size_t>(bytes.size(), 16)))),
                  png ? "those of a PNG whose signature is damaged, as by a transfer in text mode"
                      : "the signature of no known format"));
}

std::string_view optional_library(std::string_view format) {
  if (format == "avif" || format == "heif") return "libheif";
  if (format == "jxl") return "libjxl";
  if (format == "exr") return "OpenEXR";
  return "decoder for them";
}

class ImageCheck final : public Check {
 public:
  ImageCheck(std::uint64_t max_pixels, bool hash, bool fast) : check_(max_pixels, hash, fast) {}

  void run(const Artifact& artifact, Observation& out) override {
    check_.begin();
    const Format* const content = format_of_content(artifact.bytes);
    const PictureFormat* const format = content == nullptr ? nullptr : picture_format(content->name);
    if (format == nullptr) return refuse(content, artifact.bytes, out);
    out.format = format->name;
    if (format->check == nullptr) {
      out.unchecked =
          fmt::format("pictures of the format {}: this build has no {}", format->name, optional_library(format->name));
      return;
    }
    format->check(artifact.bytes, check_, out);
  }

 private:
  PictureCheck check_;
};

}  // namespace

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted& wanted) {
  std::int64_t max_pixels = kDefaultMaxPixels;
  if (const auto given = options.find("max_pixels"); given != options.end()) {
    max_pixels = std::get<std::int64_t>(given->second);
    if (max_pixels < 1 || static_cast<std::uint64_t>(max_pixels) > kMostPixels) {
      return bad_question(fmt::format("max_pixels is {}", max_pixels), fmt::format("from 1 to {}", kMostPixels));
    }
  }
  const auto measures = options.find("measures");
  const bool fast = measures != options.end() && std::get<std::string>(measures->second) == "fast";
  return std::make_unique<ImageCheck>(static_cast<std::uint64_t>(max_pixels), wanted.content_sha256, fast);
}

}  // namespace bcheck::image

namespace bcheck {

std::vector<std::string_view> undecoded_pictures() {
  std::vector<std::string_view> names;
  for (const image::PictureFormat& format : image::picture_formats()) {
    if (format.check == nullptr) names.push_back(format.name);
  }
  return names;
}

std::vector<Decoder> image_decoders() {
  std::vector<Decoder> decoders;
  for (const image::PictureFormat& format : image::picture_formats()) {
    if (format.decoder != nullptr) decoders.push_back({format.name, format.decoder()});
  }
  return decoders;
}

}  // namespace bcheck
