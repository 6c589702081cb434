// SPDX-License-Identifier: Apache-2.0
#include "render/drift_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.h"
#include "render/escape.h"

namespace bcheck {
namespace {

std::string p_text(double p) {
  return p < 1e-6 ? "p " + p_value(p) : "p = " + p_value(p);
}

std::string shift_text(const MeasureDrift& measure) {
  const MeasureDrift::Shift& shift = *measure.shift;
  const bool up = shift.change > 0;
  std::string change = fmt::format("{:+.4g}", shift.change);
  if (shift.relative) change += fmt::format(" ({:+.1f} %)", *shift.relative * 100);
  return fmt::format("median change {}, {} in {} of {}, {}", change, up ? "higher" : "lower",
                     grouped(up ? shift.higher : shift.lower), grouped(shift.pairs), p_text(shift.p));
}

std::string shape_text(const MeasureDrift& measure) {
  const std::string size = measure.spread ? fmt::format("{:.2g} sd apart", *measure.spread)
                                          : fmt::format("{:.4g} apart, and it was constant", measure.wasserstein);
  return fmt::format("other distribution: {}, {}", size, p_text(measure.shape_p));
}

// Rows of two columns, the first padded.
void append_rows(std::string& out, const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& [name, text] : rows) width = std::max(width, columns(name));
  for (const auto& [name, text] : rows) {
    out.append("  ").append(name).append(width - columns(name) + 2, ' ').append(text).append("\n");
  }
}

void append_measures(std::string& out, const DriftStatistics& statistics, const Palette& palette) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const MeasureDrift& measure : statistics.measures) {
    if (!measure.drift()) continue;
    std::string text = fmt::format("{:.6g} -> {:.6g}", measure.old_median, measure.new_median);
    if (measure.shift && measure.shift->drift) text += "  " + shift_text(measure);
    if (measure.other_shape) text += (measure.shift && measure.shift->drift ? "; " : "  ") + shape_text(measure);
    rows.emplace_back(shown(measure.artifact) + " " + shown(measure.measure), std::move(text));
  }
  if (rows.empty()) return;
  out += palette.paint(palette.bad, fmt::format("measures that moved ({})", rows.size())) + ", medians:\n";
  append_rows(out, rows);
  if (statistics.sampled) {
    out += fmt::format("  (medians and distributions are those of {} keys, drawn by their hash)\n",
                       grouped(statistics.sampled_keys));
  }
  if (statistics.measures_left_out) out += "  (there are more measures than are looked at)\n";
  for (const DecoderChange& change : statistics.decoders) {
    out += fmt::format("  ({} was decoded by {}, then by {}: measures may differ by that)\n", shown(change.format),
                       one_line(change.old_decoder), one_line(change.new_decoder));
  }
}

void append_reasons(std::string& out, const DriftStatistics& statistics, const Palette& palette) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const ReasonDrift& reason : statistics.reasons) {
    if (!reason.drift) continue;
    const double difference = static_cast<double>(reason.new_keys) / static_cast<double>(statistics.new_keys) -
                              static_cast<double>(reason.old_keys) / static_cast<double>(statistics.old_keys);
    rows.emplace_back(shown(reason.code),
                      fmt::format("{} -> {} keys, {} {} points, {}", grouped(reason.old_keys), grouped(reason.new_keys),
                                  difference < 0 ? "down" : "up", points(difference), p_text(reason.p)));
  }
  if (rows.empty()) return;
  out += palette.paint(palette.bad, fmt::format("reasons that moved ({})", rows.size())) + ":\n";
  append_rows(out, rows);
}

}  // namespace

std::string points(double difference) {
  const double size = std::abs(difference) * 100;
  return size >= 0.005 ? fmt::format("{:.2f}", size) : "less than 0.01";
}

std::string p_value(double p) {
  return p < 1e-6 ? "< 1e-6" : fmt::format("{:.2g}", p);
}

std::string pass_rate_clause(const RateDrift& rate) {
  if (rate.difference == 0) return {};
  return fmt::format("pass rate {} {} points, {}{}", rate.difference < 0 ? "down" : "up", points(rate.difference),
                     p_text(rate.p), rate.drift ? ": drift" : "");
}

void append_drift(std::string& out, const DriftStatistics& statistics, const Palette& palette) {
  append_measures(out, statistics, palette);
  append_reasons(out, statistics, palette);
}

}  // namespace bcheck
