// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/acceptance.h"
#include "analysis/diff.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/gate_options.h"
#include "cli/gate_words.h"
#include "cli/log.h"
#include "cli/shard_option.h"
#include "cli/stored_gate.h"
#include "render/accepted.h"
#include "render/closing.h"
#include "report/read.h"

namespace bcheck {
namespace {

// Reads to the end: only then is it known that the report's sums hold.
Result<void> read_through(ReportReader& report) {
  Item item;
  while (true) {
    const auto more = report.next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
}

class GateCommand : public Command {
 public:
  std::string name() const override { return "gate"; }
  std::string summary() const override { return "decide about finished reports, for CI"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck gate report.json                         with the gate of its rules; without one, all must pass\n"
           "  bcheck gate report.json --min-pass-rate 99% --max-missing 2\n"
           "  bcheck gate monday.json tuesday.json --min-consistency 95%\n"
           "  bcheck gate run1.json run2.json run3.json --accept   99 % complete, 1 % silent, 95 % the same, whatever "
           "their\n"
           "                                                  rules say; other numbers by the options below";
  }

  std::vector<Option> options() override {
    std::vector<Option> options{
        {"REPORT", "", "one or more reports; - is stdin", &reports_, true},
        {"--accept", "",
         "one verdict on a provider, by several runs of the same keys: each has to be 99% complete with 1% "
         "of silent errors at most, each two 95% the same",
         &accept_}};
    for (Option& option : gate_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto given = gate_.parsed();
    if (!given) return give_up(given.error());
    const Palette palette = common.color_out ? Palette::ansi() : Palette{};
    std::vector<ReportReader> reports;
    for (const std::string& path : reports_) {
      auto report = ReportReader::open(path);
      if (!report) return give_up(report.error());
      warn_of_shard(*report);
      reports.push_back(std::move(*report));
    }
    if (accept_) {
      const auto code = accepted(reports, *given, palette);
      return code ? *code : give_up(code.error());
    }
    std::string text;
    std::vector<ExitCode> codes;
    for (std::size_t i = 0; i < reports.size(); ++i) {
      const auto decided = decide(reports, i, *given, palette, text);
      if (!decided) return give_up(decided.error());
      codes.push_back(*decided);
    }
    if (const auto written = answer(text); !written) return give_up(written.error());
    return worst_of(codes);
  }

 private:
  Result<ExitCode> accepted(std::vector<ReportReader>& reports, const GateRules& given, const Palette& palette) const {
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!is_same_file(reports_[i], reports_[j])) continue;
        return bad_question(fmt::format("{} is named twice, and is always like itself", reports[i].name()));
      }
    }
    const auto acceptance = accept(reports, given);
    if (!acceptance) return tl::unexpected(acceptance.error());
    if (auto written = answer(acceptance_text(*acceptance, palette)); !written) {
      return tl::unexpected(std::move(written.error()));
    }
    if (!acceptance->undecided.empty()) return ExitCode::kIncomplete;
    return acceptance->accepted() ? ExitCode::kYes : ExitCode::kNo;
  }

  // One report; its consistency is with the report before it.
  static Result<ExitCode> decide(std::vector<ReportReader>& reports, std::size_t i, const GateRules& given,
                                 const Palette& palette, std::string& text) {
    ReportReader& report = reports[i];
    if (const auto read = read_through(report); !read) return tl::unexpected(read.error());
    const auto stored = stored_gate(report);
    if (!stored) return tl::unexpected(stored.error());
    GateRules rules = overridden(*stored, given);
    GateFacts facts{report.tail().summary, report.tail().incomplete, {}};
    if (rules.min_consistency && i > 0) {
      const auto difference = diff(reports[i - 1], report, {}, [](const KeyChange&) {});
      if (!difference) return tl::unexpected(difference.error());
      if (const auto same = difference->consistency()) facts.consistency = {same->part, same->whole};
      if (const std::int64_t inputs = (*difference)[Change::kInputChanged]; inputs > 0) {
        log_warning(fmt::format("min_consistency: {} of another input in {} and {} not counted", counted(inputs, "key"),
                                reports[i - 1].name(), report.name()));
      }
    } else if (reports.size() > 1) {
      rules.min_consistency.reset();  // the first has none before it
    }
    const GateDecision gate = decide_gate(rules, facts);
    if (reports.size() > 1) text += fmt::format("{}{}:\n", i == 0 ? "" : "\n", report.name());
    text += closing_text(report.tail(), palette) + gate_words(gate, report.tail().summary, palette);
    return gate_exit_code(gate, report.tail().summary);
  }

  static ExitCode worst_of(const std::vector<ExitCode>& codes) {
    for (const ExitCode code : {ExitCode::kNothing, ExitCode::kIncomplete, ExitCode::kNo}) {
      if (std::find(codes.begin(), codes.end(), code) != codes.end()) return code;
    }
    return ExitCode::kYes;
  }

  std::vector<std::string> reports_;
  bool accept_ = false;
  GateOptions gate_;
};

}  // namespace

std::unique_ptr<Command> make_gate_command() {
  return std::make_unique<GateCommand>();
}

}  // namespace bcheck
