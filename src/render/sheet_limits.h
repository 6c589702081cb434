// SPDX-License-Identifier: Apache-2.0
// The limits that a report was judged by, and what passes them by little.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/measure.h"
#include "bcheck/report.h"

namespace bcheck {

struct ArtifactLimits {
  std::string type;
  std::vector<Limit> limits;
};

// By artifact name, from the report's effective rules: ranges, and numbers that a measure has to be.
Result<std::map<std::string, ArtifactLimits>> limits_of(const ReportHead& head);

// A measure that keeps its limit by less than a tenth of it, and that limit.
struct AtLimit {
  std::string_view measure;
  double value = 0;
  double limit = 0;
};

// The one nearest to its limit, by that tenth. Nothing is near a limit of 0, a value that has to be equal, or a whole
// number that is the limit itself.
std::optional<AtLimit> at_limit(const std::vector<Measure>& measures, const std::vector<Limit>& limits);

}  // namespace bcheck
