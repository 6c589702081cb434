// SPDX-License-Identifier: Apache-2.0
// Facts about an artifact, and the limits that they are compared with.
//
// A measure has a name from its type's table and a value: a whole number, a real number or a short word. Real
// numbers are rounded to 9 significant digits when they are recorded, so that a verdict made now and one made
// from a stored report compare the same number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bcheck {

// A real value may be infinite or NaN. Reports write these as the strings "inf", "-inf" and "nan", and they
// are outside every limit.
using Scalar = std::variant<std::int64_t, double, std::string>;

struct Measure {
  std::string_view name;  // static storage: the name in the type's table
  Scalar value;
};

// What a measure may be: `equal`, or a closed range of which either end may be open.
struct Bound {
  std::optional<double> min;
  std::optional<double> max;
  std::optional<Scalar> equal;

  bool operator==(const Bound&) const = default;
};

// Closed range, as the rules write it: {"mean_luma": [2, 253]}.
struct Limit {
  std::string measure;
  Bound bound;
};

// A row of a type's table of measures.
struct MeasureInfo {
  std::string_view name;
  std::string_view unit;     // "pixels", "bytes", "" for counts
  std::string_view meaning;  // one line, with the definition where there could be two
  // The codes of the findings that a value below or above its limit raises. Where empty, the code is made from
  // the measure: "<type>.<measure>-low" and "-high", with hyphens; a value unequal to a required one is
  // "<type>.<measure>-differs" unless `other_code` says otherwise.
  std::string_view low_code = {};
  std::string_view high_code = {};
  std::string_view other_code = {};
};

}  // namespace bcheck
