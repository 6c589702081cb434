// SPDX-License-Identifier: Apache-2.0
// The keys that a sample is drawn from: all of a manifest, or those that pass in a report, since recomputing looks for
// what the format check cannot see.
#pragma once

#include <memory>
#include <string>

#include "analysis/sample.h"
#include "input/manifest.h"

namespace bcheck {

// `request.path` is a manifest or a report, told apart by its schema. `by` names what makes strata: a column of the
// manifest, or of the report a group of its items, or `type`, the formats of the key's products; empty = none.
Result<std::unique_ptr<Population>> open_population(const ManifestRequest& request, const std::string& by);

}  // namespace bcheck
