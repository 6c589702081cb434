// SPDX-License-Identifier: Apache-2.0
// The option `format`: a text that is also a document is parsed as one, and what is wrong there joins the faults of the
// text.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "bcheck/validator.h"

namespace bcheck {

inline constexpr std::array<std::string_view, 6> kTextFormats{"html", "json", "markdown", "srt", "vtt", "xml"};

// The check of the format that the options name; null where they name none.
Result<std::unique_ptr<Check>> prepare_text_format(const Options& options);

// Runs it on `text`, UTF-8 without a byte order mark, and adds its faults to those in `out`. Its measures are not those
// of a text and are left out. `scratch` keeps its memory from text to text.
void check_text_format(Check& format, std::string_view text, std::string_view path, Observation& scratch,
                       Observation& out);

}  // namespace bcheck
