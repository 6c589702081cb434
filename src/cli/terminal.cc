// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string_view>

#include "cli/variable.h"

namespace bcheck {
namespace {}  // namespace

void fill_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free number is the one that is missing.
    if (::fcntl(fd, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

bool is_terminal(int fd) {
  const std::string term = variable("TERM");
  return ::isatty(fd) == 1 && !term.empty() && term != "dumb";
}

ColorEnvironment color_environment() {
  return {variable("NO_COLOR"), variable("CLICOLOR"), variable("CLICOLOR_FORCE")};
}

bool want_color(Color flag, const ColorEnvironment& environment, bool terminal) {
  if (flag != Color::kAuto) return flag == Color::kAlways;
  if (!environment.no_color.empty()) return false;
  if (!environment.clicolor_force.empty() && environment.clicolor_force != "0") return true;
  if (environment.clicolor == "0") return false;
  return terminal;
}

int terminal_width(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace bcheck
