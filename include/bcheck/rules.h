// SPDX-License-Identifier: Apache-2.0
// What is expected of a batch: for each artifact where it is, its type, its options and limits; and the gate.
// The format is specified in docs/manifest.md and docs/schema/rules-1.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcheck/finding.h"
#include "bcheck/measure.h"
#include "bcheck/validator.h"

namespace bcheck {

inline constexpr std::string_view kRulesSchema = "bcheck.rules/1";

// "any type: the one that content and extension say": what an artifact without `type` has.
inline constexpr std::string_view kAutomaticType = "auto";

// The name of the one artifact of a batch that is checked without rules.
inline constexpr std::string_view kAutomaticArtifact = "product";

struct ArtifactRules {
  std::string name;                  // any UTF-8; unique
  std::string path;                  // template with {key} and {column} (input/pattern.h); empty and no
                                     // `records` = matched by name (run/match.h)
  std::string type{kAutomaticType};  // a name of the registry, or kAutomaticType
  bool optional = false;             // absent is no fault
  bool content_sha256 = false;       // hash the decoded content too
  Options options;                   // checked against the type's table
  std::vector<Limit> limits;         // of the rules alone; the type's defaults are added when judging
  std::vector<std::pair<std::string, Severity>> severities;  // code, or prefix "text.*"; the last match holds

  // Where the artifact is a row of an array: the array file, relative to the output. Empty = it is none.
  std::string row_of;

  // Where the artifact is a field of a record: the file of records (relative to the output; `*` and `?` name several
  // that are one), and in each record the places of the key, of the value, and of what tells how it ended. Empty = not
  // given; all of them are empty where `records` is.
  std::string records;
  std::string id;
  std::string value;
  std::string finish;        // why the generation ended
  std::string state;         // a code of success or failure
  std::string error_field;   // `error` in the rules: not null where the record reports an error
  std::string input;         // what the product was made from: a product that is the same is an echo
  std::string input_sha256;  // hash of the input: of another key's, the record is paired wrongly
};

// Every limit of a gate. Absent = its default (judge/gate.h), given = as given. Rates are exact fractions.
struct Rate {
  std::int64_t numerator = 0;    // 0 ≤ numerator ≤ denominator
  std::int64_t denominator = 1;  // > 0
  std::string text;              // as it was written: "99%", "0.99"

  bool operator==(const Rate&) const = default;
};

struct GateRules {
  std::optional<Rate> min_pass_rate;
  std::optional<Rate> max_silent_error_rate;
  std::optional<Rate> min_consistency;
  std::optional<std::int64_t> max_missing;
  std::optional<std::int64_t> max_duplicates;
  std::optional<std::int64_t> max_errors;
  std::optional<std::int64_t> max_unchecked;
  std::optional<std::int64_t> max_extra;
  std::optional<std::int64_t> max_fail;
  std::optional<std::int64_t> max_warnings;
  std::optional<std::int64_t> min_checked;
};

struct Rules {
  std::vector<ArtifactRules> artifacts;  // sorted by name bytes; never empty
  GateRules gate;
};

}  // namespace bcheck
