// SPDX-License-Identifier: Apache-2.0
// Escape sequences: codes for terminals (ECMA-48), and the shifts of ISO 2022.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bcheck {

struct EscapeSequences {
  std::uint64_t terminal = 0;  // ESC [, ESC ], ESC (, ESC ), and ESC \ behind ESC ]
  std::uint64_t shifts = 0;    // ESC $, and then ESC ( and ESC ) too
  std::size_t first = 0;       // byte of the first one
  std::uint64_t controls = 0;  // control characters that belong to a sequence: each ESC above, BEL at the end of ESC ]
};

EscapeSequences find_escape_sequences(std::string_view text);

}  // namespace bcheck
