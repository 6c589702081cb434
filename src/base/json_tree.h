// SPDX-License-Identifier: Apache-2.0
// JSON as a tree, for manifests and rules: strict, and exact about where something is wrong. The only door to
// nlohmann/json.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bcheck/error.h"

namespace bcheck {

// Members keep the order of the text; looking one up is linear.
using JsonTree = nlohmann::ordered_json;

enum class JsonSyntax {
  kStrict,    // RFC 8259
  kComments,  // and // and /* */ comments, for files that people write
};

// The whole text as one document. Refused, with file, line and column: anything that is no JSON, a member that
// stands twice in an object, nesting over 200 levels, text that is not UTF-8. A byte order mark is skipped.
// `first_line` is the line of the file in which the text begins.
Result<JsonTree> parse_json(std::string_view text, std::string_view file, JsonSyntax syntax,
                            std::uint64_t first_line = 1);

// Checked getters: never a silent conversion. Nothing where the value has another type or does not fit.
std::optional<std::int64_t> whole(const JsonTree& value);  // also 3.0, which JSON Schema calls an integer too
std::optional<double> real(const JsonTree& value);
std::optional<std::string> word(const JsonTree& value);
std::optional<bool> flag(const JsonTree& value);

std::string_view kind_of(const JsonTree& value);  // "an object", "a number", for messages

}  // namespace bcheck
