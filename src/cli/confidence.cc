// SPDX-License-Identifier: Apache-2.0
#include "cli/confidence.h"

#include <fmt/format.h>

#include "base/text.h"
#include "input/rate.h"

namespace bcheck {

Result<Rate> parse_share(const std::string& typed, std::string_view option) {
  auto rate = parse_rate(typed);
  if (!rate) return bad_question(fmt::format("{}: {}", option, rate.error().message), rate.error().hint);
  if (rate->numerator < rate->denominator) return rate;
  return bad_question(fmt::format("{}: {} must be less than 100 %", option, quote(typed)));
}

Result<Rate> parse_confidence(const std::string& typed) {
  auto rate = parse_share(typed.empty() ? "95%" : typed, "--confidence");
  if (!rate || rate->numerator > 0) return rate;
  return bad_question(fmt::format("--confidence: {} must be more than 0", quote(typed)));
}

}  // namespace bcheck
