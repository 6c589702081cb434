// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "base/text.h"
#include "base/version.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/gate_options.h"
#include "cli/gate_words.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "render/closing.h"
#include "run/fingerprints.h"
#include "run/run.h"

namespace bcheck {
namespace {

constexpr std::int64_t kMostJobs = 1024;

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

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
    std::vector<Option> options{
        {"MANIFEST", "", "the keys that were submitted: text, TSV, CSV, JSONL or JSON; - is stdin", &manifest_, true},
        {"OUTPUT", "", "the directory that came back", &output_, true},
        {"-o,--report", "FILE", "keep the report there; - is stdout", &report_},
        {"--rules", "FILE", "what is expected of each product", &rules_},
        {"--manifest-format", "NAME", "text, tsv, csv, jsonl or json, whatever the extension says", &format_},
        {"--key-column", "NAME", "the column that holds the keys (key or id)", &key_column_},
        {"-0,--null", "", "a NUL ends each key of a text manifest", &nul_},
        {"--duplicates", "WHICH", "of different records of one key: fail, first or last counts (fail)", &duplicates_},
        {"--settle", "TIME", "look again, until nothing moves, for what is missing or still being written", &settle_},
        {"--since", "WHEN", "what was written before is stale: a time (RFC 3339), @SECONDS, or a file's", &since_},
        {"--status", "FILE", "what the job reported: keys with their state, or a folder of return codes", &status_},
        {"--status-format", "NAME", "text, tsv, csv or jsonl, whatever the extension says", &status_format_},
        {"--status-key", "NAME", "its column with the keys (key or id)", &status_key_},
        {"--status-column", "NAME", "its column with the states (state or status)", &status_column_},
        {"--strict", "", "a key that stands twice in the manifest is an error", &strict_},
        {"-j,--jobs", "N", "worker processes (one a processor)", &jobs_},
        {"--timeout", "TIME", "for one product, and 1 s more for each 10 MB (60s)", &timeout_},
        {"--memory", "SIZE", "private memory of a worker (4GiB); 0 = no limit", &memory_},
        {"--content-sha256", "", "hash the decoded content of every product too", &content_},
        {"--label", "NAME=VALUE", "kept in the report; may be repeated", &labels_},
        {"--env", "FILE", "a fingerprint that bcheck env took where the batch ran; may be repeated", &environments_},
        {"--partial", "", "when interrupted, keep a report of what was examined", &partial_},
        {"--reproducible", "", "leave out of the report what differs from run to run", &reproducible_},
        {"--progress", "WHEN", "auto, always, never, or json (lines on stderr)", &progress_},
    };
    for (Option& option : gate_.options()) options.push_back(std::move(option));
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    RunRequest request;
    if (const auto done = resolve(request, common.command); !done) return give_up(done.error());
    Result<RunAnswer> checked;
    {
      ProgressObserver observer(
          progress_mode(progress_, common.verbosity == Verbosity::kQuiet, is_terminal(STDERR_FILENO)));
      checked = run(request, observer);
    }
    if (!checked) return give_up(checked.error());
    for (const std::string& note : checked->notes) log_warning(note);

    const std::string closing = closing_text(checked->tail, palette(common)) +
                                gate_words(checked->gate, checked->tail.summary, palette(common)) +
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

