// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "analysis/localise.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/gate_options.h"
#include "cli/gate_words.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/shard_option.h"
#include "cli/variable.h"
#include "render/closing.h"
#include "render/localised.h"
#include "run/fingerprints.h"
#include "run/run.h"

namespace bcheck {
namespace {

class RunCommand : public Command {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "check a batch: what was submitted against what came back"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck run keys.txt out/                       each key has the file KEY or KEY.* in out/\n"
           "  bcheck run keys.txt out/ -o report.json        and the report is kept\n"
           "  bcheck run batch.tsv out/ --rules rules.json --min-pass-rate 99%\n"
           "Without any gate option everything must pass.";
  }

  std::vector<Option> options() override {
    std::vector<Option> options = check_.options();
    for (Option& option : std::vector<Option>{
             {"-o,--report", "FILE", "keep the report there; - is stdout; FILE.gz and FILE.zst are compressed",
              &report_},
             {"--items", "FILE", "put the items there, a line each, and into the report only where they are", &items_},
             {"--shard", "I/N", "only the keys of shard I of N, from 0; auto/N asks the array job for I", &shard_},
             {"--status", "FILE", "what the job reported: keys with their state, or a folder of return codes",
              &status_},
             {"--status-format", "NAME", "text, tsv, csv or jsonl, whatever the extension says", &status_format_},
             {"--status-key", "NAME", "its column with the keys (key or id)", &status_key_},
             {"--status-column", "NAME", "its column with the states (state or status)", &status_column_},
             {"--content-sha256", "", "hash the decoded content of every product too", &content_},
             {"--label", "NAME=VALUE", "kept in the report; may be repeated", &labels_},
             {"--env", "FILE", "a fingerprint that bcheck env took where the batch ran; may be repeated",
              &environments_},
             {"--partial", "", "when interrupted, keep a report of what was examined", &partial_},
             {"--reproducible", "", "leave out of the report what differs from run to run", &reproducible_},
         }) {
      options.push_back(std::move(option));
    }
    for (Option& option : gate_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    RunRequest request;
    if (const auto done = resolve(request, common.command); !done) return give_up(done.error());
    Localiser localiser;
    request.each_item = [&](const ItemHead& head) { localiser.add(head.status, head.groups); };
    Result<RunAnswer> checked;
    {
      ProgressObserver observer(check_.progress(common));
      checked = run(request, observer);
    }
    if (!checked) return give_up(checked.error());
    for (const std::string& note : checked->notes) log_warning(note);

    std::string life;
    for (const std::string& line : checked->life) life += line + '\n';
    const std::string shard =
        checked->shard ? shard_line(*checked->shard, checked->manifest_keys, shard_source_) : std::string();
    const std::string closing =
        shard + closing_text(checked->tail, palette(common)) + localised_line(localiser.result(), palette(common)) +
        life + gate_words(checked->gate, checked->tail.summary, palette(common)) + unseen_lines(*checked) +
        (request.report.empty() ? "no report was kept (-o FILE keeps one)\n" : "");
    if (request.report == "-") {
      // stdout holds the report.
      write_fully(STDERR_FILENO, closing);
    } else if (const auto written = answer(closing); !written) {
      return give_up(written.error());
    }
    if (checked->interrupted) return interrupt_exit_code();
    return gate_exit_code(checked->gate, checked->tail.summary);
  }

 private:
  static Palette palette(const CommonOptions& common) { return common.color_out ? Palette::ansi() : Palette{}; }

  // Where the batch is about to be trusted, and not beside what is known to be wrong with it.
  static std::string unseen_lines(const RunAnswer& checked) {
    std::string out;
    if (!checked.gate.open()) return out;
    if (checked.unproved > 0) {
      out += fmt::format("{} without checksums: decoding cannot see every changed byte (bcheck types image)\n",
                         counted(checked.unproved, "passing picture"));
    }
    if (checked.by_header > 0) {
      out += fmt::format(
          "{} passed by the header alone: whether the rest is whole was not looked at (bcheck types file)\n",
          counted(checked.by_header, "file"));
    }
    return out;
  }

  Result<void> resolve(RunRequest& request, const std::vector<std::string>& command) {
    if (const auto done = check_.resolve(request, command); !done) return done;
    request.status = {status_, status_format_, status_key_, status_column_};
    if (status_.empty() && !(status_format_ + status_key_ + status_column_).empty()) {
      return bad_question("--status-format, --status-key and --status-column go with --status");
    }
    if (status_ == "-" && request.manifest.path == "-")
      return bad_question("stdin cannot be the manifest and the status");
    if (!shard_.empty()) {
      auto shard = parse_shard(shard_, shard_source_);
      if (!shard) return tl::unexpected(std::move(shard.error()));
      request.shard = *shard;
    }
    request.report = report_;
    request.items = items_;
    request.content_sha256 = content_;
    request.partial = partial_;
    request.reproducible = reproducible_ || !variable("SOURCE_DATE_EPOCH").empty();
    const auto gate = gate_.parsed();
    if (!gate) return tl::unexpected(gate.error());
    request.gate = *gate;
    for (const std::string& label : labels_) {
      const std::size_t equal = label.find('=');
      if (equal == std::string::npos || equal == 0) {
        return bad_question(fmt::format("--label: {} is not NAME=VALUE", quote(label)));
      }
      request.info.labels[label.substr(0, equal)] = label.substr(equal + 1);
    }
    if (environments_.empty()) return {};
    auto environments = read_fingerprints(environments_);
    if (!environments) return tl::unexpected(std::move(environments.error()));
    request.info.environment = std::move(*environments);
    return {};
  }

  std::string status_, status_format_, status_key_, status_column_;
  CheckOptions check_;
  std::string shard_, shard_source_;
  std::string report_, items_;
  std::vector<std::string> labels_, environments_;
  bool content_ = false, partial_ = false, reproducible_ = false;
  GateOptions gate_;
};

}  // namespace

std::unique_ptr<Command> make_run_command() {
  return std::make_unique<RunCommand>();
}

}  // namespace bcheck
