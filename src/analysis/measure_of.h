// SPDX-License-Identifier: Apache-2.0
// One measure of an artifact by its name, as a report has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bcheck/outcome.h"

namespace bcheck {

// Null if the artifact does not have it.
const Scalar* find_measure(const Outcome& outcome, std::string_view name);

// A number, whole or real; nothing for a word.
std::optional<double> number_of(const Outcome& outcome, std::string_view name);

// A word; empty for a number.
std::string_view word_of(const Outcome& outcome, std::string_view name);

// 64 bits as 16 hexadecimal digits: `dhash`, `sketch`.
std::optional<std::uint64_t> bits_of(const Outcome& outcome, std::string_view name);

}  // namespace bcheck
