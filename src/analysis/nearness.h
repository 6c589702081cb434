// SPDX-License-Identifier: Apache-2.0
// How far two products of one key are apart whose bytes differ: one meter a type.
#pragma once

#include "bcheck/difference.h"
#include "bcheck/error.h"
#include "bcheck/outcome.h"

namespace bcheck {

class NearnessMeter {
 public:
  virtual ~NearnessMeter() = default;

  // Both are of the type that it measures. Asked of artifacts that pass in both reports, with hashes that differ.
  virtual bool knows(const Outcome& before, const Outcome& after) const = 0;

  // What cannot be compared is Likeness::kUnknown. The only error is ErrorKind::kInterrupted.
  virtual Result<Nearness> measure(const Outcome& before, const Outcome& after) = 0;
};

}  // namespace bcheck
