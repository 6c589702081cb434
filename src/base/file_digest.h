// SPDX-License-Identifier: Apache-2.0
// The SHA-256 of a file's bytes, whatever their size.
#pragma once

#include <string>

#include "bcheck/error.h"

namespace bcheck {

// As 64 lower-case hexadecimal digits; empty for what is no regular file, which can be read once only.
Result<std::string> sha256_of_file(const std::string& path);

}  // namespace bcheck
