// SPDX-License-Identifier: Apache-2.0
// The words with which schedulers say how a job ended, and exit codes, as what they mean for the key.
//
// Success is what says success and nothing else. What is not finished (queued, running) or says neither is kUnknown.
// A word that is not in the table is nobody's guess: the callers refuse it with advice_on_state().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bcheck/report.h"

namespace bcheck {

// Case does not matter, and "-", "_" and blanks are one; blanks around do not count. Besides the words of the table:
//
//   0, "0:0" (Slurm's ExitCode)             success
//   -255..255 but 0, "1:0", "0:9"           failure: an exit code, or a signal as a negative number
//   "CANCELLED by 1000", "OUT_OF_ME+"       as sacct writes the user, and cuts long words
//   nothing                                 kUnknown: an empty return code is no success
//
// Nothing for every other word; also for 200, 201, 202, 204 and 206, which are success over HTTP and failures as exit
// codes, for numbers beyond an exit code, and for a word that is another's opposite ("F": failed in Slurm, finished in
// PBS).
std::optional<Reported> read_state(std::string_view state);

// Why a state that was not understood was not, and what to write instead.
std::string advice_on_state(std::string_view state);

}  // namespace bcheck
