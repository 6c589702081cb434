// SPDX-License-Identifier: Apache-2.0
// What a command is: a name, the options that it takes, and what it does. Options are kept as they were typed; the
// command turns them into what it needs, so that a bad number gets our own message. Only app.cc knows CLI11.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/exit_code.h"
#include "cli/log.h"

namespace bcheck {

struct Option {
  std::string names;       // "-j,--jobs", or the name of a positional: "MANIFEST"
  std::string value_name;  // "N"; empty for a flag and a positional
  std::string help;
  std::variant<bool*, std::string*, std::vector<std::string>*> target;
  bool required = false;
  std::string group = {};  // a heading in the help; empty = "Options"
};

// What every command takes, settled.
struct CommonOptions {
  Verbosity verbosity = Verbosity::kNormal;
  bool color_out = false;            // stdout
  bool color_err = false;            // stderr
  std::vector<std::string> command;  // as it was typed, the program's name first
};

class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;             // one line
  virtual std::string examples() const { return {}; }  // at the end of the help
  virtual std::vector<Option> options() = 0;           // targets live in the command
  virtual ExitCode execute(const CommonOptions& common) = 0;
};

// Says the error and turns its kind into the exit code.
ExitCode give_up(const Error& error);

}  // namespace bcheck
