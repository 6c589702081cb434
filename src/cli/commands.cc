// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include "cli/interrupt.h"

namespace bcheck {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_run_command());
  commands.push_back(make_merge_command());
  commands.push_back(make_resume_command());
  commands.push_back(make_gate_command());
  commands.push_back(make_diff_command());
  commands.push_back(make_trend_command());
  commands.push_back(make_show_command());
  commands.push_back(make_judge_command());
  commands.push_back(make_learn_command());
  commands.push_back(make_localise_command());
  commands.push_back(make_sample_command());
  commands.push_back(make_plan_command());
  commands.push_back(make_env_command());
  commands.push_back(make_types_command());
  return commands;
}

ExitCode give_up(const Error& error) {
  log_error(error);
  switch (error.kind) {
    case ErrorKind::kBadQuestion: return ExitCode::kBadQuestion;
    case ErrorKind::kNothing: return ExitCode::kNothing;
    case ErrorKind::kInterrupted: return interrupt_exit_code();
    case ErrorKind::kIncomplete: break;
  }
  return ExitCode::kIncomplete;
}

}  // namespace bcheck
