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

std::string percent_at_most(std::int64_t part, std::int64_t whole) {
  if (part >= whole) return "100 %";
  if (part <= 0) return "0 %";
  __extension__ using Wide = __int128;
  int decimals = 1;
  Wide scale = 1000;
  while (Wide(part) * 100 < whole && Wide(part) * scale < Wide(whole) * 10) {
    scale *= 10;
    ++decimals;
  }
  const auto digits = static_cast<std::int64_t>((Wide(part) * scale + whole - 1) / whole);
  std::int64_t one = 1;
  for (int i = 0; i < decimals; ++i) one *= 10;
  std::string text = fmt::format("{}.{:0{}}", digits / one, digits % one, decimals);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text + " %";
}

std::string percent_of(std::int64_t numerator, std::int64_t denominator) {
  return fmt::format("{:.12g} %", 100.0 * static_cast<double>(numerator) / static_cast<double>(denominator));
}

}  // namespace bcheck
