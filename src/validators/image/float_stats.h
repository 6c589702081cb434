// SPDX-License-Identifier: Apache-2.0
// Measures of pictures whose samples are floating-point numbers: NaN and infinities counted, and the spread of the
// rest in the samples' own units.
//
// Such samples are light, distance or whatever the batch made, without a black or a white, so the measures in 8-bit
// levels do not exist for them, and neither does mean_luma. Sums are doubles, added in the order of the file; an offset
// by the first sample of each channel keeps a flat picture at a deviation of exactly 0. NaN and infinities are in no
// other measure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/validator.h"

namespace bcheck::image {

class FloatStats {
 public:
  // Forgets everything.
  void begin();

  // The next channel. Alpha has a range of its own; what is `counted` only adds to nan and inf: further parts of a
  // file, smaller copies of its picture.
  enum class Role : unsigned char { kColour, kAlpha, kCounted };
  std::size_t add_channel(std::string name, Role role);

  // A run of `count` samples, each `step` floats behind the last; (x, y) is the pixel of the first.
  void add(std::size_t channel, const float* samples, std::size_t count, std::size_t step, std::int64_t x,
           std::int64_t y);

  // Adds nan, inf, value_min, value_max, value_stddev, relative_range, alpha_min and alpha_max, of what there is.
  void report(Observation& out) const;

 private:
  struct Channel {
    std::string name;
    Role role = Role::kColour;
    std::uint64_t finite = 0;
    double first = 0;  // finite sample
    double sum = 0;    // of differences from it
    double squares = 0;
    double least = 0;
    double most = 0;

    double stddev() const;
    double relative_range() const;
  };

  void take_odd(const Channel& channel, float sample, std::int64_t x, std::int64_t y);

  std::vector<Channel> channels_;
  std::int64_t nan_ = 0;
  std::int64_t inf_ = 0;
  std::string nan_place_;  // of the first
  std::string inf_place_;
};

// What a channel is by its name in OpenEXR: the last part of "layer.R" is what counts.
bool is_colour_name(std::string_view name);  // R, G, B or Y
bool is_alpha_name(std::string_view name);   // A

}  // namespace bcheck::image
