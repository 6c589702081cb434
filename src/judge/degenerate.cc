// SPDX-License-Identifier: Apache-2.0
// image: a picture without content, from measures alone.
//
// The batch said DONE and wrote a black square: NaN in the last layer, a safety filter, an allocation that was never
// filled. What tells such a picture from a night scene, a page with one word or an icon is not its mean but its
// spread, with exemptions: a picture may be all in its alpha, and a picture of a few pixels may well be of one colour.
// An animation, or a file of several pages, is more than its first picture, of which the measures are: it warns. A
// limit that the rules give holds without exemption.
// Evidence for the numbers: exact flats have a standard deviation of 0 and lossy ones of 0.35 with a range of 4;
// the emptiest of 420 sound pictures have 2.51 (one word on a letter page), 2.85 (a two-level scan), 5.08 (fog).
#include <fmt/format.h>

#include <string>
#include <utility>

#include "judge/predicates.h"

namespace bcheck {
namespace {

constexpr double kFewPixels = 64;
constexpr double kEnds = 2;       // from black or white, still black or white
constexpr double kFlatRange = 4;  // of a lossy flat
constexpr double kAlphaVariation = 4;

struct Verdict {
  std::string_view code;
  std::string message;
};

// Levels are 0..255 up to 8 bits a sample and 0..65535 above, as in the table of measures.
double top_level(const Facts& facts) {
  return facts.number("bit_depth", 8) > 8 ? 65535 : 255;
}

bool judged(const Facts& facts) {
  return facts.given || facts.number("width", 0) * facts.number("height", 0) >= kFewPixels;
}

bool is_in_alpha(const Facts& facts, double variation) {
  return !facts.given && facts.number("alpha_max", 0) - facts.number("alpha_min", 0) > variation;
}

Verdict look(const Facts& facts, double deviation, double least) {
  const double low = facts.number("sample_min", 0);
  const double high = facts.number("sample_max", top_level(facts));
  if (high <= kEnds)
    return {"image.degenerate-black", fmt::format("the picture is black: no sample is above {}", high)};
  if (low >= top_level(facts) - kEnds) {
    return {"image.degenerate-white", fmt::format("the picture is white: no sample is below {}", low)};
  }
  const double range = facts.number("channel_range", top_level(facts));
  if (range <= kFlatRange) {
    return {"image.degenerate-flat",
            fmt::format("the picture is of one colour: no channel has samples more than {} apart", range)};
  }
  return {"image.degenerate-low-variance",
          fmt::format("the picture is as good as of one colour: standard deviation {:.3g}, at least {:.3g} expected",
                      deviation, least)};
}

void report(const Facts& facts, Verdict verdict, std::vector<Finding>& out) {
  Finding finding;
  finding.code = verdict.code;
  finding.message = std::move(verdict.message);
  finding.measure = facts.measure;
  finding.measured = *facts.find(facts.measure);
  finding.expected = *facts.limit;
  out.push_back(std::move(finding));
}

// Of a picture without content.
void report_degenerate(const Facts& facts, Verdict verdict, std::vector<Finding>& out) {
  report(facts, std::move(verdict), out);
  const double frames = facts.number("frames", 1);
  if (frames <= 1) return;
  out.back().message += fmt::format(" (the first of {:.0f})", frames);
  if (!facts.given) out.back().severity = out.back().usual = Severity::kWarn;
}

void speak(const Facts& facts, std::vector<Finding>& out) {
  const Scalar* const value = facts.find(facts.measure);
  if (value == nullptr || facts.limit == nullptr) return;
  const std::string_view which = outside(*value, *facts.limit);
  const double deviation = facts.number(facts.measure, 0);
  if (which == "high" || which == "differs") {
    return report(facts,
                  {which == "high" ? "image.channel-stddev-high" : "image.channel-stddev-differs",
                   fmt::format("the largest standard deviation of a channel is {:.6g}", deviation)},
                  out);
  }
  const double least = facts.limit->min.value_or(0);
  if (least <= 0 || !judged(facts)) return;
  if (facts.find("alpha_max") != nullptr && facts.number("alpha_max", 0) <= 0) {
    return report_degenerate(
        facts, {"image.degenerate-transparent", "the picture is transparent: alpha is 0 everywhere"}, out);
  }
  if (which == "low" && !is_in_alpha(facts, kAlphaVariation)) {
    report_degenerate(facts, look(facts, deviation, least), out);
  }
}

// Floating-point samples have no white, and a black that is 0. Transparency is no fault of them: their colours are
// multiplied by alpha already, and light may be added where it is 0.
void speak_of_values(const Facts& facts, std::vector<Finding>& out) {
  constexpr double kAlphaValues = kAlphaVariation / 255;
  const Scalar* const value = facts.find(facts.measure);
  if (value == nullptr || facts.limit == nullptr) return;
  const std::string_view which = outside(*value, *facts.limit);
  const double range = facts.number(facts.measure, 0);
  if (which == "high" || which == "differs") {
    return report(facts,
                  {which == "high" ? "image.relative-range-high" : "image.relative-range-differs",
                   fmt::format("the relative range is {:.6g}", range)},
                  out);
  }
  if (which.empty() || !judged(facts)) return;
  if (is_in_alpha(facts, kAlphaValues)) return;
  const double low = facts.number("value_min", 0);
  const double high = facts.number("value_max", 0);
  if (low == 0 && high == 0) {
    return report_degenerate(facts, {"image.degenerate-black", "the picture is black: every sample is 0"}, out);
  }
  report_degenerate(
      facts,
      {"image.degenerate-flat", fmt::format("the picture is of one colour: all samples are from {:.6g} to {:.6g}, and "
                                            "no channel varies by more than {:.3g} of its largest",
                                            low, high, range)},
      out);
}

}  // namespace

const Predicate kDegenerate{"image", "channel_stddev", speak};
const Predicate kDegenerateValues{"image", "relative_range", speak_of_values};

}  // namespace bcheck
