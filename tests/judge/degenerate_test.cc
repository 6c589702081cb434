// SPDX-License-Identifier: Apache-2.0
// The predicate on measures alone, and the judge over it on pictures made in code.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "judge/limits.h"
#include "judge/predicates.h"
#include "support/make_jpeg.h"
#include "support/make_png.h"
#include "support/observe_image.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;

using Values = std::map<std::string_view, double>;

std::vector<Finding> speak(const Values& values, const Bound* limit, bool given = false) {
  std::vector<Measure> measures;
  for (const auto& [name, value] : values) measures.push_back({name, value});
  std::vector<Finding> out;
  kDegenerate.speak({measures, {}, limit, "channel_stddev", given}, out);
  return out;
}

Values still(const Values& changes) {
  Values values{{"width", 256}, {"height", 256}, {"frames", 1}, {"bit_depth", 8}};
  for (const auto& [name, value] : changes) values[name] = value;
  return values;
}

TEST(Degenerate, FromMeasuresAlone) {
  const double kNan = std::numeric_limits<double>::quiet_NaN();
  struct {
    const char* name;
    Values values;
    std::string code;
  } const cases[]{
      {"black", still({{"channel_stddev", 0}, {"sample_min", 0}, {"sample_max", 0}, {"channel_range", 0}}),
       "image.degenerate-black"},
      {"as good as black", still({{"channel_stddev", 0.9}, {"sample_min", 0}, {"sample_max", 2}, {"channel_range", 2}}),
       "image.degenerate-black"},
      {"not black", still({{"channel_stddev", 0.9}, {"sample_min", 0}, {"sample_max", 3}, {"channel_range", 3}}),
       "image.degenerate-flat"},
      {"white", still({{"channel_stddev", 0.4}, {"sample_min", 253}, {"sample_max", 255}, {"channel_range", 2}}),
       "image.degenerate-white"},
      {"white of 16 bits",
       still({{"channel_stddev", 0},
              {"bit_depth", 16},
              {"sample_min", 65535},
              {"sample_max", 65535},
              {"channel_range", 0}}),
       "image.degenerate-white"},
      {"grey of 16 bits",
       still(
           {{"channel_stddev", 0}, {"bit_depth", 16}, {"sample_min", 254}, {"sample_max", 254}, {"channel_range", 0}}),
       "image.degenerate-flat"},
      {"blue", still({{"channel_stddev", 0}, {"sample_min", 0}, {"sample_max", 255}, {"channel_range", 0}}),
       "image.degenerate-flat"},
      {"one white pixel",
       still({{"channel_stddev", 0.996}, {"sample_min", 0}, {"sample_max", 255}, {"channel_range", 255}}),
       "image.degenerate-low-variance"},
      {"at the limit", still({{"channel_stddev", 1}, {"sample_min", 0}, {"sample_max", 255}, {"channel_range", 255}}),
       ""},
      {"transparent",
       still({{"channel_stddev", 70}, {"sample_min", 0}, {"sample_max", 255}, {"alpha_min", 0}, {"alpha_max", 0}}),
       "image.degenerate-transparent"},
      {"icon in its alpha",
       still({{"channel_stddev", 0}, {"sample_min", 0}, {"sample_max", 0}, {"alpha_min", 0}, {"alpha_max", 5}}), ""},
      {"alpha hardly varies",
       still({{"channel_stddev", 0}, {"sample_min", 0}, {"sample_max", 0}, {"alpha_min", 251}, {"alpha_max", 255}}),
       "image.degenerate-black"},
      {"63 pixels", still({{"channel_stddev", 0}, {"width", 9}, {"height", 7}, {"sample_max", 0}}), ""},
      {"64 pixels", still({{"channel_stddev", 0}, {"width", 8}, {"height", 8}, {"sample_max", 0}}),
       "image.degenerate-black"},
      {"not measured", still({}), ""},
      {"no number", still({{"channel_stddev", kNan}}), "image.channel-stddev-high"},
  };
  const Bound usual{1.0, {}, {}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto findings = speak(c.values, &usual);
    ASSERT_EQ(findings.size(), c.code.empty() ? 0U : 1U);
    if (c.code.empty()) continue;
    EXPECT_EQ(findings[0].code, c.code);
    EXPECT_EQ(findings[0].usual, Severity::kFail);
    EXPECT_EQ(findings[0].measure, "channel_stddev");
    EXPECT_EQ(findings[0].expected, usual);
    EXPECT_TRUE(findings[0].measured);
    EXPECT_FALSE(findings[0].message.empty());
  }
}

