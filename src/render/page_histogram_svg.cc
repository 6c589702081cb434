// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "render/page_histogram.h"
#include "render/page_markup.h"
#include "render/xml.h"

namespace bcheck {
namespace {

constexpr double kWidth = 400;
constexpr double kHeight = 96;
constexpr double kEdge = 14;      // room for what lies outside, at either end
constexpr double kWidest = 48;    // of a bar
constexpr double kVisible = 2.5;  // the least height of what is there

struct Column {
  double x, width;
  Histogram::Count count;
  std::string tip;
};

std::string counts_text(const Histogram::Count& count) {
  std::string out = grouped(count.good + count.bad);
  if (count.bad > 0) out += fmt::format(", {} not passing", grouped(count.bad));
  return out;
}

std::vector<Column> columns_of(const Histogram& histogram) {
  const Bins& bins = histogram.bins();
  std::vector<Column> out;
  const double step = (kWidth - 2 * kEdge) / static_cast<double>(bins.count);
  const double gap = step > 5 ? 1 : 0.4;
  for (std::size_t i = 0; i < bins.count; ++i) {
    const Histogram::Count& count = histogram.counts()[i];
    if (count.good + count.bad == 0) continue;
    const double low = bins.low + bins.width * static_cast<double>(i);
    // A bin of one whole number is called by it.
    const bool single = bins.width == 1 && low + 0.5 == std::floor(low + 0.5);
    const double width = std::min(step - gap, kWidest);
    out.push_back({kEdge + step * (static_cast<double>(i) + 0.5) - width / 2, width, count,
                   single ? fmt::format("{}: {}", figure(low + 0.5), counts_text(count))
                          : fmt::format("{} to {}: {}", figure(low), figure(low + bins.width), counts_text(count))});
  }
  const auto outside = [&](const Histogram::Count& count, double x, const char* words, double end) {
    if (count.good + count.bad == 0) return;
    out.push_back({x, kEdge - 4, count, fmt::format("{} {}: {}", words, figure(end), counts_text(count))});
  };
  outside(histogram.below(), 0, "below", bins.low);
  outside(histogram.above(), kWidth - kEdge + 4, "above", bins.high());
  return out;
}

void append_column(std::string& out, const Column& column, double tallest) {
  const auto height_of = [&](std::int64_t count) {
    if (count == 0) return 0.0;
    return std::max(kVisible, (kHeight - 4) * static_cast<double>(count) / tallest);
  };
  const double bad = height_of(column.count.bad);
  const double good = height_of(column.count.good);
  out += "<g>";
  const auto part = [&](const char* name, double height, double above) {
    if (height == 0) return;
    out += fmt::format(R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", name, column.x,
                       kHeight - above - height, column.width, height);
  };
  part("bad", bad, 0);
  part("good", std::min(good, kHeight - bad), bad);
  out += fmt::format("<title>{}</title></g>", xml_text(column.tip));
}

}  // namespace

std::string histogram_svg(const Histogram& histogram, const std::string& label) {
  const std::vector<Column> columns = columns_of(histogram);
  double tallest = 1;
  for (const Column& column : columns) {
    tallest = std::max(tallest, static_cast<double>(column.count.good + column.count.bad));
  }
  std::string out = fmt::format(
      R"(<svg class="histogram" viewBox="0 0 {:g} {:g}" preserveAspectRatio="none" role="img" aria-label="{}">)",
      kWidth, kHeight + 1, xml_text(label));
  out += fmt::format(R"(<rect class="axis" x="0" y="{0:g}" width="{1:g}" height="1"/>)", kHeight, kWidth);
  for (const Column& column : columns) append_column(out, column, tallest);
  const Bins& bins = histogram.bins();
  for (const auto limit : {histogram.bound().min, histogram.bound().max, equal_of(histogram.bound())}) {
    if (!limit || *limit < bins.low || *limit > bins.high()) continue;
    const double part = (*limit - bins.low) / (bins.high() - bins.low);
    out +=
        fmt::format(R"(<rect class="limit" x="{:.1f}" y="0" width="1.6" height="{:g}"><title>limit {}</title></rect>)",
                    kEdge + (kWidth - 2 * kEdge) * part - 0.8, kHeight, figure(*limit));
  }
  return out + "</svg>\n";
}

}  // namespace bcheck
