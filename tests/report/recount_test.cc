// SPDX-License-Identifier: Apache-2.0
// Reading what a report says beside the products: statuses, attempts, groups, records and their files.
#include "report/recount.h"

#include <gtest/gtest.h>

#include "report/damage.h"
#include "report/read.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::Damage;
using testing::mixed;
using testing::read_all;
using testing::text_of;

TEST(ReportReader, GivesBackWhatWasReported) {
  auto reader = ReportReader::of_text(text_of(testing::reported()), "r.json");
  ASSERT_TRUE(reader) << reader.error().message;
  const ReportTail& tail = reader->tail();
  EXPECT_TRUE(tail.extra.at(0).record);
  EXPECT_EQ(tail.extra.at(0).key, "k\xFF");
  EXPECT_EQ(tail.extra.at(1).line, 17);
  EXPECT_EQ(tail.summary.extra_records, 2);
  ASSERT_EQ(tail.sources.size(), 2U);
  EXPECT_EQ(tail.sources[1].unkeyed, 2);
  EXPECT_TRUE(tail.sources[0].bom);
  EXPECT_FALSE(tail.sources[1].in_order);
  EXPECT_EQ(tail.summary.duplicates, 3);
  EXPECT_EQ(tail.summary.silent_errors, 1);
  EXPECT_EQ(tail.summary.attempts, (AttemptCounts{3, 3, 2}));

  Item item;
  ASSERT_TRUE(reader->next(item).value());
  ASSERT_TRUE(reader->next(item).value());
  EXPECT_EQ(item.reported, Reported::kSuccess);
  EXPECT_EQ(item.attempts, 3);
  EXPECT_EQ(item.repeats, 2);
  EXPECT_EQ(item.groups, (std::vector<std::pair<std::string, std::string>>{{"gpu", "3"}, {"shard", "a b"}}));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(reader->next(item).value());
  EXPECT_EQ(item.reported, Reported::kNothing) << "something is left of the item before";
  EXPECT_FALSE(item.attempts);
  EXPECT_EQ(item.repeats, 0);
  EXPECT_TRUE(item.groups.empty());
}

TEST(ReportReader, AcceptsReportsOfBeforeStatusesWereKnown) {
  std::string text = text_of(mixed());
  for (const char* member : {"\"reported\": null, ", "\"attempts\": null, ", "\"extra_records\": 0, "}) {
    const std::size_t at = text.find(member);
    ASSERT_NE(at, std::string::npos);
    text.erase(at, std::string_view(member).size());
  }
  EXPECT_TRUE(read_all(text)) << read_all(text).error().message;
}

TEST(ReportReader, HoldsTheReasonsForWhatWasNotCheckedAgainstTheItems) {
  Outcome unchecked = testing::bad(Status::kUnchecked, "run.unchecked");
  unchecked.findings[0].message = "no library";
  const std::string text = text_of(testing::batch({testing::item("a", unchecked), testing::item("b", unchecked)}));
  const std::string said = ", \"unchecked\": [{\"reason\": \"no library\", \"count\": 2}]";
  const std::size_t at = text.find(said);
  ASSERT_NE(at, std::string::npos);
  const auto with = [&](const std::string& other) { return std::string(text).replace(at, said.size(), other); };
  EXPECT_TRUE(read_all(text));
  EXPECT_TRUE(read_all(with(""))) << "of before reasons were counted";
  for (const char* const list : {R"([{"reason": "no library", "count": 1}])", R"([{"reason": "another", "count": 2}])",
                                 R"([{"reason": "no library"}])", R"([{"reason": 1, "count": 2}])", "[1]", "7"}) {
    EXPECT_FALSE(read_all(with(std::string(", \"unchecked\": ") + list))) << list;
  }
}

