// SPDX-License-Identifier: Apache-2.0
// A trend for people and for programs: the formats of `bcheck trend`, a row each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/trend.h"
#include "render/palette.h"

namespace bcheck {

struct TrendFormat {
  std::string_view name;
  std::string_view summary;  // one line
  std::string (*render)(const Trend& trend, const Palette& palette);
};

std::span<const TrendFormat> trend_formats();
const TrendFormat* find_trend_format(std::string_view name);

// A table with a line a report for each series, with intervals at 95 %; the newest report; shifts; what moved first.
std::string trend_text(const Trend& trend, const Palette& palette);

// bcheck.trend/1 (docs/trend.md).
std::string trend_json(const Trend& trend, const Palette& palette);

// One page that needs nothing else: no script, no network. Light or dark as the reader's system is.
std::string trend_html(const Trend& trend, const Palette& palette);

}  // namespace bcheck
