// SPDX-License-Identifier: Apache-2.0
// Times as reports have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bcheck {

// Unix seconds of "2026-01-02T03:04:05Z"; nothing of anything else.
std::optional<std::int64_t> utc_seconds(const std::string& time);

}  // namespace bcheck