const Damage kReportedDamages[] = {
    {"\"reported\": \"success\"", "\"reported\": \"done\"", "'reported' has the unknown value \"done\""},
    {"\"reported\": \"success\"", "\"reported\": \"nothing\"", "'reported' is left out where it is nothing"},
    {"\"reported\": \"success\"", "\"reported\": 0", "member 'reported' must be a string"},
    {"\"reported\": \"success\", ", "", "it says 1 reported successes with a good product, and they have 0"},
    {"\"success\", \"attempts\": 3", "\"unknown\", \"attempts\": 3", "it says 1 reported successes without one"},
    {"\"reported\": \"failure\"", "\"reported\": \"unknown\"", "it says 1 reported failures without one"},
    {"\"unknown\": {\"good\": 0, \"bad\": 1}", "\"unknown\": {\"good\": 1, \"bad\": 1}",
     "it says 1 unknown statuses with"},
    {"\"silent_keys\": [\"b\"]", "\"silent_keys\": [\"c\"]", "its silent errors are other keys"},
    {"\"silent_keys\": [\"b\"]", "\"silent_keys\": []", "its silent errors are other keys"},
    {"\"silent_keys\": [\"b\"]", "\"silent_keys\": [1]", "member 'silent_keys' must hold strings"},
    {"\"silent_errors\": 1", "\"silent_errors\": 0", "it says 0 silent errors, and they have 1"},
    {"\"silent_errors\": 1", "\"silent_errors\": null", "some of its items tell of silent errors, and it says null"},
    {"\"attempts\": 3", "\"attempts\": 0", "member 'attempts' must be at least 1"},
    {"\"attempts\": 3", "\"attempts\": -1", "member 'attempts' must be a whole number"},
    {"\"attempts\": 3", "\"attempts\": 4", "it says 3 retries, and they have 4"},
    {"\"attempts\": 2", "\"attempts\": 1", "it says 3 retries, and they have 2"},
    {"\"keys\": 3, \"retries\"", "\"keys\": 4, \"retries\"", "it says 4 keys with attempts, and they have 3"},
    {"\"retried\": 2", "\"retried\": 3", "it says 3 retried keys, and they have 2"},
    {"\"repeats\": 2", "\"repeats\": 1", "it says 3 repeated records, and they have 2"},
    {"\"repeats\": 2", "\"repeats\": \"2\"", "member 'repeats' must be a whole number"},
    {"{\"gpu\": \"3\"", "{\"gpu\": 3", "group \"gpu\" must be a string that is not empty"},
    {"{\"gpu\": \"3\"", "{\"gpu\": \"\"", "group \"gpu\" must be a string that is not empty"},
    {"{\"gpu\": \"3\"", "{\"shard\": \"3\"", "group \"shard\" stands twice"},
    {"\"groups\": {\"gpu\"", "\"groups\": 1, \"x\": {\"gpu\"", "member 'groups' must be an object"},
    {"\"record\": true", "\"record\": 1", "'extra': member 'record' must be true or false"},
    {"\"record\": true", "\"temporary\": true, \"record\": true", "'extra': member 'temporary' stands at a record"},
    {"\"record\": true", "\"record\": false", "it says 2 extra records, and they have 1"},
    {"\"line\": 17", "\"line\": -1", "'extra': member 'line' must be a whole number, at least 0"},
    {"\"line\": 17", "\"line\": 18", "'extra': \"results.jsonl\" stands twice or out of order"},
    {"\"key\": \"other\"", "\"k\": \"other\"", "'extra': member 'key' is missing"},
    {"\"key_base64\": \"a/8=\"", "\"key_base64\": \"a/\"", "'extra': member 'key_base64' is no base64"},
    {"\"extra_records\": 2", "\"extra_records\": 0", "it says 0 extra records, and they have 2"},
    {"\"sources\": [{", "\"sources\": [1, {", "'sources': source 1: an object is expected"},
    {"\"sources\": [{", "\"sources\": {}, \"x\": [{", "'sources': an array is expected"},
    {"\"records\": 9", "\"records\": null", "'sources': source 2: member 'records' must be a whole number"},
    {"\"bom\": true", "\"bom\": 1", "member 'bom' must be true or false"},
    {"\"path\": \"a.csv\"", "\"path\": \"z.csv\"", "'sources': \"results.jsonl\" stands out of order"},
};

TEST(ReportReader, RefusesDamageToWhatWasReported) {
  testing::expect_refused(text_of(testing::reported()), kReportedDamages);
}

}  // namespace
}  // namespace bcheck
