// SPDX-License-Identifier: Apache-2.0
// What `bcheck show REPORT --format html [OUTPUT]` puts on the page beside the report: the types' tables, and the
// products where OUTPUT is given.
#pragma once

#include <string>

#include "bcheck/error.h"
#include "render/page.h"

namespace bcheck {

// `output` may be empty: no products. `file` is where the page goes; it may not lie in the output.
Result<PageContext> page_context(const std::string& output, const std::string& file);

}  // namespace bcheck
