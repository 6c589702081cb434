// SPDX-License-Identifier: Apache-2.0
#include "render/diff_page_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "render/drift_text.h"
#include "render/page_markup.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostReasons = 100;  // rows; a report may hold any words

// Never by colour alone.
std::string_view verdict(bool drift) {
  return drift ? "<b class=\"bad\">drift</b>" : "<span class=\"note\">no drift</span>";
}

std::string signed_points(double difference) {
  return difference == 0 ? "0" : (difference < 0 ? "-" : "+") + points(difference);
}

std::string of_keys(std::int64_t part, std::int64_t whole) {
  return fmt::format("{} <small>{} of {}</small>", percent(part, whole), grouped(part), grouped(whole));
}

std::string rate_markup(const RateDrift& rate) {
  std::string out = "<h3>Pass rate</h3>\n<div class=\"scroll\"><table class=\"figures\"><thead><tr>";
  out +=
      "<th></th><th class=\"n\">old</th><th class=\"n\">new</th><th class=\"n\">points</th><th class=\"n\">95 % "
      "interval</th><th class=\"n\">p</th></tr></thead><tbody>\n";
  out += fmt::format(
      "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{:+.2f} to {:+.2f}</td><td class=\"n\">{}</td></tr>\n</tbody></table></div>\n",
      verdict(rate.drift), of_keys(rate.old_pass, rate.old_keys), of_keys(rate.new_pass, rate.new_keys),
      signed_points(rate.difference), 100 * rate.interval.low, 100 * rate.interval.high, html_name(p_value(rate.p)));
  const std::string flips = fmt::format("{} turned bad and {} good", grouped(rate.newly_bad), grouped(rate.repaired));
  return out + (rate.paired
                    ? fmt::format("<p class=\"note\">McNemar's exact test (mid-p) on the same keys: {}.</p>\n", flips)
                    : "<p class=\"note\">Two samples, since fewer than 90 % of the keys are in both with the same "
                      "input: pooled z, or Fisher's test where few are expected.</p>\n");
}

std::string shift_cell(const MeasureDrift& measure) {
  if (!measure.shift) return "<td class=\"n\">-</td><td class=\"n\">-</td><td class=\"n\">-</td>";
  const MeasureDrift::Shift& shift = *measure.shift;
  std::string change = fmt::format("{:+.4g}", shift.change);
  if (shift.relative) change += fmt::format(" <small>{:+.1f} %</small>", *shift.relative * 100);
  return fmt::format("<td class=\"n\">{}</td><td class=\"n\">{} / {} <small>of {}</small></td><td class=\"n\">{}</td>",
                     change, grouped(shift.higher), grouped(shift.lower), grouped(shift.pairs),
                     html_name(p_value(shift.p)));
}

std::string measure_row(const MeasureDrift& measure) {
  const std::string apart = measure.spread ? fmt::format("{:.2g} sd", *measure.spread)
                                           : fmt::format("{:.4g} <small>was constant</small>", measure.wasserstein);
  return fmt::format(
      "<tr><td class=\"name\"><bdi>{}</bdi></td><td class=\"name\"><bdi>{}</bdi></td><td>{}</td>"
      "<td class=\"n\">{:.6g}</td><td class=\"n\">{:.6g}</td>{}<td class=\"n\">{:.3f}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td></tr>\n",
      html_name(cut(measure.artifact, 200)), html_name(cut(measure.measure, 200)), verdict(measure.drift()),
      measure.old_median, measure.new_median, shift_cell(measure), measure.ks, apart,
      html_name(p_value(measure.shape_p)));
}

