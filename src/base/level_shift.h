// SPDX-License-Identifier: Apache-2.0
// Where the level of a series moved: the one split that says most, and how often chance says as much.
//
// For rates the gain of a split is twice the difference of log likelihoods, two rates against one; for other numbers
// n1 n2 / T × (difference of means)^2. Its p-value is the share of orders of the days whose best split gains as much,
// so it needs no law of the noise: overdispersed days are overdispersed in any order. Days are taken to be exchangeable
// where nothing changed. On series without a change it reports 2 to 6 % at alpha = 5 %, where charts with limits from
// the first ten days report 4 to 100 %.
//
// Deterministic: all orders of up to 8 days, else kOrders orders of a fixed seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/two_rates.h"

namespace bcheck {

inline constexpr std::size_t kLeastHistory = 8;   // reports; in fewer no split can be told from chance
inline constexpr std::int64_t kOrders = 1999;     // so p is a multiple of 0.0005
inline constexpr std::size_t kAllOrdersUpTo = 8;  // reports
inline constexpr double kLocationLimit = 6.63;    // chi-squared, one degree of freedom, 99 %; the 95 % point found the
                                                  // true day in 78 to 100 % only, this one in 93 to 100 %

// A split: the first `at` points before, the others after it. 1 ≤ at < T.
struct LevelShift {
  std::size_t at = 0;
  double gain = 0;
  double p = 1;
  std::int64_t extreme = 0;  // orders that gain as much, of `orders`
  std::int64_t orders = 0;
  bool all_orders = false;
  double before = 0, after = 0;       // rates, or means
  double dispersion = 1;              // of rates: variance over the binomial one around both levels, 1 at least
  std::vector<std::size_t> could_be;  // every split that gains nearly as much: where the change may as well have been
};

// gain[i] is that of the split behind point i. At least two points; n > 0 in each.
std::vector<double> gains(std::span<const RateOf> points);
std::vector<double> gains(std::span<const double> points);

// The split of the largest gain, the earliest of equal ones. At least two points.
LevelShift best_split(std::span<const RateOf> points);
LevelShift best_split(std::span<const double> points);

// Binary segmentation: the best split where p ≤ alpha, then the same in both parts, while a part has kLeastHistory
// points. In ascending order of `at`; places count from the beginning of the whole series.
std::vector<LevelShift> level_shifts(std::span<const RateOf> points, double alpha);
std::vector<LevelShift> level_shifts(std::span<const double> points, double alpha);

// The newest rate against all before it: z with Laney's correction (2002) for days that vary more than binomially. At
// least two points.
struct NewestAgainstHistory {
  double history = 0;             // the pooled rate of all before it
  std::optional<double> sigma_z;  // mean moving range of the standardised history / 1.128; nothing of one point
  double factor = 1;              // max(1, sigma_z)
  std::optional<double> z;        // nothing where the history is all 0 or all 1
  double p_fisher = 1;            // two-sided; to go by where z cannot be trusted
};
NewestAgainstHistory newest_against_history(std::span<const RateOf> points);

}  // namespace bcheck
