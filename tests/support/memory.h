// SPDX-License-Identifier: Apache-2.0
// Whether the system holds the first bytes of a file in its memory.
#pragma once

#include <string>

namespace bcheck::test {

// Drops them. False where the file system has no other place for them.
bool forget(const std::string& path);

bool in_memory(const std::string& path);

}  // namespace bcheck::test