std::string measures_table(const DriftStatistics& statistics) {
  std::string out = "<h3>Measures</h3>\n";
  if (statistics.measures.empty()) {
    out += fmt::format("<p class=\"note\">Nothing differs: {} equal in every artifact that is compared.</p>\n",
                       counted(statistics.unchanged, "measure"));
    return out;
  }
  std::vector<const MeasureDrift*> measures;
  for (const MeasureDrift& measure : statistics.measures) measures.push_back(&measure);
  std::stable_partition(measures.begin(), measures.end(), [](const MeasureDrift* m) { return m->drift(); });
  out +=
      "<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>artifact</th><th>measure</th><th></th>"
      "<th class=\"n\">old median</th><th class=\"n\">new median</th><th class=\"n\">median change</th>"
      "<th class=\"n\">higher / lower</th><th class=\"n\">sign test p</th><th class=\"n\">KS</th>"
      "<th class=\"n\">apart</th><th class=\"n\">KS p</th></tr></thead><tbody>\n";
  for (const MeasureDrift* const measure : measures) out += measure_row(*measure);
  out += "</tbody></table></div>\n";
  out += fmt::format(
      "<p class=\"note\">p after Holm; {} more equal everywhere.{}{}</p>\n", counted(statistics.unchanged, "measure"),
      statistics.sampled ? fmt::format(" Medians and distributions are those of {} keys, drawn by their hash.",
                                       grouped(statistics.sampled_keys))
                         : "",
      statistics.measures_left_out ? " There are more measures than are looked at." : "");
  for (const DecoderChange& change : statistics.decoders) {
    out += fmt::format("<p class=\"note\">{} was decoded by {}, then by {}: measures may differ by that.</p>\n",
                       html_name(change.format), html_sentence(change.old_decoder), html_sentence(change.new_decoder));
  }
  return out;
}

std::string reasons_table(const DriftStatistics& statistics) {
  if (statistics.reasons.empty()) return {};
  std::vector<const ReasonDrift*> reasons;
  for (const ReasonDrift& reason : statistics.reasons) reasons.push_back(&reason);
  std::stable_sort(reasons.begin(), reasons.end(), [](const ReasonDrift* a, const ReasonDrift* b) {
    return a->drift != b->drift ? a->drift : std::max(a->old_keys, a->new_keys) > std::max(b->old_keys, b->new_keys);
  });
  std::string out =
      "<h3>Reasons of failure</h3>\n<div class=\"scroll\"><table class=\"figures\"><thead><tr><th>code</th>"
      "<th></th><th class=\"n\">old</th><th class=\"n\">new</th><th class=\"n\">Fisher's p</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(reasons.size(), kMostReasons); ++i) {
    const ReasonDrift& reason = *reasons[i];
    out += fmt::format(
        "<tr><td class=\"code\">{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "</tr>\n",
        html_name(cut(reason.code, 200)), verdict(reason.drift), of_keys(reason.old_keys, statistics.old_keys),
        of_keys(reason.new_keys, statistics.new_keys), html_name(p_value(reason.p)));
  }
  out += "</tbody></table></div>\n";
  if (reasons.size() > kMostReasons) {
    out += fmt::format("<p class=\"note\">and {} more, in <code>bcheck diff --json</code>.</p>\n",
                       grouped(static_cast<std::int64_t>(reasons.size() - kMostReasons)));
  }
  return out;
}

}  // namespace

std::string statistics_markup(const std::optional<DriftStatistics>& statistics) {
  std::string out = "<section id=\"statistics\">\n<h2>Statistics</h2>\n";
  if (!statistics) {
    return out + "<p class=\"note\">None: under different rules passing means something else.</p>\n</section>\n";
  }
  const auto share = [](const Rate& rate) {
    return fmt::format("{:g}", static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator));
  };
  out += fmt::format("<p>{} <span class=\"note\">is what is sure (p ≤ {}) and large.</span></p>\n",
                     statistics->drift() ? "<b class=\"bad\">Drift</b>" : "<b>No drift</b>: drift",
                     share(statistics->limits.alpha));
  if (statistics->rate) out += rate_markup(*statistics->rate);
  return out + measures_table(*statistics) + reasons_table(*statistics) + "</section>\n";
}

}  // namespace bcheck