  Result<void> resolve(RunRequest& request, const std::vector<std::string>& command) {
    if (progress_.empty()) progress_ = environment("BCHECK_PROGRESS");
    if (progress_.empty()) progress_ = "auto";
    static constexpr std::array<std::string_view, 4> kModes{"auto", "always", "never", "json"};
    if (std::find(kModes.begin(), kModes.end(), progress_) == kModes.end()) {
      return bad_question(fmt::format("--progress: unknown mode {}", quote(progress_)), suggestion(progress_, kModes));
    }
    static constexpr std::array<std::string_view, 3> kDuplicates{"fail", "first", "last"};
    const auto which = std::find(kDuplicates.begin(), kDuplicates.end(), duplicates_.empty() ? "fail" : duplicates_);
    if (which == kDuplicates.end()) {
      return bad_question(fmt::format("--duplicates: unknown word {}", quote(duplicates_)),
                          suggestion(duplicates_, kDuplicates));
    }
    request.duplicates = static_cast<Duplicates>(which - kDuplicates.begin());
    if (!settle_.empty()) {
      const auto seconds = parse_seconds(settle_, "--settle");
      if (!seconds) return tl::unexpected(seconds.error());
      request.settle_seconds = *seconds;
    }
    if (!since_.empty()) {
      const auto moment = parse_moment(since_, "--since");
      if (!moment) return tl::unexpected(moment.error());
      request.since_ns = *moment;
    }
    request.manifest = {manifest_, format_, key_column_, nul_, strict_};
    request.status = {status_, status_format_, status_key_, status_column_};
    if (status_.empty() && !(status_format_ + status_key_ + status_column_).empty()) {
      return bad_question("--status-format, --status-key and --status-column go with --status");
    }
    if (status_ == "-" && manifest_ == "-") return bad_question("stdin cannot be the manifest and the status");
    request.output = output_;
    request.rules = rules_;
    request.report = report_;
    request.content_sha256 = content_;
    request.partial = partial_;
    request.reproducible = reproducible_ || !environment("SOURCE_DATE_EPOCH").empty();
    const auto gate = gate_.parsed();
    if (!gate) return tl::unexpected(gate.error());
    request.gate = *gate;
    if (const auto pool = resolve_pool(request.pool); !pool) return pool;
    return resolve_info(request.info, command, request.pool.jobs);
  }

  Result<void> resolve_pool(PoolSettings& pool) {
    pool.jobs = processors();
    const std::string jobs = jobs_.empty() ? environment("BCHECK_JOBS") : jobs_;
    if (!jobs.empty()) {
      const auto number = parse_count(jobs, jobs_.empty() ? "BCHECK_JOBS" : "--jobs", 1, kMostJobs);
      if (!number) return tl::unexpected(number.error());
      pool.jobs = static_cast<int>(*number);
    }
    if (!timeout_.empty()) {
      const auto seconds = parse_seconds(timeout_, "--timeout");
      if (!seconds) return tl::unexpected(seconds.error());
      pool.item_seconds = *seconds;
    }
    if (!memory_.empty()) {
      const auto bytes = parse_size(memory_, "--memory");
      if (!bytes) return tl::unexpected(bytes.error());
      pool.memory_limit = *bytes;
    }
    return {};
  }

  Result<void> resolve_info(RunInfo& info, const std::vector<std::string>& command, int jobs) {
    info.version = kVersion;
    info.host = host_name();
    info.jobs = jobs;
    info.command = command;
    for (const std::string& label : labels_) {
      const std::size_t equal = label.find('=');
      if (equal == std::string::npos || equal == 0) {
        return bad_question(fmt::format("--label: {} is not NAME=VALUE", quote(label)));
      }
      info.labels[label.substr(0, equal)] = label.substr(equal + 1);
    }
    if (environments_.empty()) return {};
    auto environments = read_fingerprints(environments_);
    if (!environments) return tl::unexpected(std::move(environments.error()));
    info.environment = std::move(*environments);
    return {};
  }

  std::string manifest_, output_, report_, rules_, format_, key_column_, jobs_, timeout_, memory_, progress_,
      duplicates_, settle_, since_, status_, status_format_, status_key_, status_column_;
  std::vector<std::string> labels_, environments_;
  bool nul_ = false, strict_ = false, content_ = false, partial_ = false, reproducible_ = false;
  GateOptions gate_;
};

}  // namespace

std::unique_ptr<Command> make_run_command() {
  return std::make_unique<RunCommand>();
}

}  // namespace bcheck
