// SPDX-License-Identifier: Apache-2.0
// The verdict on a provider, in words.
#pragma once

#include <string>

#include "bcheck/acceptance.h"
#include "render/palette.h"

namespace bcheck {

// What each run and pair came to, what was not judged, and last the verdict: "accepted", or a line for each reason that
// begins with "refused: " or "undecided: ".
std::string acceptance_text(const Acceptance& acceptance, const Palette& palette);

}  // namespace bcheck
