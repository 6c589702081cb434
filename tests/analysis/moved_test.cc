// SPDX-License-Identifier: Apache-2.0
#include "analysis/moved.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/diff.h"
#include "report/sample_report.h"

namespace bcheck {
namespace {

using testing::bad;
using testing::batch;
using testing::Batch;
using testing::item;
using testing::reader_of;
using testing::sound;

std::vector<MovedKey> moved(const Batch& before, const Batch& after) {
  ReportReader a = reader_of(before), b = reader_of(after);
  MovedProducts products;
  DiffOptions options;
  options.look = [&](const Item* was, const Item* is) { products.key(was, is); };
  EXPECT_TRUE(diff(a, b, options, [](const KeyChange&) {}));
  const auto found = products.finish(a, b);
  EXPECT_TRUE(found);
  return found.value_or(std::vector<MovedKey>());
}

Item with_input(Item item, char digit) {
  item.input_sha256 = std::string(64, digit);
  return item;
}

TEST(Moved, NamesKeysThatHaveTheProductOfAnother) {
  struct Row {
    const char* name;
    Batch before, after;
    std::vector<MovedKey> expected;
  };
  const Row rows[] = {
      {"nothing changed", batch({item("a", sound('1'))}), batch({item("a", sound('1'))}), {}},
      {"other results", batch({item("a", sound('1'))}), batch({item("a", sound('2'))}), {}},
      {"shifted by one",
       batch({item("a", sound('1')), item("b", sound('2')), item("c", sound('3'))}),
       batch({item("a", sound('9')), item("b", sound('1')), item("c", sound('2'))}),
       {{"b", "a"}, {"c", "b"}}},
      {"swapped beside one that stays",
       batch({item("a", sound('1')), item("b", sound('2')), item("c", sound('3'))}),
       batch({item("a", sound('2')), item("b", sound('1')), item("c", sound('3'))}),
       {{"a", "b"}, {"b", "a"}}},
      {"renamed",
       batch({item("a", sound('1')), item("b", sound('2'))}),
       batch({item("x", sound('2')), item("y", sound('1'))}),
       {{"x", "b"}, {"y", "a"}}},
      {"from a key that fails now, to one that was missing",
       batch({item("a", sound('1')), item("b", bad(Status::kMissing))}),
       batch({item("a", bad(Status::kFail, "image.x")), item("b", sound('1'))}),
       {{"b", "a"}}},
      {"labels: the old report has it twice",
       batch({item("a", sound('1')), item("b", sound('2')), item("c", sound('2'))}),
       batch({item("a", sound('2')), item("b", sound('1')), item("c", sound('3'))}),
       {{"b", "a"}}},
      {"labels: a key that stays has it too",
       batch({item("a", sound('1')), item("b", sound('2')), item("c", sound('2'))}),
       batch({item("a", sound('2')), item("b", sound('3')), item("c", sound('2'))}),
       {}},
      {"copied: the other key keeps it",
       batch({item("a", sound('1')), item("b", sound('2'))}),
       batch({item("a", sound('1')), item("b", sound('1'))}),
       {}},
      {"with its input",
       batch({with_input(item("a", sound('1')), '7'), with_input(item("b", sound('2')), '8')}),
       batch({with_input(item("a", sound('2')), '8'), with_input(item("b", sound('1')), '7')}),
       {}},
      {"of a key that fails",
       batch({item("a", sound('1')), item("b", sound('2'))}),
       batch({item("a", sound('3')), item("b", bad(Status::kFail, "image.x"))}),
       {}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(moved(row.before, row.after), row.expected);
  }
}

TEST(Moved, TellsHashesApartByTheirFirstHalf) {
  Outcome one = sound('1'), other = sound('1');
  one.sha256[31] = 'a';
  other.sha256[31] = 'b';
  EXPECT_TRUE(moved(batch({item("a", one)}), batch({item("b", other)})).empty());
  EXPECT_EQ(moved(batch({item("a", one)}), batch({item("b", one)})), (std::vector<MovedKey>{{"b", "a"}}));
}

}  // namespace
}  // namespace bcheck
