// SPDX-License-Identifier: Apache-2.0
#include "report/report_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "report/sample_report.h"

namespace bcheck {
namespace {

TEST(ReportWriter, PutsItemsIntoTheReportOrALineEachBesideIt) {
  const testing::Batch batch =
      testing::batch({testing::item("a", testing::sound('1')), testing::item("b", testing::sound('2'))});
  std::string report, items;
  ReportWriter writer([&](std::string_view text) { report += text; }, [&](std::string_view text) { items += text; });
  writer.head(batch.head);
  writer.item("{1}");
  writer.item("{2}");
  EXPECT_EQ(writer.count(), 2);
  writer.tail(batch.tail, ItemsFile{"items.jsonl", std::string(64, 'c'), 2});
  EXPECT_EQ(items, "{1}\n{2}\n");
  EXPECT_NE(report.find("},\n \"items_file\": {\"path\": \"items.jsonl\", \"sha256\": \"" + std::string(64, 'c') +
                        "\", \"count\": 2},\n \"extra\": ["),
            std::string::npos)
      << report;

  std::string whole;
  ReportWriter one([&](std::string_view text) { whole += text; });
  one.head(batch.head);
  one.item("{1}");
  one.item("{2}");
  one.tail(batch.tail);
  EXPECT_NE(whole.find("\"items\": [\n{1},\n{2}\n ],\n \"extra\": ["), std::string::npos) << whole;
}

}  // namespace
}  // namespace bcheck
