// SPDX-License-Identifier: Apache-2.0
#include "base/level_shift.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/splitmix.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kSeed = 0x62636865636B;  // "bcheck"
constexpr double kTie = 1e-9;                    // relative: what rounding alone makes of equal gains

double times_log(double count, double share) {
  return count == 0 ? 0 : count * std::log(share);
}

double log_likelihood(double k, double n) {
  return n == 0 ? 0 : times_log(k, k / n) + times_log(n - k, 1 - k / n);
}

// Calls `each(i, gain)` for the split behind every point but the last, in the order that `point(i)` gives.
template <typename Point, typename Each>
void each_rate_gain(std::size_t size, const Point& point, const Each& each) {
  double all_k = 0;
  double all_n = 0;
  for (std::size_t i = 0; i < size; ++i) {
    all_k += static_cast<double>(point(i).k);
    all_n += static_cast<double>(point(i).n);
  }
  const double together = log_likelihood(all_k, all_n);
  double k = 0;
  double n = 0;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    k += static_cast<double>(point(i).k);
    n += static_cast<double>(point(i).n);
    each(i, std::max(0.0, 2 * (log_likelihood(k, n) + log_likelihood(all_k - k, all_n - n) - together)));
  }
}

template <typename Point, typename Each>
void each_mean_gain(std::size_t size, const Point& point, const Each& each) {
  long double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += point(i);
  const auto all = static_cast<double>(sum);
  const auto whole = static_cast<double>(size);
  double before = 0;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    before += point(i);
    const auto n1 = static_cast<double>(i + 1);
    const double n2 = whole - n1;
    const double difference = before / n1 - (all - before) / n2;
    each(i, n1 * n2 / whole * difference * difference);
  }
}

template <typename Point, typename Each>
void each_gain(std::span<const RateOf>, std::size_t size, const Point& point, const Each& each) {
  each_rate_gain(size, point, each);
}

template <typename Point, typename Each>
void each_gain(std::span<const double>, std::size_t size, const Point& point, const Each& each) {
  each_mean_gain(size, point, each);
}

template <typename T>
std::vector<double> gains_of(std::span<const T> points) {
  std::vector<double> out;
  each_gain(
      points, points.size(), [&](std::size_t i) -> const T& { return points[i]; },
      [&](std::size_t, double gain) { out.push_back(gain); });
  return out;
}

template <typename T>
double largest_gain(std::span<const T> points, const std::vector<std::size_t>& order) {
  double largest = 0;
  each_gain(
      points, points.size(), [&](std::size_t i) -> const T& { return points[order[i]]; },
      [&](std::size_t, double gain) { largest = std::max(largest, gain); });
  return largest;
}

template <typename T>
void count_orders(std::span<const T> points, LevelShift& shift) {
  const double enough = shift.gain - kTie * std::fabs(shift.gain);
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  shift.all_orders = points.size() <= kAllOrdersUpTo;
  if (shift.all_orders) {
    do {
      ++shift.orders;
      if (largest_gain(points, order) >= enough) ++shift.extreme;
    } while (std::next_permutation(order.begin(), order.end()));
    shift.p = static_cast<double>(shift.extreme) / static_cast<double>(shift.orders);
    return;
  }
  SplitMix64 random(kSeed);
  for (shift.orders = 0; shift.orders < kOrders; ++shift.orders) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.next() % (i + 1)]);
    if (largest_gain(points, order) >= enough) ++shift.extreme;
  }
  shift.p = static_cast<double>(shift.extreme + 1) / static_cast<double>(shift.orders + 1);
}

RateOf pooled(std::span<const RateOf> points) {
  RateOf sum;
  for (const RateOf& point : points) {
    sum.k += point.k;
    sum.n += point.n;
  }
  return sum;
}

// Pearson's chi-squared around the two levels, a degree of freedom.
double dispersion_of(std::span<const RateOf> points, const LevelShift& shift) {
  if (points.size() <= 2) return 1;
  double chi_squared = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double rate = i < shift.at ? shift.before : shift.after;
    const auto n = static_cast<double>(points[i].n);
    const double variance = n * rate * (1 - rate);
    const double off = static_cast<double>(points[i].k) - n * rate;
    if (variance > 0) chi_squared += off * off / variance;
  }
  return std::max(1.0, chi_squared / static_cast<double>(points.size() - 2));
}

