// SPDX-License-Identifier: Apache-2.0
// Pictures in the formats that few tools write.
#pragma once

#include <string>
#include <string_view>

#include "demo/picture.h"

namespace bcheck::demo {

// format: "avif", "heic", "jxl" (lossless), "jxl-lossy", "exr" (deflated), "exr-raw". Empty for another format. Throws
// std::runtime_error where this build or machine has no encoder for it.
std::string to_rare(std::string_view format, const Picture& picture);

}  // namespace bcheck::demo
