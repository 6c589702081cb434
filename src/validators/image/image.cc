// SPDX-License-Identifier: Apache-2.0
#include "validators/image/image.h"
namespace bcheck {
namespace { constexpr std::string_view kFormats[]{"png","jpeg"}; constexpr MeasureInfo kM[]{kBytes}; }
extern const Type kImageType; const Type kImageType{"image", "image", "pictures", kFormats, kM, {}, {}, {}, nullptr};
std::vector<Decoder> image_decoders() { return {}; }
}
