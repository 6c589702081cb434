// SPDX-License-Identifier: Apache-2.0
#include "bcheck/trend.h"

#include <algorithm>
#include <array>

namespace bcheck {

std::string_view name_of(TrendMetricKind kind) {
  static constexpr std::array<std::string_view, 8> kNames{"completion",          "silent-errors", "retried", "changed",
                                                          "changed-since-first", "failing",       "seconds", "bytes"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string TrendMetric::name() const {
  std::string out(name_of(kind));
  if (!code.empty()) out += ' ' + code;
  return out;
}

bool TrendSeries::anomalous() const {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const TrendMetric& metric) { return metric.newest && metric.newest->anomaly; });
}

bool TrendSeries::shifted() const {
  return !moved.empty();
}

}  // namespace bcheck
