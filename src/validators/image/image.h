// SPDX-License-Identifier: Apache-2.0
// Pictures: one decoder a file, one table of measures for all.
#pragma once

#include <vector>

#include "bcheck/validator.h"

namespace bcheck {

std::vector<Decoder> image_decoders();

}  // namespace bcheck
