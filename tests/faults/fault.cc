// SPDX-License-Identifier: Apache-2.0
#include "fault.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace faults {
namespace {

Rule rules[kMostRules];
std::size_t count_of_rules = 0;
pid_t program = 0;  // the process that was started, and not its workers
const char* log_file = nullptr;

struct Name {
  const char* name;
  int value;
};

constexpr Name kErrors[] = {
    {"EIO", EIO},       {"EINTR", EINTR},         {"EMFILE", EMFILE}, {"ENFILE", ENFILE},
    {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},       {"EACCES", EACCES}, {"EPERM", EPERM},
    {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN},       {"EROFS", EROFS},   {"ENOENT", ENOENT},
    {"ENOSYS", ENOSYS}, {"ESTALE", ESTALE},       {"EINVAL", EINVAL}, {"EOPNOTSUPP", EOPNOTSUPP},
    {"EPIPE", EPIPE},   {"ELOOP", ELOOP},         {"EXDEV", EXDEV},   {"ENOTDIR", ENOTDIR},
    {"ECHILD", ECHILD}, {"ENOBUFS", ENOBUFS},     {"EBADF", EBADF},   {"EEXIST", EEXIST},
    {"ESPIPE", ESPIPE}, {"ETIMEDOUT", ETIMEDOUT}, {"EFBIG", EFBIG},
};

constexpr const char* kDeeds[] = {"unlink", "truncate", "append", "create", "fifo", "swap", "rename"};

[[noreturn]] void refuse(const char* why, const char* what) noexcept {
  char text[512];
  const int size = std::snprintf(text, sizeof text, "faults: %s: %s\n", why, what);
  raw(SYS_write, 2, reinterpret_cast<long>(text), size);
  raw(SYS_exit_group, 99);
  __builtin_unreachable();
}

void copy(char* to, std::size_t room, const char* from) noexcept {
  if (std::strlen(from) >= room) refuse("too long", from);
  std::strcpy(to, from);
}

long number(const char* text) noexcept {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0') refuse("no number", text);
  return value;
}

void read_action(Rule& rule, char* word) noexcept {
  const char* value = "";
  if (char* const equal = std::strchr(word, '='); equal != nullptr) {
    *equal = '\0';
    value = equal + 1;
  }
  const auto is = [&](const char* name) { return std::strcmp(word, name) == 0; };
  for (const Name& error : kErrors) {
    if (!is(error.name)) continue;
    rule.action = Action::kFail;
    rule.value = error.value;
    return;
  }
  for (const char* const deed : kDeeds) {
    if (!is(deed)) continue;
    rule.action = Action::kTree;
    copy(rule.deed, sizeof rule.deed, deed);
    rule.value = *value == '\0' ? 0 : number(value);
    if (rule.times == 0) rule.times = 1;
    return;
  }
  if (is("eof")) {
    rule.action = Action::kEof;
  } else if (is("kill")) {
    rule.action = Action::kKill;
  } else {
    rule.action = is("short")    ? Action::kShort
                  : is("exit")   ? Action::kExit
                  : is("signal") ? Action::kSignal
                  : is("sleep")  ? Action::kSleep
                  : is("jump")   ? Action::kJump
                                 : Action::kGo;
    if (rule.action == Action::kGo) refuse("unknown action", word);
    rule.value = number(value);
  }
}

void read_filter(Rule& rule, const char* word) noexcept {
  const auto value_of = [&](const char* name) -> const char* {
    const std::size_t size = std::strlen(name);
    return std::strncmp(word, name, size) == 0 && word[size] == '=' ? word + size + 1 : nullptr;
  };
  if (const char* v = value_of("path")) {
    copy(rule.path, sizeof rule.path, v);
  } else if (const char* on = value_of("on")) {
    copy(rule.on, sizeof rule.on, on);
  } else if (const char* to = value_of("to")) {
    copy(rule.to, sizeof rule.to, to);
  } else if (const char* nth = value_of("nth")) {
    rule.nth = number(nth);
  } else if (const char* from = value_of("from")) {
    rule.from = number(from);
  } else if (const char* times = value_of("times")) {
    rule.times = number(times);
  } else if (const char* who = value_of("in")) {
    rule.who = std::strcmp(who, "worker") == 0 ? Who::kWorker : Who::kParent;
    if (rule.who == Who::kParent && std::strcmp(who, "parent") != 0) refuse("nobody", who);
  } else {
    refuse("unknown word", word);
  }
}

bool names(const Rule& rule, const char* path, int fd) noexcept {
  if (rule.path[0] == '\0') return true;
  char found[4096];
  if (path == nullptr) {
    if (fd < 0) return false;
    char link[64];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const long size =
        raw(SYS_readlinkat, AT_FDCWD, reinterpret_cast<long>(link), reinterpret_cast<long>(found), sizeof found - 1);
    if (size < 0) return false;
    found[size] = '\0';
    path = found;
  }
  return std::strstr(path, rule.path) != nullptr;
}

bool is_mine(const Rule& rule) noexcept {
  if (rule.who == Who::kAny) return true;
  return (::getpid() == program) == (rule.who == Who::kParent);
}

void tell(const Rule& rule, std::size_t index, long which) noexcept {
  if (log_file == nullptr) return;
  char line[128];
  const int size = std::snprintf(line, sizeof line, "%zu %s %ld\n", index, rule.call, which);
  const long fd =
      raw(SYS_openat, AT_FDCWD, reinterpret_cast<long>(log_file), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return;
  raw(SYS_write, fd, reinterpret_cast<long>(line), size);
  raw(SYS_close, fd);
}

void do_deed(const Rule& rule) noexcept {
  const auto on = reinterpret_cast<long>(rule.on);
  const auto to = reinterpret_cast<long>(rule.to);
  const auto is = [&](const char* deed) { return std::strcmp(rule.deed, deed) == 0; };
  long done = -1;
  if (is("unlink")) done = raw(SYS_unlinkat, AT_FDCWD, on);
  if (is("truncate")) done = raw(SYS_truncate, on, rule.value);
  if (is("rename")) done = raw(SYS_renameat2, AT_FDCWD, on, AT_FDCWD, to);
  if (is("fifo")) done = raw(SYS_unlinkat, AT_FDCWD, on) == 0 ? raw(SYS_mknodat, AT_FDCWD, on, S_IFIFO | 0600, 0) : -1;
  if (is("append") || is("create")) {
    const long fd = raw(SYS_openat, AT_FDCWD, on, O_WRONLY | O_APPEND | (is("create") ? O_CREAT : 0), 0644);
    done = fd < 0 ? fd : raw(SYS_write, fd, reinterpret_cast<long>("appended\n"), 9);
    raw(SYS_close, fd);
  }
  if (is("swap")) {
    char aside[600];
    std::snprintf(aside, sizeof aside, "%s.aside", rule.on);
    done = raw(SYS_renameat2, AT_FDCWD, on, AT_FDCWD, reinterpret_cast<long>(aside)) == 0
               ? raw(SYS_symlinkat, to, AT_FDCWD, on)
               : -1;
  }
  if (done < 0) refuse("a deed that fails", rule.deed);
}

// What a rule that is hit does by itself. What is left to do for the caller.
Verdict act(const Rule& rule) noexcept {
  switch (rule.action) {
    case Action::kKill: raw(SYS_kill, ::getpid(), SIGKILL); break;
    case Action::kExit: raw(SYS_exit_group, rule.value); break;
    case Action::kSignal: raw(SYS_kill, program, rule.value); break;
    case Action::kSleep: {
      const timespec time{rule.value / 1000, rule.value % 1000 * 1'000'000};
      raw(SYS_nanosleep, reinterpret_cast<long>(&time));
      break;
    }
    case Action::kTree: do_deed(rule); break;
    default: return {rule.action, rule.value};
  }
  return {};
}

}  // namespace

long raw(long number, long a, long b, long c, long d, long e, long f) noexcept {
  using Syscall = long (*)(long, ...);
  static const auto real = reinterpret_cast<Syscall>(::dlsym(RTLD_NEXT, "syscall"));
  return real(number, a, b, c, d, e, f);
}

void read_rules() noexcept {
  program = ::getpid();
  log_file = std::getenv("BCHECK_FAULT_LOG");
  const char* const asked = std::getenv("BCHECK_FAULT");
  if (asked == nullptr || *asked == '\0') return;
  void* const memory =
      ::mmap(nullptr, kMostRules * sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) refuse("no memory", "");
  auto* const counts = static_cast<Count*>(memory);
  char* const text = ::strdup(asked);
  char* next_rule = nullptr;
  std::size_t known = 0;
  for (char* one = ::strtok_r(text, ";", &next_rule); one != nullptr; one = ::strtok_r(nullptr, ";", &next_rule)) {
    if (known == kMostRules) refuse("too many rules", asked);
    Rule& rule = rules[known];
    rule.count = new (counts + known) Count{};
    char* next_word = nullptr;
    const char* const call = ::strtok_r(one, ":", &next_word);
    char* const action = ::strtok_r(nullptr, ":", &next_word);
    if (call == nullptr || action == nullptr) refuse("no rule", asked);
    copy(rule.call, sizeof rule.call, call);
    read_action(rule, action);
    while (const char* const word = ::strtok_r(nullptr, ":", &next_word)) read_filter(rule, word);
    ++known;
  }
  std::free(text);
  count_of_rules = known;  // from here on they hold
}

Verdict meet(const char* call, const char* path, int fd) noexcept {
  const int error = errno;
  Verdict verdict;
  for (std::size_t i = 0; i < count_of_rules; ++i) {
    const Rule& rule = rules[i];
    if (std::strcmp(rule.call, call) != 0 || !is_mine(rule) || !names(rule, path, fd)) continue;
    const long seen = ++rule.count->seen;
    if ((rule.nth != 0 && seen != rule.nth) || seen < rule.from) continue;
    const long hit = ++rule.count->hit;
    if (rule.times != 0 && hit > rule.times) continue;
    tell(rule, i, seen);
    if (const Verdict one = act(rule); one.action != Action::kGo) verdict = one;
  }
  errno = error;
  return verdict;
}

long jump_of(const char* call) noexcept {
  const Verdict verdict = meet(call, nullptr, -1);
  return verdict.action == Action::kJump ? verdict.value : 0;
}

}  // namespace faults
