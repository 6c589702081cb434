// SPDX-License-Identifier: Apache-2.0
// The operation on the words of include/bcheck/drift.h.
#include "bcheck/drift.h"

#include <algorithm>

namespace bcheck {

bool DriftStatistics::drift() const {
  return (rate && rate->drift) ||
         std::any_of(measures.begin(), measures.end(), [](const auto& m) { return m.drift(); }) ||
         std::any_of(reasons.begin(), reasons.end(), [](const auto& r) { return r.drift; });
}

}  // namespace bcheck
