// SPDX-License-Identifier: Apache-2.0
// The first word of our own documents: "bcheck.rules/1".
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// What is wrong with `given` where `known` is understood, as the end of a sentence; empty if nothing is. A newer
// version is told apart from another document.
std::string schema_fault(std::string_view given, std::string_view known);

}  // namespace bcheck
