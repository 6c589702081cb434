// SPDX-License-Identifier: Apache-2.0
#include "render/trend_view.h"

#include <algorithm>
#include <array>

namespace bcheck {

std::span<const TrendFormat> trend_formats() {
  static constexpr std::array<TrendFormat, 3> kFormats{{
      {"text", "tables, tests and what moved first, for people", trend_text},
      {"json", "bcheck.trend/1", trend_json},
      {"html", "one page with charts, for people", trend_html},
  }};
  return kFormats;
}

const TrendFormat* find_trend_format(std::string_view name) {
  const auto formats = trend_formats();
  const auto at = std::find_if(formats.begin(), formats.end(), [&](const TrendFormat& f) { return f.name == name; });
  return at == formats.end() ? nullptr : &*at;
}

}  // namespace bcheck
