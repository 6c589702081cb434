// SPDX-License-Identifier: Apache-2.0
// The last stage of a run: from outcomes in any order to items in the order of key bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "bcheck/report.h"
#include "run/codes.h"
#include "run/key_facts.h"
#include "run/plan.h"
#include "run/record.h"
#include "run/spool.h"

namespace bcheck {

// Keeps what the workers say until all is known: 12 bytes a slot in memory, the rest in the spool.
class Outcomes {
 public:
  Outcomes(std::size_t slots, Spool spool);

  void add(const Record& record);
  Result<void> finish();

  // Nothing for a slot that no worker came to. Valid until the next call.
  std::optional<Record> find(std::uint32_t slot, const CodeTable& codes);

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> sizes_;  // 0 = none
  Spool spool_;
  std::string buffer_;
};

// Writes the items and gives the summary of all. A slot that was neither settled by the plan nor examined was
// interrupted. The conservation law is asserted: every key of the manifest has exactly one status.
Summary merge_items(const Plan& plan, const CodeTable& codes, Outcomes& outcomes, KeyFacts& facts,
                    const std::function<void(std::string_view)>& write);

}  // namespace bcheck
