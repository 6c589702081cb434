// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_options.h"

#include <fmt/format.h>

#include <optional>

#include "cli/parse.h"
#include "input/rate.h"

namespace bcheck {
namespace {

Result<void> put(std::optional<Rate>& target, const std::string& typed, std::string_view option) {
  if (typed.empty()) return {};
  auto rate = parse_rate(typed);
  if (!rate) {
    rate.error().message = fmt::format("{}: {}", option, rate.error().message);
    return tl::unexpected(std::move(rate.error()));
  }
  target = *rate;
  return {};
}

Result<void> put(std::optional<std::int64_t>& target, const std::string& typed, std::string_view option) {
  if (typed.empty()) return {};
  const auto number = parse_count(typed, option, 0, INT64_MAX);
  if (!number) return tl::unexpected(number.error());
  target = *number;
  return {};
}

}  // namespace

std::vector<Option> GateOptions::options() {
  const std::string group = "Gate";
  return {
      {"--min-pass-rate", "RATE", "so many of the keys have to pass: 99% or 0.99", &min_pass_rate_, false, group},
      {"--max-fail", "N", "so many keys may fail", &max_fail_, false, group},
      {"--max-missing", "N", "so many keys may have no product (0)", &max_missing_, false, group},
      {"--max-errors", "N", "so many keys may have a product that could not be examined (0)", &max_errors_, false,
       group},
      {"--max-unchecked", "N", "so many keys may have a product that nothing here can check (0)", &max_unchecked_,
       false, group},
      {"--max-duplicates", "N", "so many records may be repeated (0)", &max_duplicates_, false, group},
      {"--max-extra", "N", "so many products may belong to no key", &max_extra_, false, group},
      {"--max-warnings", "N", "so many warnings may be raised", &max_warnings_, false, group},
      {"--min-checked", "N", "so many keys have to have been examined", &min_checked_, false, group},
      {"--max-silent-error-rate", "RATE", "so many of the keys may be reported done and be bad",
       &max_silent_error_rate_, false, group},
      {"--min-consistency", "RATE", "so many of the common keys have to be the same in two reports", &min_consistency_,
       false, group},
  };
}

Result<GateRules> GateOptions::parsed() const {
  GateRules rules;
  for (const auto& done : {
           put(rules.min_pass_rate, min_pass_rate_, "--min-pass-rate"),
           put(rules.max_silent_error_rate, max_silent_error_rate_, "--max-silent-error-rate"),
           put(rules.min_consistency, min_consistency_, "--min-consistency"),
           put(rules.max_missing, max_missing_, "--max-missing"),
           put(rules.max_duplicates, max_duplicates_, "--max-duplicates"),
           put(rules.max_errors, max_errors_, "--max-errors"),
           put(rules.max_unchecked, max_unchecked_, "--max-unchecked"),
           put(rules.max_extra, max_extra_, "--max-extra"),
           put(rules.max_fail, max_fail_, "--max-fail"),
           put(rules.max_warnings, max_warnings_, "--max-warnings"),
           put(rules.min_checked, min_checked_, "--min-checked"),
       }) {
    if (!done) return tl::unexpected(done.error());
  }
  return rules;
}

}  // namespace bcheck
