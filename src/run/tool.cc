// SPDX-License-Identifier: Apache-2.0
#include "run/tool.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>

#include "base/files.h"

namespace bcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kNotFound = 127;

int milliseconds_until(Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(left);
}

// Everything until the end of the stream. False if it is too much or takes too long.
bool read_all(int fd, Clock::time_point end, std::string& text, bool& late) {
  std::array<char, 1 << 16> buffer{};
  while (true) {
    pollfd ready{fd, POLLIN, 0};
    const int count = ::poll(&ready, 1, milliseconds_until(end));
    late = count == 0;
    if (count <= 0) return false;
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got == 0) return true;
    if (got < 0 || text.size() + static_cast<std::size_t>(got) > kMostAnswer) return false;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// The exit code, or -1 if it was killed, by us or by others.
int wait_for(pid_t child, Clock::time_point end) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return -1;
    }
    constexpr timespec kPause{0, 2'000'000};
    ::nanosleep(&kPause, nullptr);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool spawn(const std::vector<std::string>& words, int out, pid_t& child, int& error) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&actions) != 0) return false;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&actions);
    return false;
  }
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);  // ignored here, and no program expects that
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  error = ::posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0;
}

}  // namespace

ToolAnswer ask_tool(const std::vector<std::string>& words, double seconds) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {ToolEnd::kFailed, {}};
  Fd from(ends[0]);
  Fd to(ends[1]);
  pid_t child = 0;
  int error = 0;
  if (!spawn(words, to.get(), child, error)) return {error == ENOENT ? ToolEnd::kAbsent : ToolEnd::kFailed, {}};
  to.reset();
  ToolAnswer answer;
  bool late = false;
  const bool whole = read_all(from.get(), end, answer.text, late);
  from.reset();
  // What goes on after a short answer may end by itself, for the rest of the time; all else is ended.
  const int code = wait_for(child, whole ? end : Clock::time_point());
  if (whole && code == 0) {
    answer.end = ToolEnd::kAnswered;
    return answer;
  }
  answer.text.clear();
  answer.end = late || (whole && Clock::now() >= end) ? ToolEnd::kTimeout
               : code == kNotFound                    ? ToolEnd::kAbsent
                                                      : ToolEnd::kFailed;
  return answer;
}

}  // namespace bcheck