// The measures are those of the first picture: of several it warns.
TEST(Degenerate, TheFirstOfSeveralPicturesWarns) {
  const Bound usual{1.0, {}, {}};
  for (const Values& values : {still({{"channel_stddev", 0}, {"frames", 4}, {"sample_max", 0}}),
                               still({{"channel_stddev", 50}, {"frames", 4}, {"alpha_min", 0}, {"alpha_max", 0}})}) {
    const auto found = speak(values, &usual);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].usual, Severity::kWarn);
    EXPECT_EQ(found[0].severity, Severity::kWarn);
    EXPECT_TRUE(found[0].message.ends_with("(the first of 4)")) << found[0].message;
  }
}

TEST(Degenerate, ALimitOfTheRulesHoldsWithoutExemption) {
  const Bound given{10.0, {}, {}};
  for (const Values& values :
       {still({{"channel_stddev", 9}, {"frames", 4}}), still({{"channel_stddev", 9}, {"width", 3}, {"height", 3}}),
        still({{"channel_stddev", 9}, {"alpha_min", 0}, {"alpha_max", 255}})}) {
    const auto found = speak(values, &given, true);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].code, "image.degenerate-low-variance");
    EXPECT_EQ(found[0].severity, Severity::kFail);
  }
}

TEST(Degenerate, FloatingPointSamples) {
  const double kNan = std::numeric_limits<double>::quiet_NaN();
  struct {
    const char* name;
    Values values;
    std::string code;
  } const cases[]{
      {"black", still({{"relative_range", 0}, {"value_min", 0}, {"value_max", 0}}), "image.degenerate-black"},
      {"one value", still({{"relative_range", 0}, {"value_min", 0.18}, {"value_max", 0.18}}), "image.degenerate-flat"},
      {"a flat that was coded", still({{"relative_range", 0.003}, {"value_min", 0.997}, {"value_max", 1}}),
       "image.degenerate-flat"},
      {"dark, and not flat", still({{"relative_range", 1}, {"value_min", 0}, {"value_max", 1e-6}}), ""},
      {"one lamp", still({{"relative_range", 1}, {"value_min", 0}, {"value_max", 60000}}), ""},
      {"the picture is in its alpha",
       still({{"relative_range", 0}, {"value_min", 0}, {"value_max", 0}, {"alpha_min", 0}, {"alpha_max", 1}}), ""},
      {"alpha is 0 everywhere, and there is light",
       still({{"relative_range", 1}, {"value_min", 0}, {"value_max", 1}, {"alpha_min", 0}, {"alpha_max", 0}}), ""},
      {"few pixels", still({{"relative_range", 0}, {"width", 7}, {"height", 9}}), ""},
      {"no number", still({{"relative_range", kNan}}), "image.relative-range-high"},
  };
  const Bound limit{1.0 / 256, {}, {}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<Measure> measures;
    for (const auto& [name, value] : c.values) measures.push_back({name, value});
    std::vector<Finding> out;
    kDegenerateValues.speak({measures, {}, &limit, "relative_range"}, out);
    EXPECT_EQ(out.empty() ? "" : out[0].code, c.code);
    if (!out.empty()) {
      EXPECT_EQ(out[0].measure, "relative_range");
    }
    out.clear();
    kDegenerateValues.speak({measures, {}, nullptr, "relative_range"}, out);
    EXPECT_TRUE(out.empty());
  }
}

TEST(Degenerate, TheLimitDecides) {
  const Values black = still({{"channel_stddev", 0}, {"sample_min", 0}, {"sample_max", 0}, {"channel_range", 0}});
  const Values transparent = still({{"channel_stddev", 9}, {"alpha_min", 0}, {"alpha_max", 0}});
  const Values dull = still({{"channel_stddev", 4}, {"sample_min", 0}, {"sample_max", 255}, {"channel_range", 255}});
  const Bound off{0.0, {}, {}};
  const Bound strict{5.0, {}, {}};
  const Bound most{{}, 3.0, {}};
  const Bound equal{{}, {}, Scalar(4.0)};
  EXPECT_TRUE(speak(black, nullptr).empty());
  EXPECT_TRUE(speak(black, &off).empty());
  EXPECT_TRUE(speak(transparent, &off).empty());
  EXPECT_EQ(speak(dull, &strict).at(0).code, "image.degenerate-low-variance");
  EXPECT_EQ(speak(dull, &most).at(0).code, "image.channel-stddev-high");
  EXPECT_TRUE(speak(dull, &equal).empty());
  EXPECT_EQ(speak(black, &equal).at(0).code, "image.channel-stddev-differs");
}

