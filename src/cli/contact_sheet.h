// SPDX-License-Identifier: Apache-2.0
// `bcheck show REPORT --contact-sheet FILE OUTPUT`.
#pragma once

#include <cstddef>
#include <string>

#include "bcheck/error.h"
#include "cli/exit_code.h"
#include "render/filter.h"

namespace bcheck {

struct SheetTask {
  std::string report;
  std::string output;  // the directory of the products
  std::string file;    // where the PNG goes; "-" is stdout
  std::size_t most = 200;
  Filter filter = {};
};

// Drawn as a whole before anything is written. kIncomplete where a product that is there by the report could not be
// looked at.
Result<ExitCode> write_contact_sheet(const SheetTask& task);

}  // namespace bcheck
