// SPDX-License-Identifier: Apache-2.0
// Markdown, as far as it can be wrong. Every text is Markdown, so that nothing here fails: what a cut or a lost line
// leaves of code fences, tables and links is told as a warning.
//
// Model: CommonMark 0.30 (fenced code, links) and GitHub Flavored Markdown 0.29 (tables).
#pragma once

#include <memory>

#include "bcheck/validator.h"

namespace bcheck {

std::unique_ptr<Check> make_markdown_check();

// The codes that it raises.
std::span<const FindingInfo> markdown_findings();

}  // namespace bcheck
