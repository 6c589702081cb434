// SPDX-License-Identifier: Apache-2.0
#include "cli/drift_options.h"

#include <tuple>
#include <utility>

#include "cli/confidence.h"

namespace bcheck {

std::vector<Option> DriftOptions::options() {
  return {
      {"--fail-on-drift", "", "no if the pass rate, a measure or a reason drifted", &fail_},
      {"--drift-margin", "RATE", "of drift: by how much a pass rate or a reason has to differ (1%)", &margin_},
      {"--alpha", "P", "of drift: the largest p-value, after Holm (0.01)", &alpha_},
  };
}

Result<DriftLimits> DriftOptions::settle() const {
  DriftLimits limits;
  for (auto [typed, option, limit] :
       {std::tuple{&margin_, "--drift-margin", &limits.margin}, std::tuple{&alpha_, "--alpha", &limits.alpha}}) {
    if (typed->empty()) continue;
    auto rate = parse_share(*typed, option);
    if (!rate) return tl::unexpected(std::move(rate.error()));
    *limit = std::move(*rate);
  }
  return limits;
}

}  // namespace bcheck
