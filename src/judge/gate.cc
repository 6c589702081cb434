// SPDX-License-Identifier: Apache-2.0
#include "judge/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace bcheck {
namespace {

// value/total against rate, exactly: both sides are multiplied out in 128 bits.
int compare(std::int64_t value, std::int64_t total, const Rate& rate) {
  __extension__ using Wide = __int128;
  const Wide left = static_cast<Wide>(value) * rate.denominator;
  const Wide right = static_cast<Wide>(rate.numerator) * total;
  return left < right ? -1 : left > right ? 1 : 0;
}

std::string option(std::string_view limit) {
  std::string out = "--";
  for (const char c : limit) out += c == '_' ? '-' : c;
  return out;
}

class Gate {
 public:
  void most(std::string_view limit, std::int64_t value, std::int64_t allowed, std::string_view what,
            bool incomplete = false) {
    if (value <= allowed) return;
    close(limit,
          fmt::format("{}: {} {}, {} allowed; {} {} would open it", limit, what, value, allowed, option(limit), value),
          incomplete);
  }

  void at_least(std::string_view limit, std::optional<std::pair<std::int64_t, std::int64_t>> value, const Rate& rate,
                std::string_view what, std::string_view remedy) {
    if (undefined(limit, value, remedy) || compare(value->first, value->second, rate) >= 0) return;
    close(limit,
          fmt::format("{}: {} of {} {}, at least {} wanted", limit, value->first, value->second, what, rate.text));
  }

  void at_most(std::string_view limit, std::optional<std::pair<std::int64_t, std::int64_t>> value, const Rate& rate,
               std::string_view what, std::string_view remedy) {
    if (undefined(limit, value, remedy) || compare(value->first, value->second, rate) <= 0) return;
    close(limit,
          fmt::format("{}: {} of {} {}, at most {} wanted", limit, value->first, value->second, what, rate.text));
  }

  void close(std::string_view limit, std::string message, bool incomplete = false) {
    decision.closings.push_back({std::string(limit), std::move(message), incomplete});
  }

  GateDecision decision;

 private:
  // A rate that is not defined keeps no limit.
  bool undefined(std::string_view limit, std::optional<std::pair<std::int64_t, std::int64_t>> value,
                 std::string_view remedy) {
    if (value && value->second > 0) return false;
    close(limit, fmt::format("{}: cannot be said: {}", limit, remedy));
    return true;
  }
};

template <typename T>
void take(std::optional<T>& under, const std::optional<T>& over) {
  if (over) under = over;
}

}  // namespace

bool GateDecision::incomplete() const {
  return std::any_of(closings.begin(), closings.end(), [](const Closing& c) { return c.incomplete; });
}

bool keeps(const Rate& rate, std::int64_t part, std::int64_t whole) {
  return whole > 0 && compare(part, whole, rate) >= 0;
}

GateDecision decide_gate(const GateRules& rules, const GateFacts& facts) {
  const Summary& summary = facts.summary;
  const std::int64_t total = summary.keys.total();
  const std::int64_t failed = summary.keys[Status::kFail];
  Gate gate;
  if (facts.incomplete) gate.close("complete", "the report does not cover the whole batch", true);
  gate.most("max_errors", summary.keys_with_error, rules.max_errors.value_or(0),
            "keys with a product that could not be examined:", true);
  gate.most("max_unchecked", summary.keys_with_unchecked, rules.max_unchecked.value_or(0),
            "keys with a product that nothing here can check:", true);
  gate.most("max_missing", summary.keys_with_missing, rules.max_missing.value_or(0), "keys without a product:");
  if (rules.min_pass_rate) {
    gate.at_least("min_pass_rate", std::pair{summary.keys[Status::kPass], total}, *rules.min_pass_rate, "keys pass",
                  "there are no keys");
  }
  if (rules.max_fail || !rules.min_pass_rate)
    gate.most("max_fail", failed, rules.max_fail.value_or(0), "keys that fail:");
  gate.most("max_duplicates", summary.duplicates, rules.max_duplicates.value_or(0), "repeated records:");
  if (rules.max_extra) {
    gate.most("max_extra", summary.extra, *rules.max_extra, "products that belong to no key:");
  } else if (summary.extra_records > 0) {
    // Files count as soon as the limit is given, so the number that opens it has them too.
    gate.close("max_extra", fmt::format("max_extra: records that belong to no key: {}, 0 allowed; --max-extra {} would "
                                        "open it",
                                        summary.extra_records, summary.extra));
  }
  if (rules.max_warnings) gate.most("max_warnings", summary.warnings, *rules.max_warnings, "warnings:");
  if (rules.max_silent_error_rate) {
    std::optional<std::pair<std::int64_t, std::int64_t>> silent;
    // Where no status says success or failure, none was silent and none was not.
    const bool known = !summary.reported || summary.reported->known() > 0;
    if (summary.silent_errors && known) silent = {*summary.silent_errors, total};
    gate.at_most("max_silent_error_rate", silent, *rules.max_silent_error_rate, "keys were reported done and are bad",
                 "no status of any key says success or failure");
  }
  if (rules.min_consistency) {
    gate.at_least("min_consistency", facts.consistency, *rules.min_consistency, "keys are the same",
                  "no common key could be compared; compare two reports with bcheck diff");
  }
  if (rules.min_checked) {
    const std::int64_t checked = summary.keys[Status::kPass] + failed;
    if (checked < *rules.min_checked) {
      gate.close("min_checked",
                 fmt::format("min_checked: {} keys were examined, at least {} wanted", checked, *rules.min_checked));
    }
  }
  if (summary.batch_failures > 0) {
    gate.close("batch", fmt::format("{} findings about the batch as a whole", summary.batch_failures));
  }
  return std::move(gate.decision);
}

GateRules overridden(const GateRules& under, const GateRules& over) {
  GateRules rules = under;
  take(rules.min_pass_rate, over.min_pass_rate);
  take(rules.max_silent_error_rate, over.max_silent_error_rate);
  take(rules.min_consistency, over.min_consistency);
  take(rules.max_missing, over.max_missing);
  take(rules.max_duplicates, over.max_duplicates);
  take(rules.max_errors, over.max_errors);
  take(rules.max_unchecked, over.max_unchecked);
  take(rules.max_extra, over.max_extra);
  take(rules.max_fail, over.max_fail);
  take(rules.max_warnings, over.max_warnings);
  take(rules.min_checked, over.min_checked);
  return rules;
}

}  // namespace bcheck
