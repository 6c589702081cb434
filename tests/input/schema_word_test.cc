// SPDX-License-Identifier: Apache-2.0
#include "input/schema_word.h"

#include <gtest/gtest.h>

namespace bcheck {
namespace {

TEST(SchemaWord, TellsNewerFromOther) {
  struct Row {
    std::string_view given, fault;
  };
  const Row rows[] = {
      {"bcheck.rules/1", ""},
      {"bcheck.rules/2", "is \"bcheck.rules/2\", newer than \"bcheck.rules/1\", which this bcheck reads"},
      {"bcheck.rules/0", "is \"bcheck.rules/0\", and \"bcheck.rules/1\" is expected"},
      {"bcheck.rules/", "is \"bcheck.rules/\", and \"bcheck.rules/1\" is expected"},
      {"bcheck.rules/x", "is \"bcheck.rules/x\", and \"bcheck.rules/1\" is expected"},
      {"bcheck.rules", "is \"bcheck.rules\", and \"bcheck.rules/1\" is expected"},
      {"bcheck.report/2", "is \"bcheck.report/2\", and \"bcheck.rules/1\" is expected"},
      {"", "is \"\", and \"bcheck.rules/1\" is expected"},
  };
  for (const Row& row : rows) EXPECT_EQ(schema_fault(row.given, "bcheck.rules/1"), row.fault);
}

}  // namespace
}  // namespace bcheck
