// SPDX-License-Identifier: Apache-2.0
// The exit codes: their one home. The man page and the docs are tested against this table.
#pragma once

#include <array>
#include <string_view>

#include "bcheck/error.h"

namespace bcheck {

enum class ExitCode : int {
  kYes = 0,
  kNo = 1,
  kBadQuestion = 2,
  kIncomplete = 3,
  kNothing = 4,
  kInterrupted = 130,  // SIGINT
  kTerminated = 143,   // SIGTERM
};

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};

// Where several hold: 130 and 143 before 2 before 4 before 3 before 1 before 0.
inline constexpr std::array<ExitMeaning, 7> kExitMeanings{{
    {ExitCode::kYes, "the answer is yes: the gate is open, nothing differs"},
    {ExitCode::kNo, "the answer is no: the gate is closed, something differs"},
    {ExitCode::kBadQuestion, "bad question: usage, manifest, rules or report unusable; nothing was checked"},
    {ExitCode::kIncomplete, "incomplete: something could not be checked or written (beats 1)"},
    {ExitCode::kNothing, "nothing was checked: empty manifest, empty plan"},
    {ExitCode::kInterrupted, "interrupted by SIGINT"},
    {ExitCode::kTerminated, "interrupted by SIGTERM"},
}};

}  // namespace bcheck
