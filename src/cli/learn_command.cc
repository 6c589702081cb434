// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "analysis/learn.h"
#include "analysis/rejudge.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/report_files.h"
#include "render/learned.h"
#include "report/read.h"
#include "run/stored_rules.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

class LearnCommand : public Command {
 public:
  std::string name() const override { return "learn"; }
  std::string summary() const override { return "rules proposed from good batches, with the evidence"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck learn monday.json -o rules.json\n"
           "  bcheck learn reports/ -o rules.json\n"
           "  bcheck judge report.json --rules rules.json      what they make of another batch\n"
           "Learned from are products that pass, 30 of each artifact at least. The rules stay as they are but for "
           "limits "
           "on\n"
           "measures, which are only tightened; comments say what each was learned from. Read them before you use "
           "them.";
  }

  std::vector<Option> options() override {
    return {
        {"REPORT", "", "reports of good batches with the same rules, or folders of *.json; files may be - for stdin",
         &reports_, true},
        {"-o,--output", "FILE", "write the rules there instead of stdout", &output_},
    };
  }

  ExitCode execute(const CommonOptions&) override {
    const auto code = learned();
    return code ? *code : give_up(code.error());
  }

 private:
  Result<ExitCode> learned() {
    auto reports = opened();
    if (!reports) return tl::unexpected(std::move(reports.error()));
    const ReportHead& head = reports->front().head();
    const auto stored = stored_rules(reports->front());
    if (!stored) return tl::unexpected(stored.error());
    Learner learner(*stored, find_type);
    std::vector<std::string> names;
    for (ReportReader& report : *reports) {
      names.push_back(report.name());
      if (auto read = each_item(report, [&](const Item& item) { learner.add(item); }); !read) {
        return tl::unexpected(std::move(read.error()));
      }
    }
    const auto artifacts = learner.result();
    if (!artifacts) return tl::unexpected(artifacts.error());
    const std::string text = learned_rules({head.artifacts, head.gate, names}, *artifacts);
    const auto flips = flips_of(*reports, *stored, text);
    if (!flips) return tl::unexpected(flips.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return tl::unexpected(std::move(out.error()));
    out->write(text);
    if (auto written = out->finish(); !written) return tl::unexpected(std::move(written.error()));
    if (!output_.empty() && output_ != "-") {
      if (auto told = answer(closing(*artifacts)); !told) return tl::unexpected(std::move(told.error()));
    }
    if (*flips == 0) return ExitCode::kYes;
    log_warning(fmt::format("with these rules {} of the reports would get another status; bcheck judge names them",
                            counted(*flips, "key")));
    return ExitCode::kNo;
  }

  Result<std::vector<ReportReader>> opened() const {
    const auto files = report_files(reports_);
    if (!files) return tl::unexpected(files.error());
    std::vector<ReportReader> reports;
    for (const std::string& path : *files) {
      auto report = ReportReader::open(path);
      if (!report) return tl::unexpected(std::move(report.error()));
      if (auto whole = report->expect_whole(); !whole) return tl::unexpected(std::move(whole.error()));
      if (!reports.empty() && report->head().rules_sha256 != reports.front().head().rules_sha256) {
        return bad_question(fmt::format("{} was made with other rules than {}: their measures may mean something else",
                                        report->name(), reports.front().name()),
                            "learn from reports of one kind");
      }
      reports.push_back(std::move(*report));
    }
    return reports;
  }

  template <typename Each>
  static Result<void> each_item(ReportReader& report, const Each& each) {
    report.rewind();
    Item item;
    while (true) {
      const auto more = report.next(item);
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      each(item);
    }
  }

  // Keys that would get another status by what was learned from them: none, or something is wrong.
  static Result<std::int64_t> flips_of(std::vector<ReportReader>& reports, const Rules& stored,
                                       const std::string& text) {
    const auto rules = parse_rules(text, "the proposed rules", known_words_of_rules());
    if (!rules) return tl::unexpected(rules.error());
    if (auto possible = needs_no_data(stored, *rules); !possible) return tl::unexpected(possible.error());
    const Rejudge rejudge(*rules, find_type);
    std::int64_t flips = 0;
    for (ReportReader& report : reports) {
      auto read = each_item(report, [&](Item& item) {
        const Status before = item.status;
        rejudge.apply(item);
        if (item.status != before) ++flips;
      });
      if (!read) return tl::unexpected(std::move(read.error()));
    }
    return flips;
  }

  std::string closing(const std::vector<LearnedArtifact>& artifacts) const {
    std::string out;
    for (const LearnedArtifact& artifact : artifacts) {
      std::int64_t limits = 0;
      for (const LearnedMeasure& measure : artifact.measures) {
        if (measure.by == LearnedBy::kConstant || measure.by == LearnedBy::kRange) ++limits;
      }
      out += fmt::format("{}: {} learned from {} that pass\n", quote(artifact.name), counted(limits, "limit"),
                         counted(artifact.products, "product"));
    }
    return out + fmt::format("{}: read it before you use it\n", quote(output_));
  }

  std::vector<std::string> reports_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> make_learn_command() {
  return std::make_unique<LearnCommand>();
}

}  // namespace bcheck
