// SPDX-License-Identifier: Apache-2.0
// How the values of one measure are spread, in two readings: the first learns the range, the second fills bins of equal
// width in it.
//
// A single absurd value must not squeeze all others into one bin. So the bins cover what lies within the outer fences
// of Tukey, three interquartile ranges beyond the quartiles, and what lies outside is counted at either end. Quartiles
// come from counts by the first 12 bits of a double (sign, exponent, 3 or 4 bits of the mantissa): exact to a
// sixteenth, in bounded memory, whatever the order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bcheck/measure.h"

namespace bcheck {

// The first reading.
class MeasureRange {
 public:
  void add(double value);

  std::int64_t finite() const { return finite_; }
  std::int64_t other() const { return other_; }  // infinite and NaN
  double least() const { return least_; }        // of the finite ones, of which there are some
  double most() const { return most_; }
  bool whole() const { return whole_; }  // all are whole numbers
  bool spread() const { return finite_ > 0 && least_ < most_; }

  // A value near which `part` (0 to 1) of the finite values are no greater: it lies between least() and most().
  double quantile(double part) const;

 private:
  static constexpr std::size_t kPages = 256;
  static constexpr std::size_t kOfPage = 256;
  using Page = std::array<std::int64_t, kOfPage>;

  std::array<std::unique_ptr<Page>, kPages> counts_;  // by the first 16 bits in the order of the values
  std::int64_t finite_ = 0;
  std::int64_t other_ = 0;
  double least_ = 0;
  double most_ = 0;
  bool whole_ = true;
};

// Bins [low + i·width, low + (i + 1)·width), the last one with its upper end. Of whole numbers in a small range a bin
// holds one number, in its middle.
struct Bins {
  double low = 0;
  double width = 1;
  std::size_t count = 1;

  double high() const { return low + width * static_cast<double>(count); }
};
inline constexpr std::size_t kMostBins = 40;

// Limits that are not far away are inside, so that one sees how far.
Bins bins_of(const MeasureRange& range, const Bound& bound);

// The second reading.
class Histogram {
 public:
  struct Count {
    std::int64_t good = 0;
    std::int64_t bad = 0;
  };

  Histogram(Bins bins, Bound bound);

  void add(double value, bool good);

  const Bins& bins() const { return bins_; }
  const Bound& bound() const { return bound_; }
  const std::vector<Count>& counts() const { return counts_; }
  const Count& below() const { return below_; }  // of the bins
  const Count& above() const { return above_; }
  std::int64_t outside() const { return outside_; }  // of the limits

 private:
  Bins bins_;
  Bound bound_;
  std::vector<Count> counts_;
  Count below_, above_;
  std::int64_t outside_ = 0;
};

// The number that the measure has to be, if it is one.
std::optional<double> equal_of(const Bound& bound);

// Whether a number keeps the limits; what is not finite keeps none.
bool is_within(const Bound& bound, double value);

// An inline SVG picture without text but the tips of its bars: bars from below, the bad part in its own colour and
// never too small to be seen, a line at each limit within the bins.
std::string histogram_svg(const Histogram& histogram, const std::string& label);

}  // namespace bcheck
