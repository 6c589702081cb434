// SPDX-License-Identifier: Apache-2.0
// Faults that a test asks for: which call fails, in which process, the how-manieth, and how.
//
// BCHECK_FAULT holds rules, separated by ';', each of words separated by ':':
//
//   CALL:ACTION[:path=TEXT][:nth=N][:from=N][:times=N][:in=worker|parent]
//
//   read:EIO:path=a.png:nth=2     the second read of a file whose path contains "a.png" fails
//   write:short=1                 every write takes one byte
//   openat:swap:on=DIR:to=AWAY    before every openat, DIR is moved aside and a link to AWAY put in its place (once)
//
// Actions: an errno by its name; short=N (at most N bytes); eof; kill (SIGKILL to this process); exit=N; signal=N (to
// the program, whichever process hits it); sleep=MS; jump=SECONDS (what clocks say); and what somebody else does to the
// tree meanwhile: unlink, truncate=BYTES, append, create, fifo, swap, rename, each on=PATH, the last two to=PATH.
// Numbers count over all processes of the program, which share them. BCHECK_FAULT_LOG names the file that tells what
// was hit, a line each, so that a test can tell a fault that was survived from one that never came.
#pragma once

#include <atomic>
#include <cstddef>

namespace faults {

enum class Action { kGo, kFail, kShort, kEof, kKill, kExit, kSignal, kSleep, kJump, kTree };

enum class Who { kAny, kParent, kWorker };

struct Count {
  std::atomic<long> seen;
  std::atomic<long> hit;
};

struct Rule {
  char call[24];
  Action action;
  char deed[16];  // of kTree
  long value;     // errno, bytes, code, signal, milliseconds, seconds
  char path[256];
  char on[512];
  char to[512];
  long nth;    // 0 = each
  long from;   // 0 = from the first
  long times;  // 0 = no end
  Who who;
  Count* count;
};

inline constexpr std::size_t kMostRules = 16;

// What becomes of a call. kGo: let it go on (a sleep or a deed is done already).
struct Verdict {
  Action action = Action::kGo;
  long value = 0;
};

// Asks the rules about a call on `path`, or, where that is null, on the file of the descriptor `fd` (-1 = none).
// Kills, sleeps and changes the tree itself. Keeps errno.
Verdict meet(const char* call, const char* path, int fd) noexcept;

// The same for what only asks for the time: by how many seconds it is wrong.
long jump_of(const char* call) noexcept;

// The system call itself, past what is interposed.
long raw(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) noexcept;

// Where the first rule fails: the text of BCHECK_FAULT is none. Ends the process with code 99, and says why.
void read_rules() noexcept;

}  // namespace faults
