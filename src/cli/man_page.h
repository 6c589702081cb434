// SPDX-License-Identifier: Apache-2.0
// The manual page, made of the same tables as the help: docs/bcheck.1 is what `bcheck --man` writes, held by a test.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "cli/command.h"

namespace bcheck {

// In the macros of man(7), which every man and mandoc reads.
std::string man_page(std::span<const std::unique_ptr<Command>> commands);

}  // namespace bcheck
