// SPDX-License-Identifier: Apache-2.0
// Vectors for the room that compares, decoded where a crash costs one file (run/isolated.h).
#pragma once

#include <functional>
#include <memory>

#include "bcheck/vectors.h"
#include "run/isolated.h"

namespace bcheck {

struct VectorSettings {
  IsolationLimits limits = {};
  // Asked before every file; true ends with ErrorKind::kInterrupted. May be empty.
  std::function<bool()> stop = {};
};

std::unique_ptr<VectorReader> isolated_vectors(VectorSettings settings = {});

}  // namespace bcheck
