// SPDX-License-Identifier: Apache-2.0
// Every code that a finding of this program can have, as a small number: how workers tell the parent what they
// found without sending text that would have to be trusted.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/finding.h"

namespace bcheck {

// Codes of the family run: what kept an artifact from being examined. The rules cannot allow them.
std::span<const FindingInfo> run_findings();

// Codes of the family records: what is wrong with a record or a file of records, whatever it holds.
std::span<const FindingInfo> record_findings();

// Codes of the family batch: what only shows when all products are known.
std::span<const FindingInfo> batch_findings();

// All codes that an artifact of any type may get: what the rules may name beside the codes of its type.
std::span<const FindingInfo> codes_of_any_type();

class CodeTable {
 public:
  CodeTable();  // from the registry of types, the limits of their measures, and the tables above

  std::optional<std::uint16_t> id(std::string_view code) const;
  std::string_view code(std::uint16_t id) const { return codes_[id]; }
  std::size_t size() const { return codes_.size(); }

 private:
  std::vector<std::string> codes_;  // sorted
};

}  // namespace bcheck
