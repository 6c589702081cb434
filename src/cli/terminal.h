// SPDX-License-Identifier: Apache-2.0
// What the terminal is like and what may be done with it.
#pragma once

#include <optional>
#include <string>

namespace bcheck {

// Puts something into descriptors 0, 1 and 2 that were closed, so that no file that is opened later takes their
// place. Writing to such an stdout or stderr fails, as it did.
void fill_standard_descriptors();

bool is_terminal(int fd);  // and one that can move its cursor: TERM is set and not "dumb"

enum class Color { kAuto, kAlways, kNever };

// The environment as far as it decides on colour; empty = unset.
struct ColorEnvironment {
  std::string no_color;
  std::string clicolor;
  std::string clicolor_force;
};
ColorEnvironment color_environment();

// --color, then NO_COLOR (present and not empty: no-color.org), then CLICOLOR_FORCE, then CLICOLOR=0, then whether
// it is a terminal.
bool want_color(Color flag, const ColorEnvironment& environment, bool terminal);

int terminal_width(int fd);  // columns; 80 where it cannot be asked

}  // namespace bcheck
