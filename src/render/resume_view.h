// SPDX-License-Identifier: Apache-2.0
// A resume, told to people and to programs.
#pragma once

#include <cstddef>
#include <string>

#include "bcheck/manifest.h"
#include "bcheck/resume.h"
#include "render/palette.h"

namespace bcheck {

// Counts and the first keys of each class; of what was not asked for, nothing.
std::string resume_text(const Resume& resume, const Manifest& manifest, const Palette& palette, std::size_t listed);

// bcheck.resume/1 (docs/resume.md): all keys of every class. A key that is not UTF-8 is {"key": ..., "key_base64": ...}
// in place of a string.
std::string resume_json(const Resume& resume, const Manifest& manifest);

}  // namespace bcheck
