// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "validators/embedding/dtype.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/rows.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostLookedAt = 256;  // far rows that are held against each other: 256² comparisons

// One file, a row at a time as doubles.
class Side {
 public:
  Result<void> open(const VectorFile& file) {
    if (file.format == "raw") return incomplete("a raw file is read by its rules alone");
    EmbeddingOptions options;
    if (find_container(file.format)) options.format = file.format;
    options.dtype = find_dtype(file.dtype);
    const auto said_rows = static_cast<std::uint64_t>(std::max<std::int64_t>(file.rows, 0));
    const auto said_dim = static_cast<std::uint64_t>(std::max<std::int64_t>(file.dim, 0));
    if (said_dim > 0) options.dim = said_dim;
    if (said_dim == 1) options.rows = said_rows;  // one axis of scores
    Observation seen;
    if (!source_.open({file.bytes, {}, file.extension}, options, seen)) {
      if (!seen.faults.empty()) return incomplete(seen.faults.front().message);
      return incomplete(seen.unchecked.empty() ? "it holds no array" : seen.unchecked);
    }
    if ((said_rows > 0 && said_rows != rows()) || (said_dim > 0 && said_dim != dim())) {
      return incomplete(
          fmt::format("it reads as {} x {} numbers, and the report has {} x {}", rows(), dim(), said_rows, said_dim));
    }
    dtype_ = *find_dtype(source_.dtype());
    size_ = info_of(dtype_).size;
    return {};
  }

  std::uint64_t rows() const { return source_.rows(); }
  std::uint64_t dim() const { return source_.dim(); }

  void row(std::uint64_t index, std::vector<double>& out) {
    const Bytes bytes = source_.row(index);
    out.resize(static_cast<std::size_t>(dim()));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value_at(dtype_, bytes.data() + i * size_);
  }

 private:
  static bool find_container(std::string_view name) {
    const auto words = container_words();
    return std::find(words.begin(), words.end(), name) != words.end();
  }

  RowSource source_;
  Dtype dtype_ = Dtype::kF32;
  std::size_t size_ = 4;
};

struct RowDistance {
  bool equal = false;
  bool broken = false;
  double cosine = 0, norm = 0, largest = 0;

  bool far(const RowLimits& limits) const { return broken || cosine > limits.cosine_distance || norm > limits.norm; }
};

double largest_of(const std::vector<double>& row) {
  double most = 0;
  for (const double x : row) most = std::max(most, std::abs(x));
  return most;
}

bool finite(const std::vector<double>& row) {
  return std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
}

// Scaled by the largest element, so that neither 1e200 nor 1e-200 leaves the range of a square.
double norm_of(const std::vector<double>& row, double scale) {
  double squares = 0;
  for (const double x : row) squares += (x / scale) * (x / scale);
  return std::sqrt(squares);
}

RowDistance distance_of(const std::vector<double>& a, const std::vector<double>& b) {
  RowDistance out;
  if (!finite(a) || !finite(b)) {
    out.broken = true;
    return out;
  }
  out.equal = a == b;
  if (out.equal) return out;
  for (std::size_t i = 0; i < a.size(); ++i) out.largest = std::max(out.largest, std::abs(a[i] - b[i]));
  const double scale_a = largest_of(a);
  const double scale_b = largest_of(b);
  if (scale_a == 0 || scale_b == 0) {
    out.broken = true;
    return out;
  }
  const double norm_a = norm_of(a, scale_a);
  const double norm_b = norm_of(b, scale_b);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = a[i] / scale_a / norm_a - b[i] / scale_b / norm_b;
    squares += apart * apart;
  }
  out.cosine = squares / 2;
  out.norm = std::abs(norm_b / norm_a * (scale_b / scale_a) - 1);
  return out;
}

class Comparison {
 public:
  Comparison(Side& before, Side& after, const RowLimits& limits, VectorDistance& out)
      : before_(before), after_(after), limits_(limits), out_(out) {}

  void run() {
    cosines_.reserve(static_cast<std::size_t>(before_.rows()));
    for (std::uint64_t row = 0; row < before_.rows(); ++row) {
      before_.row(row, a_);
      after_.row(row, b_);
      add(row, distance_of(a_, b_));
    }
    if (!cosines_.empty()) {
      std::sort(cosines_.begin(), cosines_.end());
      out_.cosine_median = cosines_[cosines_.size() / 2];
      out_.cosine_99 = cosines_[(cosines_.size() - 1) * 99 / 100];
    }
    look_for_order();
  }

 private:
  void add(std::uint64_t row, const RowDistance& distance) {
    if (distance.equal) ++out_.equal;
    if (distance.broken) ++out_.broken;
    if (distance.far(limits_)) {
      ++out_.far;
      if (far_.size() < kMostLookedAt) far_.push_back(row);
    }
    out_.largest = std::max(out_.largest, distance.largest);
    if (distance.broken) return;
    cosines_.push_back(distance.cosine);
    out_.norm_most = std::max(out_.norm_most, distance.norm);
    if (distance.cosine > out_.cosine_most) {
      out_.cosine_most = distance.cosine;
      out_.worst_row = row;
    }
  }

  // A far row that is near to the old row beside its place, or in the place of another far one, came out of order.
  void look_for_order() {
    std::optional<std::int64_t> shift;
    for (const std::uint64_t row : far_) {
      const auto from = old_place_of(row);
      if (!from) continue;
      const std::int64_t by = static_cast<std::int64_t>(row) - static_cast<std::int64_t>(*from);
      if (++out_.moved == 1) {
        out_.moved_row = row;
        out_.moved_from = *from;
        shift = by;
      }
      if (shift != by) shift = 0;
    }
    // The last rows of a shift come from nowhere, so a few of those that are far may have no place.
    if (shift && out_.moved > 1) out_.shift = *shift;
  }

  std::optional<std::uint64_t> old_place_of(std::uint64_t row) {
    after_.row(row, b_);
    const auto is_at = [&](std::uint64_t place) {
      if (place == row || place >= before_.rows()) return false;
      before_.row(place, a_);
      return !distance_of(a_, b_).far(limits_);
    };
    if (row > 0 && is_at(row - 1)) return row - 1;
    if (is_at(row + 1)) return row + 1;
    for (const std::uint64_t place : far_) {
      if (is_at(place)) return place;
    }
    return std::nullopt;
  }

  Side& before_;
  Side& after_;
  const RowLimits& limits_;
  VectorDistance& out_;
  std::vector<double> a_, b_, cosines_;
  std::vector<std::uint64_t> far_;
};

}  // namespace

Result<VectorDistance> vector_distance(const VectorFile& before, const VectorFile& after, const RowLimits& limits) {
  Side a;
  if (auto opened = a.open(before); !opened) return incomplete("the old one: " + opened.error().message);
  Side b;
  if (auto opened = b.open(after); !opened) return incomplete("the new one: " + opened.error().message);
  VectorDistance out;
  out.old_rows = a.rows();
  out.old_dim = a.dim();
  out.new_rows = b.rows();
  out.new_dim = b.dim();
  if (!out.one_shape() || out.old_rows == 0 || out.old_dim == 0) return out;
  Comparison(a, b, limits, out).run();
  return out;
}

}  // namespace bcheck
