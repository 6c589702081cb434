// SPDX-License-Identifier: Apache-2.0
#include "render/trend_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "render/trend_words.h"
#include "render/xml.h"

namespace bcheck {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 210;
constexpr double kLeft = 66;  // room for the labels of the axis
constexpr double kRight = 14;
constexpr double kTop = 12;
constexpr double kBottom = 28;

struct Point {
  double value = 0, low = 0, high = 0;  // of a number all three are the same
  std::string text;
};

std::vector<std::optional<Point>> points_of(const TrendMetric& metric) {
  std::vector<std::optional<Point>> points;
  for (const auto& rate : metric.rates) {
    points.emplace_back();
    if (!rate) continue;
    const Interval interval = interval_of(*rate);
    points.back() = Point{static_cast<double>(rate->part) / static_cast<double>(rate->whole), interval.low,
                          interval.high, rate_text(*rate) + ", " + interval_text(*rate)};
  }
  for (const auto& number : metric.numbers) {
    points.emplace_back();
    if (number) points.back() = Point{*number, *number, *number, number_text(metric.kind, *number)};
  }
  return points;
}

// The smallest of 1, 2, 5 × 10^n that cuts the span into at most four.
double step_of(double span) {
  const double raw = span / 4;
  const double ten = std::pow(10, std::floor(std::log10(raw)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * ten >= raw * (1 - 1e-9)) return digit * ten;
  }
  return 10 * ten;
}

class Chart {
 public:
  Chart(const TrendSeries& series, const TrendMetric& metric)
      : series_(series), metric_(metric), points_(points_of(metric)) {
    scale();
  }

  std::string svg() {
    out_ = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} over {} reports\">", kWidth, kHeight,
                       xml_text(metric_.name()), points_.size());
    for (const TrendShift& shift : metric_.shifts) places(shift);
    grid();
    if (metric_.is_rate()) each_run([this](std::size_t first, std::size_t last) { band(first, last); });
    each_run([this](std::size_t first, std::size_t last) { line(first, last); });
    for (const TrendShift& shift : metric_.shifts) moved(shift);
    dots();
    return out_ + "</svg>";
  }

 private:
  void scale() {
    double low = 0;
    double high = 0;
    bool first = true;
    for (const auto& point : points_) {
      if (!point) continue;
      low = first ? point->low : std::min(low, point->low);
      high = first ? point->high : std::max(high, point->high);
      first = false;
    }
    if (!metric_.is_rate()) low = std::min(low, 0.0);
    if (high <= low) high = low + (low == 0 ? 1 : std::fabs(low));
    step_ = step_of(high - low);
    low_ = std::floor(low / step_ + 1e-9) * step_;
    high_ = std::ceil(high / step_ - 1e-9) * step_;
    if (metric_.is_rate()) high_ = std::min(high_, 1.0);
  }

  double x(double report) const {
    const double room = kWidth - kLeft - kRight;
    return points_.size() < 2 ? kLeft + room / 2 : kLeft + room * report / static_cast<double>(points_.size() - 1);
  }
  double x(std::size_t report) const { return x(static_cast<double>(report)); }
  double y(double value) const { return kTop + (kHeight - kTop - kBottom) * (high_ - value) / (high_ - low_); }

  std::string label(double value) const {
    return metric_.is_rate() ? fmt::format("{:.6g} %", std::round(value * 1e8) / 1e6)
                             : number_text(metric_.kind, value);
  }

  void grid() {
    for (int i = 0; i <= 5; ++i) {
      const double value = low_ + i * step_;
      if (value > high_ + step_ / 1e6) break;
      out_ += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", kLeft, y(value), kWidth - kRight);
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kLeft - 6, y(value) + 4,
                          label(value));
    }
    const std::size_t last = points_.size() - 1;
    axis(0, "start");
    if (last > 0) axis(last, "end");
  }

  void axis(std::size_t report, std::string_view anchor) {
    const std::string& started = series_.reports[report].started;
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">#{} {}</text>", x(report), kHeight - 8,
                        points_.size() < 2 ? "middle" : anchor, report + 1, xml_text(started.substr(0, 10)));
  }

  template <typename Each>
  void each_run(const Each& each) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (!points_[i]) continue;
      std::size_t last = i;
      while (last + 1 < points_.size() && points_[last + 1]) ++last;
      each(i, last);
      i = last;
    }
  }

  void band(std::size_t first, std::size_t last) {
    out_ += "<path class=\"band\" d=\"M";
    for (std::size_t i = first; i <= last; ++i) out_ += fmt::format("{:.1f} {:.1f} ", x(i), y(points_[i]->high));
    for (std::size_t i = last + 1; i-- > first;) out_ += fmt::format("{:.1f} {:.1f} ", x(i), y(points_[i]->low));
    out_ += "Z\"/>";
    if (first != last) return;
    // A lone report has no area: its interval is an upright line.
    out_ += fmt::format("<path class=\"bar\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>", x(first), y(points_[first]->high),
                        y(points_[first]->low));
  }

  void line(std::size_t first, std::size_t last) {
    out_ += "<path class=\"line\" d=\"M";
    for (std::size_t i = first; i <= last; ++i) out_ += fmt::format("{:.1f} {:.1f} ", x(i), y(points_[i]->value));
    out_ += "\"/>";
  }

  // A change lies between two reports.
  void places(const TrendShift& shift) {
    if (shift.could_be.size() < 2) return;
    const double begin = x(static_cast<double>(shift.could_be.front()) - 1);
    const double end = x(shift.could_be.back());
    out_ += fmt::format("<rect class=\"place\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", begin,
                        kTop, end - begin, kHeight - kTop - kBottom);
  }

  void moved(const TrendShift& shift) {
    out_ += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}V{:.1f}\"><title>{}: {}</title></path>",
                        shift.shown ? "shift" : "maybe", x(static_cast<double>(shift.report) - 0.5), kTop,
                        kHeight - kBottom, xml_text(places_text(shift)), xml_text(levels_text(metric_, shift)));
  }

  void dots() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (!points_[i]) continue;
      const bool odd = i + 1 == points_.size() && metric_.newest && metric_.newest->anomaly;
      out_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {}</title></circle>",
                          odd ? "odd" : "dot", x(i), y(points_[i]->value), odd ? 5 : 3,
                          xml_text(report_text(series_, i)), xml_text(points_[i]->text));
    }
  }

  const TrendSeries& series_;
  const TrendMetric& metric_;
  std::vector<std::optional<Point>> points_;
  double low_ = 0, high_ = 1, step_ = 1;
  std::string out_;
};

}  // namespace

std::string trend_chart(const TrendSeries& series, const TrendMetric& metric) {
  return Chart(series, metric).svg();
}

}  // namespace bcheck
