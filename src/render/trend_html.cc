// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "render/percent.h"
#include "render/trend_chart.h"
#include "render/trend_view.h"
#include "render/trend_words.h"
#include "render/xml.h"

namespace bcheck {
namespace {

// The policy forbids what the page does not need, should something foreign get past the escaping.
constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>bcheck trend</title>
<style>
:root { color-scheme: light dark; --page: #fff; --ink: #1c2126; --faint: #5c6670; --rule: #d9dee3; --card: #f6f8fa;
  --line: #1f5fbf; --band: rgba(31, 95, 191, .16); --bad: #b3261e; --doubt: #8a5a00; --good: #1a7431;
  --place: rgba(179, 38, 30, .10); }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171a; --ink: #e4e8ec; --faint: #9aa5b0; --rule: #343b42; --card: #1c2126; --line: #7db1ff;
    --band: rgba(125, 177, 255, .20); --bad: #ff8f87; --doubt: #f0b94c; --good: #6fcf87; --place: rgba(255, 143, 135, .14); }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 1rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.4rem; margin: .2rem 0 .6rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p, ul { margin: .3rem 0; }
ul { padding-left: 1.2rem; }
.faint, caption, figcaption span { color: var(--faint); }
.bad { color: var(--bad); font-weight: 600; }
.good { color: var(--good); font-weight: 600; }
.doubt { color: var(--doubt); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: .8rem; }
figure { margin: 0; padding: .6rem .7rem; background: var(--card); border: 1px solid var(--rule); border-radius: 6px;
  min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; font-weight: 600; }
figcaption span { font-weight: 400; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 12.5px; fill: var(--faint); }
.grid { stroke: var(--rule); }
.line { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.band { fill: var(--band); }
.bar { stroke: var(--band); stroke-width: 6; }
.dot { fill: var(--line); }
.odd { fill: var(--bad); }
.shift { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 5 4; }
.maybe { stroke: var(--doubt); stroke-width: 1.5; stroke-dasharray: 2 4; }
.place { fill: var(--place); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; }
caption { text-align: left; }
th, td { padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--rule); text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; }
td small { color: var(--faint); }
.wrap td { white-space: normal; text-align: left; vertical-align: top; min-width: 7rem; }
.wrap td:nth-child(4), .wrap td:last-child { min-width: 13rem; }
.wrap th { text-align: left; }
@media print { body { max-width: none; } figure { break-inside: avoid; } }
@media (max-width: 500px) { svg text { font-size: 19px; } }
</style>
</head>
<body>
<h1>bcheck trend</h1>
)";

std::string element(std::string_view name, std::string_view attributes, std::string_view text) {
  return fmt::format("<{0}{1}{2}>{3}</{0}>", name, attributes.empty() ? "" : " ", attributes, xml_text(text));
}

std::string paragraph(std::string_view kind, std::string_view text) {
  return text.empty() ? std::string() : element("p", fmt::format("class=\"{}\"", kind), text) + '\n';
}

void append_verdict(std::string& out, const TrendSeries& series) {
  if (series.reports.size() > 1) {
    const std::string newest = report_text(series, series.reports.size() - 1);
    out += series.anomalous() ? paragraph("bad", "newest, " + newest + ": anomaly")
                              : paragraph("good", "newest, " + newest + ": in line");
  } else {
    out += paragraph("faint", "nothing to compare the newest report with");
  }
  if (const std::string text = too_short_text(series); !text.empty()) {
    out += paragraph("doubt", text);
  } else if (series.shifted()) {
    out += paragraph("bad", moved_text(series));
  } else {
    out += paragraph("good", "no shift of any level");
  }
}

void append_shifts(std::string& out, const TrendSeries& series) {
  std::vector<std::pair<std::size_t, std::string>> rows;
  for (const TrendMetric& metric : series.metrics) {
    for (const TrendShift& shift : metric.shifts) {
      rows.emplace_back(shift.report, "<tr>" + element("td", "", report_text(series, shift.report)) +
                                          element("td", "", places_text(shift)) + element("td", "", metric.name()) +
                                          element("td", "", levels_text(metric, shift)) +
                                          element("td", shift.shown ? "class=\"bad\"" : "class=\"doubt\"",
                                                  shift.shown ? "shown" : "possible, p = " + p_text(metric.p_holm)) +
                                          element("td", "", environment_text(shift)) + "</tr>\n");
    }
  }
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  out +=
      "<h3>Where levels moved</h3>\n<div class=\"scroll\"><table class=\"wrap\"><thead><tr><th>first report after</th>"
      "<th>it may be</th><th>metric</th><th>level</th><th></th><th>environment</th></tr></thead><tbody>\n";
  for (const auto& [report, row] : rows) out += row;
  out += "</tbody></table></div>\n";
}

void append_newest(std::string& out, const TrendSeries& series) {
  std::string rows;
  for (const TrendMetric& metric : series.metrics) {
    if (!metric.newest) continue;
    rows += element("li", metric.newest->anomaly ? "class=\"bad\"" : "", newest_text(metric)) + '\n';
  }
  if (!rows.empty()) out += "<h3>The newest report against all before it</h3>\n<ul>\n" + rows + "</ul>\n";
}

void append_charts(std::string& out, const TrendSeries& series) {
  out += "<div class=\"charts\">\n";
  for (const TrendMetric& metric : series.metrics) {
    const std::string note = metric.shifts.empty() ? no_shift_text(metric) : levels_text(metric, metric.shifts.front());
    out += "<figure><figcaption>" + element("b", "", metric.name()) + element("span", "", note) + "</figcaption>\n" +
           trend_chart(series, metric) + "</figure>\n";
  }
  out += "</div>\n";
}

std::string cell(const TrendMetric& metric, std::size_t report) {
  if (!metric.is_rate()) {
    const auto& number = metric.numbers[report];
    return number ? element("td", "", number_text(metric.kind, *number)) : "<td>-</td>";
  }
  const auto& rate = metric.rates[report];
  if (!rate) return "<td>-</td>";
  return fmt::format("<td>{}/{} {} <small>{}</small></td>", rate->part, rate->whole, percent(rate->part, rate->whole),
                     interval_text(*rate));
}

void append_table(std::string& out, const TrendSeries& series) {
  out +=
      "<h3>Reports</h3>\n<div class=\"scroll\"><table>"
      "<caption>Rates with Wilson's interval at 95 %, in percent</caption><thead><tr><th>report</th>";
  for (const TrendMetric& metric : series.metrics) out += element("th", "", metric.name());
  out += "<th>file</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < series.reports.size(); ++i) {
    out += "<tr>" + element("td", "", report_text(series, i) + (series.reports[i].incomplete ? " (incomplete)" : ""));
    for (const TrendMetric& metric : series.metrics) out += cell(metric, i);
    out += element("td", "", series.reports[i].name) + "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (series.other_codes > 0)
    out += paragraph("faint", fmt::format("and {} other codes that fail keys", series.other_codes));
}

}  // namespace

std::string trend_html(const Trend& trend, const Palette& palette) {
  static_cast<void>(palette);
  std::string out(kHead);
  for (std::size_t i = 0; i < trend.series.size(); ++i) {
    const TrendSeries& series = trend.series[i];
    const std::string which = trend.series.size() > 1 ? fmt::format("Series {}: ", i + 1) : "";
    out += element("h2", "", which + heading_text(series)) + '\n' + paragraph("doubt", why_new_text(series));
    if (trend.rulers) out += paragraph("faint", fmt::format("hashes of {} rulers alone", *trend.rulers));
    append_verdict(out, series);
    append_charts(out, series);
    append_shifts(out, series);
    append_newest(out, series);
    append_table(out, series);
  }
  return out + "</body>\n</html>\n";
}

}  // namespace bcheck
