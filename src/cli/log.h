// SPDX-License-Identifier: Apache-2.0
// Messages to people, on stderr. Never part of an answer.
#pragma once

#include <string>

#include "bcheck/error.h"

namespace bcheck {

enum class Verbosity { kQuiet, kNormal, kVerbose };

void open_log(Verbosity verbosity, bool color);

void log_error(const Error& error);  // "bcheck: error: ...", and the hint in a line of its own
void log_warning(const std::string& message);
void log_detail(const std::string& message);  // with --verbose

}  // namespace bcheck
