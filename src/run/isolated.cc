// SPDX-License-Identifier: Apache-2.0
#include "run/isolated.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <new>

#include "base/files.h"

namespace bcheck {
namespace {

using Clock = std::chrono::steady_clock;

enum ChildEnd : int { kDone = 0, kFailed = 70, kNoMemory = 71 };

void limit_myself(const IsolationLimits& limits, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kFailed);  // it died before the line above
  ::signal(SIGINT, SIG_IGN);                    // a terminal sends it to all; the parent decides
  ::signal(SIGTERM, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
#ifndef BCHECK_SANITIZED
  if (limits.memory != 0) {
    const rlimit data{limits.memory, limits.memory};
    ::setrlimit(RLIMIT_DATA, &data);
  }
#else
  static_cast<void>(limits);
#endif
}

[[noreturn]] void be_child(const std::function<std::string()>& work, const IsolationLimits& limits, pid_t parent,
                           int to) {
  limit_myself(limits, parent);
  int end = kFailed;
  try {
    const std::string answer = work();
    if (write_fully(to, answer) == 0) end = kDone;
  } catch (const std::bad_alloc&) {
    end = kNoMemory;
  } catch (...) {
    end = kFailed;
  }
  ::_exit(end);
}

struct Reading {
  std::string text;
  std::string trouble;  // empty: read to its end
  bool interrupted = false;
};

Reading read_answer(int from, const IsolationLimits& limits) {
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  Reading out;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{from, POLLIN, 0};
    const int count = left < 0 ? 0 : ::poll(&ready, 1, static_cast<int>(left));
    if (count == 0) {
      out.trouble = fmt::format("it took more than {:g} s", limits.seconds);
      return out;
    }
    if (count < 0) {
      out.interrupted = errno == EINTR;
      out.trouble = out.interrupted ? "interrupted" : "cannot wait for it: " + error_text(errno);
      return out;
    }
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got == 0) return out;
    if (got < 0) {
      out.trouble = "cannot hear of it: " + error_text(errno);
      return out;
    }
    if (out.text.size() + static_cast<std::size_t>(got) > limits.answer) {
      out.trouble = "it says too much";
      return out;
    }
    out.text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Result<std::string> isolated(const std::function<std::string()>& work, const IsolationLimits& limits) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return incomplete("no pipe can be made: " + error_text(errno));
  Fd from(ends[0]);
  Fd to(ends[1]);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return incomplete("no process can be made: " + error_text(errno));
  if (child == 0) be_child(work, limits, parent, to.get());
  to.reset();
  Reading answer = read_answer(from.get(), limits);
  if (!answer.trouble.empty()) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  if (answer.interrupted) return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
  if (!answer.trouble.empty()) return incomplete(std::move(answer.trouble));
  if (WIFSIGNALED(status)) return incomplete(fmt::format("it crashed (signal {})", WTERMSIG(status)));
  switch (WEXITSTATUS(status)) {
    case kDone: return std::move(answer.text);
    case kNoMemory: return incomplete("it takes more memory than it may have");
    default: return incomplete("it failed");
  }
}

}  // namespace bcheck
