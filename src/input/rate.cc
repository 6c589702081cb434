// SPDX-License-Identifier: Apache-2.0
#include "input/rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostDecimals = 12;
constexpr std::size_t kMostDigits = 15;  // of a side of a fraction, or before the point
constexpr std::string_view kForms = "a rate is written 99%, 0.99 or 99/100";

std::optional<std::int64_t> digits(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() > kMostDigits || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  return whole_number(text);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// A number with at most kMostDecimals decimals, as numerator / denominator.
std::optional<Rate> decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto before = digits(text.substr(0, point));
  if (!before) return std::nullopt;
  Rate rate{*before, 1, {}};
  if (point == std::string_view::npos) return rate;
  const std::string_view decimals = text.substr(point + 1);
  const auto after = digits(decimals);
  if (!after || decimals.size() > kMostDecimals) return std::nullopt;
  for (std::size_t i = 0; i < decimals.size(); ++i) {
    if (__builtin_mul_overflow(rate.numerator, 10, &rate.numerator)) return std::nullopt;
    rate.denominator *= 10;
  }
  if (__builtin_add_overflow(rate.numerator, *after, &rate.numerator)) return std::nullopt;
  return rate;
}

std::optional<Rate> fraction(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto above = digits(trimmed(text.substr(0, slash)));
  const auto below = digits(trimmed(text.substr(slash + 1)));
  if (!above || !below || *below == 0) return std::nullopt;
  return Rate{*above, *below, {}};
}

}  // namespace

Result<Rate> parse_rate(std::string_view text) {
  const std::string_view plain = trimmed(text);
  if (plain.empty()) return bad_question("the rate is empty", std::string(kForms));
  std::optional<Rate> rate;
  if (plain.ends_with('%')) {
    rate = decimal(trimmed(plain.substr(0, plain.size() - 1)));
    if (rate) rate->denominator *= 100;
  } else {
    rate = plain.find('/') != std::string_view::npos ? fraction(plain) : decimal(plain);
  }
  if (!rate) return bad_question(fmt::format("{} is no rate", quote(text)), std::string(kForms));
  if (rate->numerator > rate->denominator) {
    const bool meant_percent =
        plain.find_first_of("%/") == std::string_view::npos && rate->numerator <= 100 * rate->denominator;
    return bad_question(
        fmt::format("{} is more than 1", quote(text)),
        meant_percent ? fmt::format("did you mean {}%?", plain) : "rates go from 0 to 1, or from 0% to 100%");
  }
  const std::int64_t common = std::gcd(rate->numerator, rate->denominator);
  rate->numerator /= common;
  rate->denominator /= common;
  rate->text = plain;
  return *rate;
}

}  // namespace bcheck
