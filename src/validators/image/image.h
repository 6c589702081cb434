// SPDX-License-Identifier: Apache-2.0
// Pictures: one decoder a file format, one table of measures for all.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/validator.h"

namespace bcheck {

// The libraries that decode, with the versions that run.
std::vector<Decoder> image_decoders();

// Picture formats that this build knows and cannot decode.
std::vector<std::string_view> undecoded_pictures();

namespace image {

// The check of the type `image`: finds the format by its signature. Error: max_pixels out of range.
Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted& wanted);

}  // namespace image
}  // namespace bcheck
