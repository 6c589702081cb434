// SPDX-License-Identifier: Apache-2.0
// Telling a report from other files that a command takes in its place.
#pragma once

#include <string_view>

#include "report/block_file.h"

namespace bcheck {

// Whether the file is one JSON object whose member "schema" is that of a report, of any version. Says nothing of the
// rest: a damaged report is still one, and reading it tells what is wrong.
bool is_report(const BlockFile& file);
bool is_report(std::string_view text);

}  // namespace bcheck
