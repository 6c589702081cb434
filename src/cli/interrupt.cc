// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <signal.h>

#include <initializer_list>

namespace bcheck {
namespace {

volatile sig_atomic_t caught = 0;

void remember(int signal_number) {
  if (caught != 0 && signal_number == SIGINT) {
    ::signal(SIGINT, SIG_DFL);
    ::raise(SIGINT);
  }
  caught = signal_number;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = remember;  // without SA_RESTART: a wait ends when the signal comes
  ::sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) ::sigaction(number, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);  // inherited as ignored, no worker's death would ever be told
}

bool was_interrupted() {
  return caught != 0;
}

ExitCode interrupt_exit_code() {
  return caught == SIGTERM ? ExitCode::kTerminated : ExitCode::kInterrupted;
}

}  // namespace bcheck
