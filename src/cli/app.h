// SPDX-License-Identifier: Apache-2.0
// The command line as a whole: which command, its options, help and version.
#pragma once

#include "cli/exit_code.h"

namespace bcheck {

ExitCode run_app(int argc, char** argv);

}  // namespace bcheck
