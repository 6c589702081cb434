// SPDX-License-Identifier: Apache-2.0
// Where the failures of a batch are: src/analysis/localise.h finds it, src/render/localised.h tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bcheck {

// Keys of one group: a value of a column, or a range of its numbers or times.
struct GroupCount {
  std::string column;
  std::string value;  // raw bytes; of a range "LOW..HIGH", both ends belong to it
  bool range = false;
  std::int64_t keys = 0;
  std::int64_t bad = 0;
  double p = 1;  // that so many are bad by chance, corrected for all that was tried

  bool operator==(const GroupCount&) const = default;
};

struct TriedColumn {
  std::string name;
  std::int64_t values = 0;  // different ones; 0 where there are too many to count
  bool ranges = false;      // cut into ranges
  bool tried = false;       // false: words of which there are too many
};

struct Localisation {
  std::int64_t keys = 0;   // that were examined: pass, fail, missing
  std::int64_t bad = 0;    // of these: fail, missing
  std::int64_t tests = 0;  // that could have shown anything, over all columns: what p is corrected for
  std::optional<GroupCount> best;
  std::vector<GroupCount> same;  // groups of other columns with the same numbers: just as good
  std::vector<TriedColumn> columns;
  std::vector<GroupCount> groups;  // of the column that was asked for: all of its values or ranges, most bad first
};

}  // namespace bcheck
