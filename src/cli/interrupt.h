// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as a question that can be asked. The only global state of the program.
#pragma once

#include "cli/exit_code.h"

namespace bcheck {

// From now on the two signals are remembered; a second SIGINT ends the program at once. SIGPIPE and SIGXFSZ are
// ignored, so that a closed pipe and a file over its limit are errors of writing; SIGCHLD is not, whatever the caller
// left it at.
void catch_interrupts();

bool was_interrupted();

ExitCode interrupt_exit_code();  // kTerminated after SIGTERM, kInterrupted otherwise

}  // namespace bcheck
