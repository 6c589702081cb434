// SPDX-License-Identifier: Apache-2.0
// Reports as they are named on a command line: files, or folders of them.
#pragma once

#include <string>
#include <vector>

#include "bcheck/error.h"

namespace bcheck {

// Files stay as they are, in their order; a folder stands for the reports among its *.json, by name, without those of
// its own folders. What is no report there is passed over, and told with --verbose, or as a warning where it is no
// whole JSON document either and may have been one; a report that is damaged further on is still one. A folder without
// any, or one that cannot be listed, is an error.
Result<std::vector<std::string>> report_files(const std::vector<std::string>& named);

}  // namespace bcheck
