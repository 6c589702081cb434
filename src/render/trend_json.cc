// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "base/json_write.h"
#include "base/text.h"
#include "render/trend_view.h"
#include "render/trend_words.h"

namespace bcheck {
namespace {

template <typename List, typename Append>
void append_list(std::string& out, const List& list, std::string_view between, const Append& append) {
  out += '[';
  bool first = true;
  for (const auto& value : list) {
    if (!first) out += between;
    first = false;
    append(value);
  }
  out += ']';
}

void append_text(std::string& out, std::string_view name, std::string_view text) {
  out += fmt::format(", \"{}\": ", name);
  append_json_string(out, text);
}

// Six digits: what passes through logarithms differs in its last ones from one C library to another.
void append_real(std::string& out, double value) {
  out += fmt::format("{:.6g}", value);
}

void append_real(std::string& out, std::string_view name, const std::optional<double>& value) {
  out += fmt::format(", \"{}\": ", name);
  if (value) {
    append_real(out, *value);
  } else {
    out += "null";
  }
}

std::string fraction(const Fraction& rate) {
  return fmt::format("[{}, {}]", rate.part, rate.whole);
}

void append_report(std::string& out, const TrendReport& report) {
  out += "{\"name\": ";
  append_json_string(out, report.name);
  out += ", \"started\": ";
  if (report.started.empty()) {
    out += "null";
  } else {
    append_json_string(out, report.started);
  }
  out += fmt::format(", \"keys\": {}, \"incomplete\": {}, \"environment\": {}", report.keys, report.incomplete,
                     report.environment);
  append_real(out, "keys_per_second", report.keys_per_second);
  out += '}';
}

void append_values(std::string& out, const TrendMetric& metric) {
  if (!metric.is_rate()) {
    append_list(out, metric.numbers, ", ", [&](const std::optional<double>& number) {
      if (number) {
        append_number(out, *number);
      } else {
        out += "null";
      }
    });
    return;
  }
  append_list(out, metric.rates, ", ", [&](const std::optional<Fraction>& rate) {
    if (!rate) {
      out += "null";
      return;
    }
    const Interval interval = interval_of(*rate);
    out += fmt::format("{{\"part\": {}, \"whole\": {}, \"interval\": [", rate->part, rate->whole);
    append_real(out, interval.low);
    out += ", ";
    append_real(out, interval.high);
    out += "]}";
  });
}

void append_newest(std::string& out, const std::optional<TrendNewest>& newest) {
  out += ", \"newest\": ";
  if (!newest) {
    out += "null";
    return;
  }
  out += fmt::format("{{\"history\": {}, \"newest\": {}", fraction(newest->history), fraction(newest->newest));
  append_real(out, "z", newest->z);
  append_real(out, "factor", newest->factor);
  append_real(out, "p_fisher", newest->p_fisher);
  out += fmt::format(", \"by\": \"{}\", \"anomaly\": {}}}",
                     newest->by_ruler    ? "ruler"
                     : newest->by_fisher ? "fisher"
                                         : "z",
                     newest->anomaly);
}

void append_nullable(std::string& out, std::string_view name, const std::optional<std::string>& text) {
  if (text) {
    append_text(out, name, *text);
  } else {
    out += fmt::format(", \"{}\": null", name);
  }
}

void append_change(std::string& out, const TrendEnvironmentChange& one) {
  out += fmt::format("{{\"report\": {}", one.report);
  append_text(out, "field", one.change.field);
  append_text(out, "item", one.change.item);
  append_text(out, "kind", name_of(one.change.kind));
  append_nullable(out, "from", one.change.from);
  append_nullable(out, "to", one.change.to);
  out += '}';
}

void append_shift(std::string& out, const TrendShift& shift) {
  out += fmt::format("{{\"report\": {}, \"could_be\": ", shift.report);
  append_list(out, shift.could_be, ", ", [&](std::size_t place) { out += fmt::format("{}", place); });
  append_real(out, "p", shift.p);
  out += fmt::format(", \"shown\": {}, \"before\": ", shift.shown);
  if (shift.rate_before && shift.rate_after) {
    out += fmt::format("{}, \"after\": {}", fraction(*shift.rate_before), fraction(*shift.rate_after));
  } else {
    append_number(out, shift.before);
    out += ", \"after\": ";
    append_number(out, shift.after);
  }
  out += fmt::format(", \"environment_known\": {}, \"environment\": ", shift.environment_known);
  append_list(out, shift.environment, ", ", [&](const TrendEnvironmentChange& one) { append_change(out, one); });
  out += '}';
}

void append_metric(std::string& out, const TrendMetric& metric) {
  out += "{\"name\": ";
  append_json_string(out, metric.name());
  append_text(out, "kind", name_of(metric.kind));
  if (!metric.code.empty()) append_text(out, "code", metric.code);
  out += ", \"values\": ";
  append_values(out, metric);
  append_newest(out, metric.newest);
  const bool tested = metric.untested == TrendUntested::kNot;
  append_real(out, "p", tested ? std::optional(metric.p) : std::nullopt);
  append_real(out, "p_holm", tested ? std::optional(metric.p_holm) : std::nullopt);
  out += ", \"shifts\": ";
  append_list(out, metric.shifts, ", ", [&](const TrendShift& shift) { append_shift(out, shift); });
  out += '}';
}

void append_series(std::string& out, const TrendSeries& series) {
  out += "{\"group\": {";
  for (std::size_t i = 0; i < series.group.size(); ++i) {
    if (i > 0) out += ", ";
    append_json_string(out, series.group[i].first);
    out += ": ";
    append_json_string(out, series.group[i].second);
  }
  out += '}';
  append_text(out, "rules_sha256", series.rules_sha256);
  append_text(out, "manifest_sha256", series.manifest_sha256);
  out += fmt::format(
      ",\n \"other_rules\": {}, \"other_manifest\": {}, \"other_codes\": {}, \"anomaly\": {}, \"shift\": {}",
      series.other_rules, series.other_manifest, series.other_codes, series.anomalous(), series.shifted());
  out += ",\n \"reports\": ";
  append_list(out, series.reports, ",\n  ", [&](const TrendReport& report) { append_report(out, report); });
  out += ",\n \"metrics\": ";
  append_list(out, series.metrics, ",\n  ", [&](const TrendMetric& metric) { append_metric(out, metric); });
  out += ",\n \"moved\": ";
  append_list(out, series.moved, ", ", [&](const TrendMove& move) {
    out += "{\"metric\": ";
    append_json_string(out, series.metrics[move.metric].name());
    out += fmt::format(", \"shift\": {}, \"later\": {}}}", move.shift, move.later);
  });
  out += '}';
}

}  // namespace

std::string trend_json(const Trend& trend, const Palette& palette) {
  static_cast<void>(palette);
  std::string out = fmt::format("{{\"schema\": \"{}\", \"as_given\": {}, \"rulers\": {}, \"margin\": ", kTrendSchema,
                                trend.as_given, trend.rulers ? fmt::format("{}", *trend.rulers) : "null");
  append_real(out, trend.margin);
  out += ",\n\"series\": ";
  append_list(out, trend.series, ",\n", [&](const TrendSeries& series) { append_series(out, series); });
  return out + "}\n";
}

}  // namespace bcheck
