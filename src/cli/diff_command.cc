// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "analysis/diff.h"
#include "analysis/recomputation.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/confidence.h"
#include "input/rate.h"
#include "judge/gate.h"
#include "render/diff_view.h"
#include "report/read.h"

namespace bcheck {
namespace {

class DiffCommand : public Command {
 public:
  std::string name() const override { return "diff"; }
  std::string summary() const override { return "two reports of one batch: same, changed, newly bad, repaired, ..."; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck diff monday.json tuesday.json\n"
           "  bcheck diff monday.json tuesday.json --min-consistency 95%\n"
           "  bcheck diff batch.json again.json --sample --max-rate 0.5%\n"
           "Without --min-consistency or --max-rate the answer is yes only where nothing differs.";
  }

  std::vector<Option> options() override {
    return {
        {"OLD", "", "the first report", &old_, true},
        {"NEW", "", "the second report", &new_, true},
        {"-f,--format", "NAME", "text or json", &format_},
        {"--json", "", "the same as --format json", &json_},
        {"--all", "", "name every key that differs instead of the first few", &all_},
        {"--force", "", "compare hashes although the reports were made with different rules", &force_},
        {"--min-consistency", "RATE", "yes if so many of the common keys are the same: 95%", &min_consistency_},
        {"--sample", "", "NEW is a recomputation of some keys of OLD: what it shows of the batch", &sample_},
        {"--max-rate", "RATE", "of --sample: yes if it shows that at most so many of the batch differ: 0.5%",
         &max_rate_},
        {"--confidence", "RATE", "of --sample: how sure it has to be (95%)", &confidence_},
        {"--salt", "TEXT", "of --sample: what the keys were drawn with (bcheck-v1)", &salt_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
    };
  }

  ExitCode execute(const CommonOptions& common) override {
    if (json_ && !format_.empty() && format_ != "json") {
      return give_up({ErrorKind::kBadQuestion, "--json and --format exclude each other", ""});
    }
    if (format_.empty()) format_ = json_ ? "json" : "text";
    const DiffFormat* const format = find_diff_format(format_);
    if (format == nullptr) {
      std::vector<std::string_view> names;
      for (const DiffFormat& known : diff_formats()) names.push_back(known.name);
      return give_up(
          {ErrorKind::kBadQuestion, fmt::format("unknown format {}", quote(format_)), suggestion(format_, names)});
    }
    GateRules gate;
    if (!min_consistency_.empty()) {
      auto rate = parse_rate(min_consistency_);
      if (!rate) return give_up({rate.error().kind, "--min-consistency: " + rate.error().message, rate.error().hint});
      gate.min_consistency = *rate;
    }
    const auto request = sample_request();
    if (!request) return give_up(request.error());
    auto old_report = ReportReader::open(old_);
    if (!old_report) return give_up(old_report.error());
    auto new_report = ReportReader::open(new_);
    if (!new_report) return give_up(new_report.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return give_up(out.error());

    DiffViewOptions options;
    options.kind = sample_ ? DiffKind::kSample : DiffKind::kBatches;
    options.all = all_;
    if (output_.empty() && common.color_out) options.palette = Palette::ansi();
    const auto view = format->make(options, [&](std::string_view text) { out->write(text); });
    std::optional<RecomputationCount> sample;
    if (sample_) sample.emplace(*request, new_report->head().manifest_keys);
    auto difference = diff(*old_report, *new_report, {force_}, [&](const KeyChange& change) {
      if (sample) sample->key(change);
      if (sample && change.change == Change::kGone) return;  // was not computed again
      view->key(change);
    });
    if (!difference) return give_up(difference.error());
    if (sample) difference->sample = sample->finish(old_report->tail().summary);
    view->finish(*difference);
    const ExitCode code = sample ? decide_sample(*difference) : decide(*difference, gate, format_ == "text", *out);
    if (const auto written = out->finish(); !written) return give_up(written.error());
    return code;
  }

 private:
  Result<RecomputationRequest> sample_request() const {
    RecomputationRequest request;
    if (!sample_ && !(max_rate_.empty() && confidence_.empty() && salt_.empty())) {
      return bad_question("--max-rate, --confidence and --salt go with --sample");
    }
    if (sample_ && !min_consistency_.empty()) return bad_question("--sample and --min-consistency exclude each other");
    auto confidence = parse_confidence(confidence_);
    if (!confidence) return tl::unexpected(confidence.error());
    request.confidence = *confidence;
    if (!salt_.empty()) request.salt = salt_;
    if (max_rate_.empty()) return request;
    auto rate = parse_share(max_rate_, "--max-rate");
    if (!rate) return tl::unexpected(rate.error());
    request.max_rate = *rate;
    return request;
  }

  static bool all_compared(const Difference& difference) {
    if (difference[Change::kUncompared] == 0) return true;
    log_warning(difference.comparable()
                    ? "some keys have no hash to compare"
                    : "the reports were made with different rules; --force compares hashes all the same");
    return false;
  }

  static ExitCode decide_sample(const Difference& difference) {
    const Recomputation& sample = *difference.sample;
    if (!all_compared(difference)) return ExitCode::kIncomplete;
    if (sample.unanswered > 0 || sample.foreign > 0) {
      log_warning(fmt::format("{} computed again cannot be compared with the batch",
                              counted(sample.unanswered + sample.foreign, "key")));
      return ExitCode::kIncomplete;
    }
    if (sample.compared == 0) return ExitCode::kNothing;
    return (sample.max_given ? sample.shown() : sample.mismatches == 0) ? ExitCode::kYes : ExitCode::kNo;
  }

  static ExitCode decide(const Difference& difference, const GateRules& gate, bool tell, Answer& out) {
    if (!all_compared(difference)) return ExitCode::kIncomplete;
    if (!gate.min_consistency) return difference.differs() ? ExitCode::kNo : ExitCode::kYes;
    const auto consistency = difference.consistency();
    const bool kept = consistency && keeps(*gate.min_consistency, consistency->part, consistency->whole);
    if (tell) {
      out.write(fmt::format("gate: {}: min_consistency: {} of {} common keys are the same, at least {} wanted\n",
                            kept ? "open" : "closed", consistency ? consistency->part : 0, difference.common(),
                            gate.min_consistency->text));
    }
    return kept ? ExitCode::kYes : ExitCode::kNo;
  }

  std::string old_, new_, format_, min_consistency_, output_, max_rate_, confidence_, salt_;
  bool json_ = false, all_ = false, force_ = false, sample_ = false;
};

}  // namespace

std::unique_ptr<Command> make_diff_command() {
  return std::make_unique<DiffCommand>();
}

}  // namespace bcheck
