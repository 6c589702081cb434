// SPDX-License-Identifier: Apache-2.0
#include "demo/encode_rare.h"

#include <stdexcept>

#include "support/make_exr.h"
#include "support/make_heif.h"
#include "support/make_jxl.h"

namespace bcheck::demo {
namespace {

void must_have(const std::string& why_not) {
  if (!why_not.empty()) throw std::runtime_error(why_not);
}

}  // namespace

std::string to_rare(std::string_view format, const Picture& picture) {
  const auto sample = [&](unsigned x, unsigned y, unsigned n) {
    return unsigned{picture.rgb[(std::size_t{y} * picture.width + x) * 3 + n]};
  };
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  if (format == "avif" || format == "heic") {
    testing::HeifSpec spec;
    spec.width = width;
    spec.height = height;
    spec.av1 = format == "avif";
    must_have(testing::no_heif(spec.av1));
    return testing::make_heif(spec, sample);
  }
  if (format == "jxl" || format == "jxl-lossy") {
    must_have(testing::no_jxl());
    testing::JxlSpec spec;
    spec.width = picture.width;
    spec.height = picture.height;
    spec.distance = format == "jxl" ? 0 : 1;
    return testing::make_jxl(spec, sample);
  }
  if (format == "exr" || format == "exr-raw") {
    testing::ExrSpec spec;
    spec.width = width;
    spec.height = height;
    spec.sample = testing::ExrSample::kHalf;
    spec.zip = format == "exr";
    return testing::make_exr(spec, [&](int x, int y, std::size_t channel) {  // B, G, R there
      return sample(static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(2 - channel)) / 255.0;
    });
  }
  return {};
}

}  // namespace bcheck::demo
