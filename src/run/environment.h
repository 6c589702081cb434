// SPDX-License-Identifier: Apache-2.0
// Taking the fingerprint of the machine: what is cheap to know is looked up, what other programs know is asked for
// within a time. What cannot be known is there as unknown. Never the whole environment: secrets live there, so
// variables are taken from a list of names.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/environment.h"
#include "run/tool.h"

namespace bcheck {

// What a fingerprint asks of a machine; tests have one of their own.
struct Machine {
  std::function<std::optional<std::string>(const std::string& path)> file;
  std::function<std::optional<std::string>(const std::string& name)> variable;
  std::function<ToolAnswer(const std::vector<std::string>& words)> tool;
  std::string host;
  std::string kernel;   // "Linux 6.1.0"
  std::string started;  // RFC 3339
};

// This one. `variable` answers for the process's environment, `seconds` is the time that each program gets.
Machine this_machine(std::function<std::optional<std::string>(const std::string&)> variable, double seconds);

struct EnvironmentRequest {
  bool pip = false;
  bool conda = false;
  bool dpkg = false;
  std::string repository = ".";                              // whose commit it is
  std::vector<std::pair<std::string, std::string>> set;      // result, unless the name is a known one of the context
  std::vector<std::pair<std::string, std::string>> context;  // context
};

struct GatheredEnvironment {
  Environment environment;         // without its digest
  std::vector<std::string> notes;  // what did not answer in time
};

GatheredEnvironment gather_environment(const EnvironmentRequest& request, const Machine& machine);

}  // namespace bcheck
