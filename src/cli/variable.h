// SPDX-License-Identifier: Apache-2.0
// Variables of the environment.
#pragma once

#include <cstdlib>
#include <string>

namespace bcheck {

// Empty = unset.
inline std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

}  // namespace bcheck
