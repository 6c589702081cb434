// SPDX-License-Identifier: Apache-2.0
#include "report/recognise.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(Recognise, GoesByTheSchemaAlone) {
  struct Row {
    const char* text;
    bool report;
  };
  for (const Row& row : {
           Row{R"({"schema": "bcheck.report/1", "items": []})", true},
           Row{R"({"items": [{"schema": "x"}], "schema": "bcheck.report/1"})", true},
           Row{R"({"schema": "bcheck.report/7"})", true},                // of a newer one reading says so
           Row{R"(  {"schema" : "bcheck.report/1", "items": [)", true},  // of a cut one too
           Row{R"({"schema": "bcheck.manifest/1", "keys": ["bcheck.report/1"]})", false},
           Row{R"({"schema": 1})", false},
           Row{R"({"key": "a"})", false},
           Row{"{\"key\": \"a\"}\n{\"schema\": \"bcheck.report/1\"}\n", false},  // a manifest of lines
           Row{R"([{"schema": "bcheck.report/1"}])", false},
           Row{R"({"items": [)", false},
           Row{"{}", false},
           Row{"", false},
           Row{"sample-1\nsample-2\n", false},
       }) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(is_report(std::string_view(row.text)), row.report);
    EXPECT_EQ(is_report(BlockFile::of_text(row.text, "x")), row.report);
  }
}

}  // namespace
}  // namespace bcheck
