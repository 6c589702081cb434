// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/diff.h"
#include "analysis/drift.h"
#include "analysis/environment.h"
#include "analysis/moved.h"
#include "analysis/recomputation.h"
#include "analysis/rulers.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/confidence.h"
#include "cli/diff_verdict.h"
#include "cli/drift_options.h"
#include "cli/near_options.h"
#include "cli/shard_option.h"
#include "input/manifest.h"
#include "input/rate.h"
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
           "  bcheck diff old.json new.json --near --old-output out1 --new-output out2\n"
           "  bcheck diff old.json new.json --min-consistency 0% --fail-on-drift\n"
           "  bcheck diff old.json new.json --format html -o diff.html\n"
           "  bcheck diff batch.json again.json --sample --max-rate 0.5%\n"
           "  bcheck diff today.json --baseline pinned.json --rulers rulers.txt\n"
           "Without --min-consistency or --max-rate the answer is yes only where nothing differs.";
  }

  std::vector<Option> options() override {
    std::vector<Option> options{
        {"OLD", "", "the first report", &old_, true},
        {"NEW", "", "the second report", &new_},
        {"--baseline", "FILE", "the first report, by name; then OLD is the second", &baseline_},
        {"-f,--format", "NAME", "text, json or html (one page for a browser)", &format_},
        {"--json", "", "the same as --format json", &json_},
        {"--all", "", "name every key that differs instead of the first few", &all_},
        {"--force", "", "compare hashes although the reports were made with different rules", &force_},
        {"--min-consistency", "RATE", "yes if so many of the common keys are the same: 95%", &min_consistency_},
        {"--sample", "", "NEW is a recomputation of some keys of OLD: what it shows of the batch", &sample_},
        {"--max-rate", "RATE", "of --sample: yes if it shows that at most so many of the batch differ: 0.5%",
         &max_rate_},
        {"--confidence", "RATE", "of --sample: how sure it has to be (95%)", &confidence_},
        {"--salt", "TEXT", "of --sample: what the keys were drawn with (bcheck-v1)", &salt_},
        {"--rulers", "FILE", "look at the keys of this manifest alone, OLD being their baseline", &rulers_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
    };
    for (Option& option : near_.options()) options.push_back(std::move(option));
    for (Option& option : drift_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto code = answered(common);
    return code ? *code : give_up(code.error());
  }

 private:
  // What is asked, as it was typed and settled.
  struct Question {
    const DiffFormat* format = nullptr;
    std::optional<Rate> min_consistency;
    RecomputationRequest sample;
    std::vector<std::string> rulers;
    DriftLimits drift;
  };

  Result<ExitCode> answered(const CommonOptions& common) {
    auto question = settled();
    if (!question) return tl::unexpected(std::move(question.error()));
    auto old_report = ReportReader::open(old_);
    if (!old_report) return tl::unexpected(std::move(old_report.error()));
    auto new_report = ReportReader::open(new_);
    if (!new_report) return tl::unexpected(std::move(new_report.error()));
    warn_of_shard(*old_report);
    warn_of_shard(*new_report);
    const auto meters = near_.open();
    if (!meters) return tl::unexpected(meters.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return tl::unexpected(std::move(out.error()));

    DiffViewOptions options;
    options.kind = sample_ ? DiffKind::kSample : rulers_.empty() ? DiffKind::kBatches : DiffKind::kRulers;
    options.all = all_;
    if (output_.empty() && common.color_out) options.palette = Palette::ansi();
    const auto view = question->format->make(options, [&](std::string_view text) { out->write(text); });
    std::optional<RecomputationCount> sample;
    if (sample_) sample.emplace(question->sample, new_report->head().manifest_keys);
    std::optional<RulerCount> rulers;
    if (!rulers_.empty()) rulers.emplace(std::move(question->rulers));
    DiffOptions how{force_, near_.asked(), *meters, {}};
    std::optional<DriftCount> drift;
    MovedProducts moved;
    if (options.kind == DiffKind::kBatches) {
      drift.emplace(question->drift);
      how.look = [&](const Item* before, const Item* after) {
        drift->key(before, after);
        moved.key(before, after);
      };
    }
    auto difference = diff(*old_report, *new_report, how, [&](const KeyChange& change) {
      if (rulers && !rulers->key(change)) return;
      if (sample) sample->key(change);
      if (sample && change.change == Change::kGone) return;  // was not computed again
      view->key(change);
    });
    if (!difference) return tl::unexpected(std::move(difference.error()));
    if (sample) difference->sample = sample->finish(old_report->tail().summary);
    if (rulers) {
      difference->rulers = rulers->finish();
      lay_environments_beside(*difference->rulers, old_report->tail(), new_report->tail());
    }
    if (drift && (difference->comparable() || difference->forced)) {
      difference->statistics = drift->finish(old_report->head(), new_report->head());
      auto moves = moved.finish(*old_report, *new_report);
      if (!moves) return tl::unexpected(std::move(moves.error()));
      difference->moved = std::move(*moves);
    }
    const DiffGate gate{question->min_consistency, drift_.fails()};
    const ExitCode code = verdict_of(*difference, gate);
    view->finish(*difference, code == ExitCode::kIncomplete ? std::string() : gate_lines(*difference, gate));
    if (auto written = out->finish(); !written) return tl::unexpected(std::move(written.error()));
    return code;
  }

  Result<Question> settled() {
    Question question;
    if (json_ && !format_.empty() && format_ != "json") return bad_question("--json and --format exclude each other");
    if (format_.empty()) format_ = json_ ? "json" : "text";
    question.format = find_diff_format(format_);
    if (question.format == nullptr) {
      std::vector<std::string_view> names;
      for (const DiffFormat& known : diff_formats()) names.push_back(known.name);
      return bad_question(fmt::format("unknown format {}", quote(format_)), suggestion(format_, names));
    }
    if (format_ == "html" && (sample_ || !rulers_.empty())) {
      return bad_question("--format html excludes --sample and --rulers", "text and json tell of these");
    }
    if (baseline_.empty() == new_.empty()) {
      return bad_question("two reports are compared: OLD and NEW, or one and --baseline");
    }
    if (!baseline_.empty()) {
      new_ = std::move(old_);
      old_ = std::move(baseline_);
    }
    if (int(sample_) + int(!rulers_.empty()) + int(!min_consistency_.empty()) > 1) {
      return bad_question("--sample, --rulers and --min-consistency exclude each other");
    }
    if (auto done = near_.settle(); !done) return tl::unexpected(std::move(done.error()));
    if (near_.asked() && (sample_ || !rulers_.empty())) return bad_question("--near excludes --sample and --rulers");
    if (drift_.typed() && (sample_ || !rulers_.empty())) {
      return bad_question("--fail-on-drift, --drift-margin and --alpha exclude --sample and --rulers");
    }
    auto limits = drift_.settle();
    if (!limits) return tl::unexpected(std::move(limits.error()));
    question.drift = std::move(*limits);
    if (!min_consistency_.empty()) {
      auto rate = parse_rate(min_consistency_);
      if (!rate) return bad_question("--min-consistency: " + rate.error().message, rate.error().hint);
      question.min_consistency = std::move(*rate);
    }
    if (auto done = settle_sample(question.sample); !done) return tl::unexpected(std::move(done.error()));
    if (rulers_.empty()) return question;
    auto rulers = load_manifest({rulers_, {}, {}, false, false});
    if (!rulers) return tl::unexpected(std::move(rulers.error()));
    question.rulers.assign(rulers->keys.begin(), rulers->keys.end());
    return question;
  }

  Result<void> settle_sample(RecomputationRequest& request) const {
    if (!sample_ && !(max_rate_.empty() && confidence_.empty() && salt_.empty())) {
      return bad_question("--max-rate, --confidence and --salt go with --sample");
    }
    auto confidence = parse_confidence(confidence_);
    if (!confidence) return tl::unexpected(std::move(confidence.error()));
    request.confidence = std::move(*confidence);
    if (!salt_.empty()) request.salt = salt_;
    if (max_rate_.empty()) return {};
    auto rate = parse_share(max_rate_, "--max-rate");
    if (!rate) return tl::unexpected(std::move(rate.error()));
    request.max_rate = std::move(*rate);
    return {};
  }

  static void lay_environments_beside(RulerCheck& rulers, const ReportTail& before, const ReportTail& after) {
    rulers.old_environment = before.run && !before.run->environment.empty();
    rulers.new_environment = after.run && !after.run->environment.empty();
    if (rulers.old_environment && rulers.new_environment) {
      rulers.environment = compare_environments(before.run->environment, after.run->environment);
    }
  }

  std::string old_, new_, baseline_, format_, min_consistency_, output_, max_rate_, confidence_, salt_, rulers_;
  NearOptions near_;
  DriftOptions drift_;
  bool json_ = false, all_ = false, force_ = false, sample_ = false;
};

}  // namespace

std::unique_ptr<Command> make_diff_command() {
  return std::make_unique<DiffCommand>();
}

}  // namespace bcheck
