// SPDX-License-Identifier: Apache-2.0
// THE list of commands: one row here and in commands.cc, one file each.
#pragma once

#include <memory>
#include <vector>

#include "cli/command.h"

namespace bcheck {

std::unique_ptr<Command> make_diff_command();
std::unique_ptr<Command> make_env_command();
std::unique_ptr<Command> make_gate_command();
std::unique_ptr<Command> make_judge_command();
std::unique_ptr<Command> make_localise_command();
std::unique_ptr<Command> make_learn_command();
std::unique_ptr<Command> make_merge_command();
std::unique_ptr<Command> make_plan_command();
std::unique_ptr<Command> make_resume_command();
std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_sample_command();
std::unique_ptr<Command> make_show_command();
std::unique_ptr<Command> make_trend_command();
std::unique_ptr<Command> make_types_command();

std::vector<std::unique_ptr<Command>> all_commands();  // in the order of the help

}  // namespace bcheck
