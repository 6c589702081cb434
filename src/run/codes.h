// SPDX-License-Identifier: Apache-2.0
// Every code that a finding of this program can have, as a small number: how workers tell the parent what they
// found without sending text that would have to be trusted.
#pragma once

#include <cstdint>
#include <span>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/finding.h"

namespace bcheck {

// The codes that the run itself raises, beside those of the types: what kept an artifact from being examined.
std::span<const FindingInfo> run_findings();

class CodeTable {
 public:
  CodeTable();  // from the registry of types, the limits of their measures, and run_findings()

  std::optional<std::uint16_t> id(std::string_view code) const;
  std::string_view code(std::uint16_t id) const { return codes_[id]; }
  std::size_t size() const { return codes_.size(); }

 private:
  std::vector<std::string> codes_;  // sorted
};

}  // namespace bcheck
