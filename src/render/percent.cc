// SPDX-License-Identifier: Apache-2.0
#include "render/percent.h"

#include <fmt/format.h>

#include <algorithm>

namespace bcheck {

std::string percent(std::int64_t part, std::int64_t whole) {
  if (whole <= 0) return "n/a";
  if (part == whole) return "100 %";
  if (part == 0) return "0 %";
  __extension__ using Wide = __int128;  // 20,000 × 2^63 does not fit
  const Wide rounded = (Wide(part) * 20'000 + whole) / (Wide(whole) * 2);
  const auto hundredths = std::clamp<std::int64_t>(static_cast<std::int64_t>(rounded), 1, 9999);
  return fmt::format("{}.{:02} %", hundredths / 100, hundredths % 100);
}

}  // namespace bcheck
