// SPDX-License-Identifier: Apache-2.0
// Where the failures of a batch are, in words.
#pragma once

#include <string>

#include "bcheck/localisation.h"
#include "render/palette.h"

namespace bcheck {

// "gpu=3 holds 10 of 10 failures, 10 of its 10 samples", with what is just as good behind it, and a line feed. Nothing
// where no group explains anything.
std::string localised_line(const Localisation& found, const Palette& palette = {});

// For `bcheck localise`: the line, or that there is none; what was tried; the groups of the column that was asked for.
std::string localisation_text(const Localisation& found, const Palette& palette, bool all);

// bcheck.localise/1 (docs/resume.md).
std::string localisation_json(const Localisation& found);

}  // namespace bcheck
