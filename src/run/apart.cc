// SPDX-License-Identifier: Apache-2.0
#include "run/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files.h"

namespace bcheck {

Result<std::string> write_apart(std::string_view what, const std::function<void(const SendApart&)>& work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return incomplete(fmt::format("cannot open a pipe: {}", error_text(errno)));
  Fd reading(ends[0]);
  Fd writing(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return incomplete(fmt::format("cannot start a process: {}", error_text(errno)));
  if (child == 0) {
    try {
      work([&](std::string_view bytes) {
        if (write_fully(writing.get(), bytes) != 0) ::_exit(1);
      });
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  writing.reset();
  std::string answer;
  std::array<char, 1 << 14> block;
  while (true) {
    const ssize_t got = ::read(reading.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answer.append(block.data(), static_cast<std::size_t>(got));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return incomplete(fmt::format("the process that {} died", what));
  return answer;
}

}  // namespace bcheck
