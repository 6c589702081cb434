// SPDX-License-Identifier: Apache-2.0
// Values as people type them on a command line. Errors name the option.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcheck/error.h"

namespace bcheck {

// A whole number in base 10 within [least, most].
Result<std::int64_t> parse_count(std::string_view typed, std::string_view option, std::int64_t least,
                                 std::int64_t most);

// "4GiB", "500MB", "1048576"; powers of 1000 with kB, MB, GB, of 1024 with KiB, MiB, GiB.
Result<std::uint64_t> parse_size(std::string_view typed, std::string_view option);

// "60", "60s", "2m", "1h"; more than 0.
Result<double> parse_seconds(std::string_view typed, std::string_view option);

// "30", "32.5", "30dB": from 0 to 200.
Result<double> parse_decibels(std::string_view typed, std::string_view option);

// A moment in nanoseconds since 1970: "2026-05-14T08:30:00Z" (or with an offset, "+02:00"), "@1778747400", or the name
// of a file, whose mtime it is.
Result<std::int64_t> parse_moment(const std::string& typed, std::string_view option);

}  // namespace bcheck
