// SPDX-License-Identifier: Apache-2.0
// Fields of an environment as JSON: in its own file and in reports alike.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/environment.h"

namespace bcheck {

// {"os": "Debian GNU/Linux 12", "cudnn_version": null, "pip_packages": ["numpy==1.24.2"]}, `between` the members.
void append_fields(std::string& out, std::span<const EnvironmentField> fields, std::string_view between = ", ");

// [{"digest": "...", "files": 3, "result": {...}, "context": {...}}]
void append_environments(std::string& out, std::span<const EnvironmentCount> environments);

}  // namespace bcheck
