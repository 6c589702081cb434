// SPDX-License-Identifier: Apache-2.0
// How the status of a key follows from its artifacts and its own findings: the decision, in one place, for the run
// that makes it and the reader that checks it.
#pragma once

#include <string_view>

#include "bcheck/finding.h"
#include "bcheck/outcome.h"

namespace bcheck {

// Whether an artifact of this status counts: all do but an optional one that is absent.
inline bool counts(Status status, bool required) {
  return required || status != Status::kMissing;
}

// The worst of the artifacts that count, in the order fail > missing > error > unchecked > pass; `unchecked` where
// there is none. Then a finding of the key itself with severity fail makes it `error` if its family is `run`
// (interrupted, shard absent: nothing is known), and `fail` otherwise (conflicting records, say).
class KeyStatus {
 public:
  void artifact(Status status, bool required) {
    if (!counts(status, required)) return;
    from_artifacts_ = any_ ? worst(from_artifacts_, status) : status;
    any_ = true;
  }

  void finding(std::string_view code, Severity severity) {
    if (severity != Severity::kFail) return;
    from_findings_ = worst(from_findings_, code.starts_with("run.") ? Status::kError : Status::kFail);
  }

  Status status() const { return worst(from_artifacts_, from_findings_); }

 private:
  bool any_ = false;
  Status from_artifacts_ = Status::kUnchecked;
  Status from_findings_ = Status::kPass;
};

}  // namespace bcheck
