// SPDX-License-Identifier: Apache-2.0
// For fuzz targets: stops the program where a check is not pure, or says something that cannot be.
#pragma once

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "bcheck/validator.h"

namespace bcheck::testing {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline bool same_value(const Scalar& a, const Scalar& b) {
  const auto* const x = std::get_if<double>(&a);
  const auto* const y = std::get_if<double>(&b);
  return a == b || (x != nullptr && y != nullptr && std::isnan(*x) && std::isnan(*y));
}

inline void require_same(const Observation& a, const Observation& b) {
  require(a.format == b.format && a.coverage == b.coverage && a.unchecked == b.unchecked);
  require(a.content_sha256 == b.content_sha256 && a.measures.size() == b.measures.size());
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    require(a.measures[i].name == b.measures[i].name && same_value(a.measures[i].value, b.measures[i].value));
  }
  require(a.faults.size() == b.faults.size());
  for (std::size_t i = 0; i < a.faults.size(); ++i) {
    require(a.faults[i].code == b.faults[i].code && a.faults[i].message == b.faults[i].message);
  }
  require(a.places == b.places);
}

// Every code, measure and message is one that the type's table and the report allow.
inline void require_known(const Observation& observation, const Type& type) {
  for (const Fault& fault : observation.faults) {
    bool known = false;
    for (const FindingInfo& info : type.findings) known |= info.code == fault.code;
    require(known && !fault.message.empty());
  }
  for (const Measure& measure : observation.measures) {
    bool known = false;
    for (const MeasureInfo& info : type.measures) known |= info.name == measure.name;
    require(known);
    if (const auto* real = std::get_if<double>(&measure.value)) require(std::isfinite(*real));
  }
}

}  // namespace bcheck::testing
