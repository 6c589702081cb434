// SPDX-License-Identifier: Apache-2.0
#include "analysis/acceptance.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "analysis/diff.h"
#include "base/text.h"
#include "judge/gate.h"

namespace bcheck {
namespace {

GateRules thresholds(const GateRules& given) {
  GateRules rules;
  rules.min_pass_rate = Rate{99, 100, "99%"};
  rules.max_silent_error_rate = Rate{1, 100, "1%"};
  rules.min_consistency = Rate{95, 100, "95%"};
  rules.max_missing = INT64_MAX;
  return overridden(rules, given);
}

// Reads to the end: only then is it known that the report's sums hold.
Result<void> read_through(ReportReader& report) {
  Item item;
  while (true) {
    const auto more = report.next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
}

void judge_run(const ReportReader& report, GateRules rules, bool silent_given, Acceptance& out) {
  const Summary& summary = report.tail().summary;
  const std::int64_t keys = summary.keys.total();
  Acceptance::Run run{report.name(), {summary.keys[Status::kPass], keys}, {}};
  if (summary.silent_errors) run.silent = Fraction{*summary.silent_errors, keys};
  if (!run.silent && !silent_given) {
    rules.max_silent_error_rate.reset();
    out.not_judged.push_back(fmt::format("silent errors of {}: it holds no status of any key", run.name));
  } else if (summary.reported && summary.reported->known() < keys) {
    out.not_judged.push_back(fmt::format("silent errors of {} of {} keys of {}: their status is not known",
                                         keys - summary.reported->known(), keys, run.name));
  }
  rules.min_consistency.reset();  // of pairs
  for (const Closing& closing : decide_gate(rules, {summary, report.tail().incomplete, {}}).closings) {
    (closing.incomplete ? out.undecided : out.refusals).push_back(fmt::format("{}: {}", run.name, closing.message));
  }
  out.runs.push_back(std::move(run));
}

Result<void> judge_pair(std::vector<ReportReader>& reports, std::size_t first, std::size_t second, const Rate& least,
                        Acceptance& out) {
  const auto difference = diff(reports[first], reports[second], {}, [](const KeyChange&) {});
  if (!difference) return tl::unexpected(difference.error());
  const std::string names = fmt::format("{} and {}", reports[first].name(), reports[second].name());
  if (!difference->comparable()) {
    return bad_question(names + " were made with different rules", "judge both by the same: bcheck judge");
  }
  const std::int64_t other = (*difference)[Change::kGone] + (*difference)[Change::kNew];
  if (other > 0) {
    return bad_question(
        fmt::format("{} are not of the same keys: {} in one of them only", names, counted(other, "key")),
        "acceptance needs runs of one manifest");
  }
  if (const std::int64_t inputs = (*difference)[Change::kInputChanged]; inputs > 0) {
    return bad_question(
        fmt::format("{} are not of the same inputs: {} with another one", names, counted(inputs, "key")),
        "acceptance needs runs of one manifest");
  }
  Acceptance::Pair pair{first, second, {}};
  if (const std::int64_t unknown = (*difference)[Change::kUncompared]; unknown > 0) {
    out.undecided.push_back(fmt::format("{}: {} without a hash to compare", names, counted(unknown, "key")));
  } else {
    pair.consistency = difference->consistency();
    if (!pair.consistency || !keeps(least, pair.consistency->part, pair.consistency->whole)) {
      out.refusals.push_back(fmt::format("{}: min_consistency: {} of {} keys are the same, at least {} wanted", names,
                                         pair.consistency ? pair.consistency->part : 0, difference->common(),
                                         least.text));
    }
  }
  out.pairs.push_back(pair);
  return {};
}

}  // namespace

Result<Acceptance> accept(std::vector<ReportReader>& reports, const GateRules& given) {
  if (reports.size() < 2) {
    return bad_question("acceptance compares runs of the same keys: two reports at least", "run the batch again");
  }
  const GateRules rules = thresholds(given);
  Acceptance out;
  out.min_completion = rules.min_pass_rate->text;
  out.max_silent = rules.max_silent_error_rate->text;
  out.min_consistency = rules.min_consistency->text;
  for (ReportReader& report : reports) {
    if (auto read = read_through(report); !read) return tl::unexpected(std::move(read.error()));
    if (report.tail().summary.keys.total() == 0) {
      return tl::unexpected<Error>({ErrorKind::kNothing, report.name() + " holds no key", {}});
    }
    judge_run(report, rules, given.max_silent_error_rate.has_value(), out);
  }
  for (std::size_t first = 0; first < reports.size(); ++first) {
    for (std::size_t second = first + 1; second < reports.size(); ++second) {
      auto judged = judge_pair(reports, first, second, *rules.min_consistency, out);
      if (!judged) return tl::unexpected(std::move(judged.error()));
    }
  }
  return out;
}

}  // namespace bcheck
