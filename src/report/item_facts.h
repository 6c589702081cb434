// SPDX-License-Identifier: Apache-2.0
// What an item of a report says as a whole: the one code, the one sentence and the one hash of a key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/report.h"

namespace bcheck {

using NamedOutcome = std::pair<std::string, Outcome>;

// Of a passing key: an optional artifact that is absent has no part in it.
inline bool is_present(const NamedOutcome& artifact) {
  return artifact.second.status != Status::kMissing;
}

// The finding that speaks for a key which does not pass, and the artifact that it is of. Both null where nothing says
// why (a missing artifact in reports of older versions); the artifact is null for a finding of the key itself.
struct Primary {
  const Finding* finding = nullptr;
  const NamedOutcome* artifact = nullptr;
};

// Of a passing key both are null.
Primary primary_of(const Item& item);

// The first of severity fail, or else the first; null if there is none.
const Finding* leading(const std::vector<Finding>& findings);

// The code of the primary finding of a key that does not pass; empty if there is none.
std::string_view primary_code(const Item& item);

// The hash of a passing key, as bcheck/difference.h defines it; nothing if one of its artifacts has none.
std::optional<std::string> key_hash(const Item& item);

// Whether the inputs of both are known, and are not the same. Hexadecimal digits of either case are the same digits.
bool inputs_differ(const Item& a, const Item& b);

}  // namespace bcheck
