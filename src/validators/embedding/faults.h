// SPDX-License-Identifier: Apache-2.0
// The ways in which this folder raises faults.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcheck/validator.h"

namespace bcheck {

// A fault after which there is nothing to measure: false, for the reader to return.
bool refuse(Observation& out, std::string_view code, std::string message);

// Something is not what was declared.
void mismatch(Observation& out, std::string_view code, std::string message, const Scalar& measured,
              const Scalar& expected);

// Something that there should be none of.
void too_many(Observation& out, std::string_view code, std::string message, std::uint64_t count);

}  // namespace bcheck
