// SPDX-License-Identifier: Apache-2.0
// Which products stand under another key than before: keys shifted by one, a list that was joined in another order,
// keys with new names. A product has moved if its key passes in the new report, another key passed with the same hash
// in the old one, neither key has that hash in both reports, and the hash stands once in each report: so a label or an
// answer that many keys share does not move. Keys of another input are left out, for their products may well go with
// it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bcheck/difference.h"
#include "bcheck/error.h"
#include "report/read.h"

namespace bcheck {

class MovedProducts {
 public:
  // The items of each key, as DiffOptions::look has them. Keeps 16 bytes of each hash that only one of the two has.
  void key(const Item* before, const Item* after);

  // Sorted by key. Reads both reports once more, for the names, where anything may have moved.
  Result<std::vector<MovedKey>> finish(ReportReader& old_report, ReportReader& new_report);

 private:
  // The first half of a SHA-256. By chance a pair of a billion products agrees in that with a probability of 1e-20.
  using Mark = std::array<std::uint64_t, 2>;

  static Mark mark_of(const std::string& hash);
  std::vector<Mark> in_both() const;

  std::vector<Mark> departed_;
  std::vector<Mark> arrived_;
};

}  // namespace bcheck