std::string primary(const std::string& bytes, const ArtifactRules& rules = {}, bool blank = false) {
  const Type& type = *find_type("image");
  const Observation seen = observe(bytes, rules.options);
  std::vector<Finding> faults;
  for (const Fault& fault : seen.faults) faults.push_back(to_finding(fault));
  std::vector<Finding> findings;
  judge({seen.measures, faults}, {type, rules, blank}, findings);
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kFail) return finding.code;
  }
  return {};
}

SampleAt flat(unsigned level) {
  return [level](unsigned, unsigned, unsigned) { return level; };
}

TEST(Degenerate, Pictures) {
  const auto dot = [](unsigned x, unsigned y, unsigned) { return x == 9 && y == 9 ? 255U : 0U; };
  const auto checkers = [](unsigned x, unsigned y, unsigned) { return (x + y) % 2 * 255; };
  // Luma of both colours is 76: only the channels tell them apart.
  const auto equal_luma = [](unsigned x, unsigned, unsigned n) { return x % 2 ? (n == 0 ? 255U : 0U) : 76U; };
  const auto low_bits = [](unsigned x, unsigned y, unsigned) { return 291 + (x * 13 + y * 7) % 400; };
  const auto clear = [](unsigned x, unsigned y, unsigned n) { return n == 3 ? 0 : texture(x, y, n); };
  const auto glyph = [](unsigned x, unsigned, unsigned n) { return n == 3 ? x * 7 : 0; };
  struct {
    const char* name;
    std::string bytes;
    std::string code;
  } const cases[]{
      {"black PNG", make_png({256, 256}, flat(0)), "image.degenerate-black"},
      {"black JPEG", make_jpeg({256, 256}, flat(0)), "image.degenerate-black"},
      {"white JPEG", make_jpeg({256, 256}, flat(255)), "image.degenerate-white"},
      {"grey JPEG", make_jpeg({256, 256}, flat(128)), "image.degenerate-flat"},
      {"white of 1 bit", make_png({64, 64, 1, 0}, flat(1)), "image.degenerate-white"},
      {"black of 16 bits", make_png({64, 64, 16, 2}, flat(0)), "image.degenerate-black"},
      {"one palette colour", make_png({64, 64, 8, 3}, flat(1), png_chunk("PLTE", std::string("\0\0\0\0\0\xff", 6))),
       "image.degenerate-flat"},
      {"one white pixel", make_png({256, 256}, dot), "image.degenerate-low-variance"},
      {"checkerboard", make_png({64, 64}, checkers), ""},
      {"two colours of one luma", make_png({64, 64}, equal_luma), ""},
      {"low 12-bit data in 16 bits", make_png({64, 64, 16, 0}, low_bits), ""},
      {"nothing opaque", make_png({64, 64, 8, 6}, clear), "image.degenerate-transparent"},
      {"picture in the alpha", make_png({64, 64, 8, 6}, glyph), ""},
      {"icon of 7 x 9", make_png({7, 9}, flat(0)), ""},
      {"texture", make_png({64, 64}, texture), ""},
      {"cut, not black", make_jpeg({64, 48}, texture).substr(0, 900), "image.truncated"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(primary(c.bytes), c.code);
  }
}

TEST(Degenerate, CanBeSwitchedOffAndExpected) {
  const std::string black = make_png({64, 64}, flat(0));
  ArtifactRules off;
  off.limits = {{"channel_stddev", {0.0, {}, {}}}};
  EXPECT_EQ(primary(black, off), "");
  ArtifactRules allowed;
  allowed.severities = {{"image.degenerate-*", Severity::kAllowed}};
  EXPECT_EQ(primary(black, allowed), "");
  EXPECT_EQ(primary(black, {}, true), "");  // a blank product is expected
  EXPECT_EQ(primary(make_png({64, 64}, texture).substr(0, 99), {}, true), "image.truncated");
}

TEST(Degenerate, SizesAreComparedWithTheRules) {
  ArtifactRules rules;
  rules.limits = {{"width", {{}, {}, Scalar(std::int64_t{64})}}};
  EXPECT_EQ(primary(make_png({64, 64}, texture), rules), "");
  EXPECT_EQ(primary(make_png({65, 64}, texture), rules), "image.wrong-dimensions");
  rules.limits = {{"height", {70.0, {}, {}}}};
  EXPECT_EQ(primary(make_png({64, 64}, texture), rules), "image.wrong-dimensions");
}

}  // namespace
}  // namespace bcheck
