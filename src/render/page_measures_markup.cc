// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/page_markup.h"
#include "render/page_measures.h"

namespace bcheck {
namespace {

using Entry = PageMeasures::Entry;

bool is_limited(const Bound& bound) {
  return bound.min || bound.max || bound.equal;
}

std::string limits_text(const Bound& bound) {
  if (const auto equal = equal_of(bound)) return "has to be " + figure(*equal);
  std::string out;
  if (bound.min) out = "at least " + figure(*bound.min);
  if (bound.max) out += (out.empty() ? "at most " : ", at most ") + figure(*bound.max);
  return out;
}

std::string card(const Entry& entry) {
  const MeasureRange& range = entry.range;
  const Histogram& histogram = *entry.histogram;
  std::string out = fmt::format("<figure class=\"measure\"><figcaption><span>{}</span>", html_name(entry.name));
  const std::string limits = limits_text(entry.bound);
  if (!limits.empty()) {
    out +=
        fmt::format("<span class=\"{}\">{}{}</span>", histogram.outside() > 0 ? "bad" : "note", html_sentence(limits),
                    histogram.outside() > 0 ? fmt::format(": {} outside", grouped(histogram.outside())) : "");
  }
  out += "</figcaption>";
  out += histogram_svg(histogram, fmt::format("{}: {} values from {} to {}", entry.name, grouped(range.finite()),
                                              figure(range.least()), figure(range.most())));
  // Ends of the picture, and what lies beyond them.
  const Histogram::Count& below = histogram.below();
  const Histogram::Count& above = histogram.above();
  const std::int64_t low = below.good + below.bad;
  const std::int64_t high = above.good + above.bad;
  const auto ends = [&](const std::string& left, const std::string& right) {
    out += fmt::format("<div class=\"ends\"><span>{}</span><span>{}</span></div>", left, right);
  };
  ends(figure(low > 0 ? histogram.bins().low : range.least()),
       figure(high > 0 ? histogram.bins().high() : range.most()));
  if (low + high > 0) {
    ends(low > 0 ? fmt::format("{} below, to {}", grouped(low), figure(range.least())) : "",
         high > 0 ? fmt::format("{} above, to {}", grouped(high), figure(range.most())) : "");
  }
  if (range.other() > 0) {
    out += fmt::format("<p class=\"bad\">{} not finite (infinite or NaN)</p>", grouped(range.other()));
  }
  return out + "</figure>\n";
}

// What the words of the heading need: "image" where the artifact is called as its type.
std::string name_of_kind(const PageMeasures::Kind& kind) {
  const std::string artifact = html_name(kind.artifact);
  return kind.type.empty() || kind.type == kind.artifact
             ? artifact
             : fmt::format("{} <small>{}</small>", artifact, html_name(kind.type));
}

std::string grid(const std::vector<const Entry*>& entries) {
  std::string out = "<div class=\"measures\">\n";
  for (const Entry* const entry : entries) out += card(*entry);
  return out + "</div>\n";
}

std::string kind_markup(const PageMeasures::Kind& kind) {
  std::vector<const Entry*> limited, spread;
  std::string constant;
  for (const Entry& entry : kind.entries) {
    const bool limits = is_limited(entry.bound);
    if (limits && (entry.range.spread() || entry.histogram->outside() > 0)) {
      limited.push_back(&entry);
    } else if (entry.range.spread()) {
      spread.push_back(&entry);
    } else if (entry.range.finite() > 0) {
      constant += fmt::format("<span><b>{}</b> {}{}</span> ", html_name(entry.name), figure(entry.range.least()),
                              limits ? " <small>" + html_sentence(limits_text(entry.bound)) + "</small>" : "");
    } else {
      constant += fmt::format("<span><b>{}</b> never finite</span> ", html_name(entry.name));
    }
  }
  std::string out = fmt::format("<h3>{}</h3>\n", name_of_kind(kind));
  if (!limited.empty()) out += grid(limited);
  if (!spread.empty()) {
    // Without any limit these are all there is to see.
    out +=
        fmt::format("<details{}><summary>{} without a limit</summary>\n{}</details>\n", limited.empty() ? " open" : "",
                    counted(static_cast<std::int64_t>(spread.size()), "measure"), grid(spread));
  }
  if (!constant.empty()) {
    out += fmt::format("<details{}><summary>Constant measures</summary>\n<p class=\"constants\">{}</p></details>\n",
                       limited.empty() && spread.empty() ? " open" : "", constant);
  }
  return out;
}

}  // namespace

std::string measures_markup(const PageMeasures& measures) {
  std::string kinds;
  for (const PageMeasures::Kind& kind : measures.kinds()) {
    if (!kind.entries.empty()) kinds += kind_markup(kind);
  }
  if (kinds.empty()) return {};
  std::string out =
      "<section id=\"measures\">\n<h2>Measures</h2>\n"
      "<p class=\"note\"><i class=\"key good\"></i>of passing products <i class=\"key bad\"></i>of products that do "
      "not pass "
      "<i class=\"key limit\"></i>limits. Bars at either end hold what lies far out.</p>\n";
  out += kinds;
  if (measures.left_out()) {
    out += fmt::format("<p class=\"note\">There are more than {} measures; the others are not shown.</p>\n",
                       PageMeasures::kMost);
  }
  return out + "</section>\n";
}

}  // namespace bcheck
