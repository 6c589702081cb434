// SPDX-License-Identifier: Apache-2.0
// A stored report under other rules, without the data.
//
// The report keeps every measure and every fault with its usual severity, so other limits and other severities can be
// decided from it as the run would have. What needs the bytes cannot: where a product is found, its type, its options,
// a hash that was not made. Such rules are refused. And nothing becomes a pass that was not examined whole: what failed
// before its content was looked at and is allowed now becomes `unchecked`.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "bcheck/validator.h"

namespace bcheck {

// Null if there is no type of that name.
using TypeByName = std::function<const Type*(std::string_view)>;

// An error names what the wanted rules ask for that only the data could answer. Both sorted by name.
Result<void> needs_no_data(const Rules& stored, const Rules& wanted);

class Rejudge {
 public:
  // The rules outlive this; needs_no_data() has been asked.
  Rejudge(const Rules& rules, TypeByName types) : rules_(rules), types_(std::move(types)) {}

  // Turns an item into what the rules make of it. An artifact that turns from fail to pass has no hash, and of its
  // coverage the least is said.
  void apply(Item& item) const;

  // The same for findings that name no artifact: those of a key, or of the batch. Where the rules of several artifacts
  // would decide differently, what the run decided stays.
  void apply(std::vector<Finding>& findings, bool blank) const;

 private:
  void artifact(const ArtifactRules& rules, bool blank, Outcome& outcome) const;

  const Rules& rules_;
  TypeByName types_;
};

}  // namespace bcheck
