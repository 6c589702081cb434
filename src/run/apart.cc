// SPDX-License-Identifier: Apache-2.0
#include "run/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/files.h"

namespace bcheck {

namespace {

struct Ending {
  std::string answer;
  int status = 0;
};

Result<Ending> attempt(const std::function<void(const SendApart&)>& work) {
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
  Ending end;
  std::array<char, 1 << 14> block;
  while (true) {
    const ssize_t got = ::read(reading.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    end.answer.append(block.data(), static_cast<std::size_t>(got));
  }
  while (::waitpid(child, &end.status, 0) < 0 && errno == EINTR) {
  }
  return end;
}

}  // namespace

Result<std::string> write_apart(std::string_view what, const std::function<void(const SendApart&)>& work) {
  auto end = attempt(work);
  // Killed from outside, as by a kernel that is short of memory: the work of hours does not hang on that.
  if (end && WIFSIGNALED(end->status)) end = attempt(work);
  if (!end) return tl::unexpected(std::move(end.error()));
  if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0) {
    return incomplete(fmt::format("the process that {} died", what));
  }
  return std::move(end->answer);
}

}  // namespace bcheck
