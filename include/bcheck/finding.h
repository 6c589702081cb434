// SPDX-License-Identifier: Apache-2.0
// A fault, as it is reported.
//
// A *fault* is what a validator saw, with the severity that it deserves by default in that place. A *finding* is
// a fault, or a measure outside its limit, after judging: with the severity that the rules give it. Codes are
// stable and have the form family.reason ("image.truncated"); families are artifact, image, text, embedding,
// file, records, batch and run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bcheck/measure.h"

namespace bcheck {

enum class Severity : unsigned char {
  kFail,     // keeps the artifact from passing
  kWarn,     // worth a look; closes nothing unless max_warnings is given
  kAllowed,  // the rules allow it; kept so that a report can be judged again
};

std::string_view name_of(Severity severity);  // "fail", "warn", "allowed"
std::optional<Severity> severity_of(std::string_view name);

struct Fault {
  std::string_view code;  // static storage: the code in the type's table
  Severity severity = Severity::kFail;
  std::string message;  // one sentence without the file's name; bytes of the product only escaped (base/text.h)
  std::optional<Scalar> measured = {};
  std::optional<Bound> expected = {};
};

struct Finding {
  std::string code;
  Severity severity = Severity::kFail;  // after the rules
  Severity usual = Severity::kFail;     // before them, so that other rules can decide again
  std::string message;
  std::string measure = {};  // the measure that is outside its limit; empty for what the validator saw itself
  std::optional<Scalar> measured = {};
  std::optional<Bound> expected = {};
};

// A row of a type's table of findings.
struct FindingInfo {
  std::string_view code;
  Severity severity;         // the usual default; a fault may carry another where the place calls for it
  std::string_view meaning;  // one line
};

}  // namespace bcheck
