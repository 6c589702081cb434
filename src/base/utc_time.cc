// SPDX-License-Identifier: Apache-2.0
#include "base/utc_time.h"

#include <ctime>

namespace bcheck {

std::optional<std::int64_t> utc_seconds(const std::string& time) {
  std::tm parts{};
  const char* const end = ::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return static_cast<std::int64_t>(::timegm(&parts));
}

}  // namespace bcheck
