// SPDX-License-Identifier: Apache-2.0

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "analysis/rejudge.h"
#include "base/file_digest.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/gate_options.h"
#include "cli/gate_words.h"
#include "cli/variable.h"
#include "input/rules.h"
#include "render/closing.h"
#include "render/flips.h"
#include "report/read.h"
#include "report/report_writer.h"
#include "report/summary.h"
#include "report/write.h"
#include "run/effective.h"
#include "run/stored_rules.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

class JudgeCommand : public Command {
 public:
  std::string name() const override { return "judge"; }
  std::string summary() const override { return "a report under other limits, without the data"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck judge report.json --rules stricter.json                    which keys would flip\n"
           "  bcheck judge report.json --rules stricter.json -o stricter-report.json\n"
           "Limits, severities, `optional` and the gate may differ from those of the report. What needs the data "
           "(types,\n"
           "places, options) may not.";
  }

  std::vector<Option> options() override {
    std::vector<Option> options{
        {"REPORT", "", "the report; - is stdin", &report_, true},
        {"-r,--rules", "FILE", "the rules to judge by", &rules_, true},
        {"-o,--output", "FILE", "keep the new report", &output_},
        {"--all", "", "name every key that flips instead of the first few", &all_},
        {"--reproducible", "", "leave out of the report what differs from one time to the next", &reproducible_},
    };
    for (Option& option : gate_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto code = judged(common);
    return code ? *code : give_up(code.error());
  }

 private:
  Result<ExitCode> judged(const CommonOptions& common) {
    auto report = ReportReader::open(report_);
    if (!report) return tl::unexpected(report.error());
    // What would pass by other limits was not compared with what other shards have.
    if (auto whole = report->expect_whole(); !whole) return tl::unexpected(std::move(whole.error()));
    const auto stored = stored_rules(*report);
    if (!stored) return tl::unexpected(stored.error());
    const auto text = read_whole(rules_);
    if (!text) return tl::unexpected(text.error());
    auto wanted = parse_rules({text->data(), text->size()}, rules_, known_words_of_rules());
    if (!wanted) return tl::unexpected(wanted.error());
    if (auto possible = needs_no_data(*stored, *wanted); !possible) return tl::unexpected(possible.error());
    for (std::size_t i = 0; i < wanted->artifacts.size(); ++i) {
      wanted->artifacts[i].content_sha256 = stored->artifacts[i].content_sha256;
    }
    const auto from_command_line = gate_.parsed();
    if (!from_command_line) return tl::unexpected(from_command_line.error());
    const GateRules gate = overridden(wanted->gate, *from_command_line);

    std::optional<Answer> out;
    if (!output_.empty()) {
      if (is_same_file(output_, report_)) {
        return bad_question("the new report would replace the one that it is made from", "write it elsewhere");
      }
      auto opened = Answer::open_report(output_);
      if (!opened) return tl::unexpected(opened.error());
      out = std::move(*opened);
    }
    const auto write = [&](std::string_view part) {
      if (out) out->write(part);
    };
    ReportHead head = report->head();
    head.artifacts = effective_artifacts(*wanted);
    head.rules_sha256 = hex(sha256(as_bytes(head.artifacts)));
    head.gate = gate_json(gate);
    ReportWriter writer(write);
    writer.head(head);
    Flips flips(all_);
    auto tail = items(*report, *wanted, flips, writer);
    if (!tail) return tl::unexpected(tail.error());
    if (auto told = tell_origin(common, *tail); !told) return tl::unexpected(told.error());
    writer.tail(*tail);
    if (out) {
      if (auto written = out->finish(); !written) return tl::unexpected(written.error());
    }
    return say(*tail, gate, flips, common);
  }

  // Judges and writes every item; the answer is what stands below them.
  static Result<ReportTail> items(ReportReader& report, const Rules& rules, Flips& flips, ReportWriter& writer) {
    const Rejudge rejudge(rules, find_type);
    Tally tally;
    Item item;
    std::string line;
    while (true) {
      const auto more = report.next(item);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      const Status was = item.status;
      rejudge.apply(item);
      flips.add(item, was);
      tally.whole(item, [&](const std::string& name) {
        const auto named = std::find_if(rules.artifacts.begin(), rules.artifacts.end(),
                                        [&](const ArtifactRules& artifact) { return artifact.name == name; });
        return !named->optional;
      });
      line.clear();
      append_item(line, item);
      writer.item(line);
    }
    ReportTail tail = report.tail();
    rejudge.apply(tail.batch_findings, false);
    for (const Extra& extra : tail.extra) tally.extra(extra);
    for (const Finding& finding : tail.batch_findings) tally.batch_finding(finding.code, finding.severity);
    tail.summary = tally.summary();
    return tail;
  }

  Result<void> tell_origin(const CommonOptions& common, ReportTail& tail) const {
    if (reproducible_ || !variable("SOURCE_DATE_EPOCH").empty()) {
      tail.run.reset();
      return {};
    }
    const auto digest = sha256_of_file(report_);
    if (!digest) return tl::unexpected(digest.error());
    if (!tail.run) tail.run.emplace();
    tail.run->version = std::string(kVersion);
    tail.run->started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    tail.run->command = common.command;
    tail.run->made_from = {{report_, *digest}};
    return {};
  }

  Result<ExitCode> say(const ReportTail& tail, const GateRules& gate, const Flips& flips, const CommonOptions& common) {
    const Palette palette = common.color_out ? Palette::ansi() : Palette{};
    const GateDecision decision = decide_gate(gate, {tail.summary, tail.incomplete, {}});
    const std::string text = closing_text(tail, palette) + flips.text(palette) +
                             gate_words(decision, tail.summary, palette) +
                             (output_.empty() ? "no report was kept (-o FILE keeps one)\n" : "");
    if (output_ == "-") {
      write_fully(2, text);  // stdout holds the report
    } else if (auto written = answer(text); !written) {
      return tl::unexpected(written.error());
    }
    return gate_exit_code(decision, tail.summary);
  }

  std::string report_, rules_, output_;
  bool all_ = false, reproducible_ = false;
  GateOptions gate_;
};

}  // namespace

std::unique_ptr<Command> make_judge_command() {
  return std::make_unique<JudgeCommand>();
}

}  // namespace bcheck
