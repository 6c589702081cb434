// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/level_shift.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"
#include "render/trend_view.h"
#include "render/trend_words.h"

namespace bcheck {
namespace {

constexpr std::string_view kUnknown = "-";

using Column = std::vector<std::string>;  // the heading first

// "completion of 2000", where every report has as many.
std::string heading_of(const TrendMetric& metric) {
  std::string out = one_line(metric.name());
  std::int64_t whole = 0;
  for (const auto& rate : metric.rates) {
    if (!rate) continue;
    if (whole != 0 && rate->whole != whole) return out;
    whole = rate->whole;
  }
  return whole == 0 ? out : fmt::format("{} of {}", out, whole);
}

Column column_of(const TrendMetric& metric) {
  Column column{heading_of(metric)};
  const bool wholes = column.front() == one_line(metric.name());
  for (const auto& rate : metric.rates) {
    if (!rate) {
      column.emplace_back(kUnknown);
      continue;
    }
    column.push_back(fmt::format("{}{}  {}  {}", rate->part, wholes ? fmt::format("/{}", rate->whole) : "",
                                 percent(rate->part, rate->whole), interval_text(*rate)));
  }
  for (const auto& number : metric.numbers) {
    column.push_back(number ? number_text(metric.kind, *number) : std::string(kUnknown));
  }
  return column;
}

Column keys_a_second(const TrendSeries& series) {
  Column column{"keys/s"};
  for (const TrendReport& report : series.reports) {
    column.push_back(report.keys_per_second ? fmt::format("{:.4g}", *report.keys_per_second) : std::string(kUnknown));
  }
  return column;
}

// Columns are as wide as their widest cell; the first stands left, the others right.
void append_table(std::string& out, const std::vector<Column>& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table) {
    std::size_t width = 0;
    for (const std::string& cell : column) width = std::max(width, columns(cell));
    widths.push_back(width);
  }
  for (std::size_t row = 0; row < table.front().size(); ++row) {
    std::string line;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::string& cell = table[i][row];
      const std::string blanks(widths[i] - columns(cell), ' ');
      line += i == 0 ? cell + blanks : "  " + blanks + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += "  " + line + '\n';
  }
}

Column reports_of(const TrendSeries& series) {
  Column column{"report"};
  for (std::size_t i = 0; i < series.reports.size(); ++i) {
    const std::string number = fmt::format("{}", i + 1);
    const std::string blanks(fmt::format("{}", series.reports.size()).size() - number.size(), ' ');
    column.push_back(blanks + report_text(series, i) + (series.reports[i].incomplete ? " (incomplete)" : ""));
  }
  return column;
}

void append_values(std::string& out, const TrendSeries& series) {
  std::vector<Column> rates{reports_of(series)};
  std::vector<Column> others{reports_of(series)};
  for (const TrendMetric& metric : series.metrics) {
    const bool code = metric.kind == TrendMetricKind::kFailing;
    (metric.is_rate() && !code ? rates : others).push_back(column_of(metric));
    if (metric.kind == TrendMetricKind::kSeconds) others.push_back(keys_a_second(series));
  }
  append_table(out, rates);
  if (others.size() == 1) return;
  out += '\n';
  append_table(out, others);
  if (series.other_codes > 0)
    out += fmt::format("  and {} that fail keys\n", counted(series.other_codes, "other code"));
}

void append_newest(std::string& out, const TrendSeries& series, const Palette& palette) {
  if (series.reports.size() < 2) {
    out += "nothing to compare the newest report with\n";
    return;
  }
  out +=
      fmt::format("newest, {}: {}\n", report_text(series, series.reports.size() - 1),
                  series.anomalous() ? palette.paint(palette.bad, "anomaly") : palette.paint(palette.good, "in line"));
  for (const TrendMetric& metric : series.metrics) {
    if (metric.newest) out += "  " + newest_text(metric) + '\n';
  }
}

void append_shifts(std::string& out, const TrendSeries& series, const Palette& palette) {
  if (const std::string text = too_short_text(series); !text.empty()) {
    out += text + '\n';
    return;
  }
  out += series.shifted() ? palette.paint(palette.bad, "shifts") + ":\n" : "shifts: none\n";
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const TrendMetric& metric : series.metrics) {
    for (const TrendShift& shift : metric.shifts) {
      lines.emplace_back(
          shift.report,
          fmt::format("  {}  {}  {}  ({})  {}{}\n", report_text(series, shift.report), one_line(metric.name()),
                      levels_text(metric, shift), places_text(shift), environment_text(shift),
                      shift.shown ? ""
                                  : fmt::format("  possible only: p = {}, {} for all metrics", p_text(shift.p),
                                                p_text(metric.p_holm))));
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [report, line] : lines) out += line;
  for (const TrendMetric& metric : series.metrics) {
    if (metric.shifts.empty()) out += fmt::format("  {}: {}\n", one_line(metric.name()), no_shift_text(metric));
  }
  if (series.shifted()) out += moved_text(series) + '\n';
}

}  // namespace

std::string trend_text(const Trend& trend, const Palette& palette) {
  std::string out;
  for (std::size_t i = 0; i < trend.series.size(); ++i) {
    const TrendSeries& series = trend.series[i];
    if (i > 0) out += '\n';
    if (trend.series.size() > 1) out += fmt::format("series {} of {}: ", i + 1, trend.series.size());
    out += palette.paint(palette.strong, heading_text(series)) + '\n';
    if (const std::string why = why_new_text(series); !why.empty()) out += why + '\n';
    if (trend.rulers) out += fmt::format("hashes of {} alone\n", counted(*trend.rulers, "ruler"));
    append_values(out, series);
    append_newest(out, series, palette);
    append_shifts(out, series, palette);
  }
  return out;
}

}  // namespace bcheck