void levels_of(std::span<const RateOf> points, LevelShift& shift) {
  shift.before = pooled(points.first(shift.at)).value();
  shift.after = pooled(points.subspan(shift.at)).value();
  shift.dispersion = dispersion_of(points, shift);
}

// The spread that remains around the two means stands for the dispersion of the rates.
void levels_of(std::span<const double> points, LevelShift& shift) {
  const auto mean = [](std::span<const double> part) {
    long double sum = 0;
    for (const double x : part) sum += x;
    return static_cast<double>(sum / static_cast<long double>(part.size()));
  };
  shift.before = mean(points.first(shift.at));
  shift.after = mean(points.subspan(shift.at));
  double squares = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double off = points[i] - (i < shift.at ? shift.before : shift.after);
    squares += off * off;
  }
  shift.dispersion = points.size() <= 2 ? 1 : squares / static_cast<double>(points.size() - 2);
}

template <typename T>
LevelShift split(std::span<const T> points) {
  const std::vector<double> gain = gains_of(points);
  const auto best = std::max_element(gain.begin(), gain.end());
  LevelShift shift;
  shift.at = static_cast<std::size_t>(best - gain.begin()) + 1;
  shift.gain = *best;
  levels_of(points, shift);
  count_orders(points, shift);
  for (std::size_t i = 0; i < gain.size(); ++i) {
    if (gain[i] >= shift.gain - kLocationLimit * shift.dispersion) shift.could_be.push_back(i + 1);
  }
  return shift;
}

template <typename T>
void segment(std::span<const T> points, std::size_t offset, double alpha, std::vector<LevelShift>& out) {
  if (points.size() < kLeastHistory) return;
  LevelShift shift = split(points);
  if (shift.p > alpha) return;
  const std::size_t at = shift.at;
  shift.at += offset;
  for (std::size_t& place : shift.could_be) place += offset;
  segment(points.first(at), offset, alpha, out);
  out.push_back(std::move(shift));
  segment(points.subspan(at), offset + at, alpha, out);
}

}  // namespace

std::vector<double> gains(std::span<const RateOf> points) {
  return gains_of(points);
}
std::vector<double> gains(std::span<const double> points) {
  return gains_of(points);
}

LevelShift best_split(std::span<const RateOf> points) {
  return split(points);
}
LevelShift best_split(std::span<const double> points) {
  return split(points);
}

std::vector<LevelShift> level_shifts(std::span<const RateOf> points, double alpha) {
  std::vector<LevelShift> out;
  segment(points, 0, alpha, out);
  return out;
}
std::vector<LevelShift> level_shifts(std::span<const double> points, double alpha) {
  std::vector<LevelShift> out;
  segment(points, 0, alpha, out);
  return out;
}

NewestAgainstHistory newest_against_history(std::span<const RateOf> points) {
  const std::span<const RateOf> before = points.first(points.size() - 1);
  const RateOf history = pooled(before);
  const RateOf& newest = points.back();
  NewestAgainstHistory out;
  out.history = history.value();
  const double variance = out.history * (1 - out.history);
  double range = 0;
  double last = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double deviation = std::sqrt(variance / static_cast<double>(before[i].n));
    const double z = deviation > 0 ? (before[i].value() - out.history) / deviation : 0;
    if (i > 0) range += std::fabs(z - last);
    last = z;
  }
  // 1.128 is the mean range of two standard normal values (d2 of control charts).
  if (before.size() > 1) out.sigma_z = range / static_cast<double>(before.size() - 1) / 1.128;
  out.factor = std::max(1.0, out.sigma_z.value_or(1));
  const double spread = std::sqrt(variance * (1 / static_cast<double>(newest.n) + 1 / static_cast<double>(history.n)));
  if (spread > 0) out.z = (newest.value() - out.history) / (out.factor * spread);
  out.p_fisher = fisher_two_sided(newest, history);
  return out;
}

}  // namespace bcheck
