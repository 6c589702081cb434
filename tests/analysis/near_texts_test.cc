// SPDX-License-Identifier: Apache-2.0
// Also tests: measure_of.cc
#include "analysis/near_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

Outcome text(std::string path, std::string sketch = "00000000000000ff") {
  Outcome out;
  out.status = Status::kPass;
  out.path = std::move(path);
  out.measures = {{"bytes", std::int64_t{9}}, {"chars", std::int64_t{9}}};
  if (!sketch.empty()) out.measures.push_back({"sketch", std::move(sketch)});
  return out;
}

TEST(TextMeter, KnowsTextsOnly) {
  const TextMeter meter({}, {});
  Outcome picture;
  picture.measures = {{"bytes", std::int64_t{3}}, {"width", std::int64_t{3}}};
  EXPECT_TRUE(meter.knows(text("a"), text("a")));
  EXPECT_FALSE(meter.knows(text("a"), picture));
  EXPECT_FALSE(meter.knows(picture, text("a")));
}

TEST(TextMeter, BySketch) {
  const struct {
    const char* name;
    const char* sketch;
    Likeness want;
    const char* told;
  } rows[] = {
      {"equal sketches", "00000000000000ff", Likeness::kNear, "by sketch: 0 of 64 bits differ"},
      {"at the limit", "00000000000ffcff", Likeness::kNear, "by sketch: 10 of 64"},
      {"one beyond it", "00000000001ffcff", Likeness::kFar, "by sketch: 11 of 64"},
      {"an older report", "", Likeness::kUnknown, "no sketch"},
      {"a report that was tampered with", "00000000001ffcfg", Likeness::kUnknown, "no sketch"},
  };
  TextMeter meter({}, {});
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    const auto seen = meter.measure(text("a"), text("a", row.sketch));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->likeness, row.want);
    EXPECT_TRUE(seen->by_report);
    EXPECT_THAT(seen->told, HasSubstr(row.told));
  }
}

class TextMeterByProducts : public ::testing::Test {
 protected:
  Nearness measured(std::string_view before, std::string_view after, const TextLimits& limits = {}) {
    before_.write("a.txt", before);
    after_.write("a.txt", after);
    return measured(text("a.txt"), text("a.txt"), limits);
  }
  Nearness measured(const Outcome& before, const Outcome& after, const TextLimits& limits = {}) {
    const ProductFolder a = ProductFolder::open(before_.path()).value();
    const ProductFolder b = ProductFolder::open(after_.path()).value();
    return TextMeter(limits, TextMeter::Products{a, b}).measure(before, after).value();
  }

  test::TempDir before_, after_;
};

TEST_F(TextMeterByProducts, ByCharacters) {
  const std::string words = "one two three four five six seven eight nine ten";
  std::string long_text;
  for (int i = 0; i < 3000; ++i) long_text += std::to_string(i * 7919) + " ";
  std::string long_other = long_text;
  for (std::size_t i = 0; i < long_other.size(); i += 3) long_other[i] = 'x';
  std::string one_word = long_text;
  one_word.replace(100, 5, "hello");
  const struct {
    const char* name;
    std::string before, after;
    Likeness want;
    const char* told;
  } rows[] = {
      {"one letter", words, "one two three four five six seven eight nine Ten", Likeness::kNear, "ratio 0.979"},
      {"exactly nine tenths", "total: 10", "total: 10\n", Likeness::kNear, "ratio 0.900"},
      {"another text", "kitten", "sitting", Likeness::kFar, "ratio 0.571"},
      {"emptied", words, "", Likeness::kFar, "ratio 0.000"},
      {"line ends", "a\nb\n", "a\r\nb\r\n", Likeness::kSameContent, "line ends"},
      {"a byte order mark", "a\n",
       "\xEF\xBB\xBF"
       "a\n",
       Likeness::kSameContent, "byte order mark"},
      {"a carriage return of its own", "a\rb", "ab", Likeness::kFar, "ratio 0.666"},
      {"long, a word", long_text, one_word, Likeness::kNear, "Jaccard"},
      {"long, another text", long_text, long_other, Likeness::kFar, "Jaccard"},
      {"no UTF-8", "a", "\xff\xfe", Likeness::kUnknown, "it is not UTF-8"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name);
    const Nearness seen = measured(row.before, row.after);
    EXPECT_EQ(seen.likeness, row.want) << seen.told;
    EXPECT_FALSE(seen.by_report);
    EXPECT_THAT(seen.told, HasSubstr(row.told));
  }
}

TEST_F(TextMeterByProducts, KeepsTheLimitsThatWereAsked) {
  TextLimits strict;
  strict.ratio = 0.99;
  EXPECT_EQ(measured("one two three four", "one two three Four", strict).likeness, Likeness::kFar);
  TextLimits by_chrf;
  by_chrf.chrf = 0.2;
  const Nearness seen = measured("sitting", "kitten", by_chrf);
  EXPECT_EQ(seen.likeness, Likeness::kFar) << "0.19 of kitten and sitting";
  EXPECT_THAT(seen.told, HasSubstr("chrF 0."));
  by_chrf.chrf = 0.1;
  EXPECT_EQ(measured("sitting", "kitten", by_chrf).likeness, Likeness::kNear);
}

TEST_F(TextMeterByProducts, SaysWhatItCouldNotCompare) {
  before_.write("a.txt", "a");
  const Nearness seen = measured(text("a.txt"), text("a.txt"));
  EXPECT_EQ(seen.likeness, Likeness::kUnknown);
  EXPECT_THAT(seen.told, HasSubstr("the new one: it cannot be opened"));
}

TEST_F(TextMeterByProducts, ComparesRecordsBySketch) {
  Outcome record = text("results.jsonl");
  record.line = 3;
  const Nearness seen = measured(record, record);
  EXPECT_EQ(seen.likeness, Likeness::kNear);
  EXPECT_TRUE(seen.by_report);
}

}  // namespace
}  // namespace bcheck
