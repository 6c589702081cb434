// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/recomputed.h"
#include "analysis/resume.h"
#include "base/temp_folder.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/check_options.h"
#include "cli/commands.h"
#include "input/key_list.h"
#include "render/resume_view.h"
#include "run/run.h"

namespace bcheck {
namespace {

constexpr std::size_t kListedKeys = 10;

// The list of what is to do, one key after the other.
std::string todo_list(const Resume& resume, const Manifest& manifest, bool null_separated) {
  std::string out;
  for (const std::uint32_t place : resume.todo) {
    out += manifest.keys[place];
    out += null_separated ? '\0' : '\n';
  }
  return out;
}

// When a file of the output was last written, without following a link out of it.
WrittenAt times_of(int output) {
  return [output](const std::string& path) -> std::optional<double> {
    struct stat status {};
    const int opened = open_beneath(output, path);
    if (opened == -ENOENT) return -std::numeric_limits<double>::infinity();
    const Fd fd(opened);
    if (!fd) return std::nullopt;
    if (::fstat(fd.get(), &status) != 0) return std::nullopt;
    return static_cast<double>(status.st_mtim.tv_sec) + static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
  };
}

class ResumeCommand : public Command {
 public:
  std::string name() const override { return "resume"; }
  std::string summary() const override { return "what still has to run, and what a resume would lose"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck resume keys.txt out/ --emit todo.txt                 the products decide\n"
           "  bcheck resume keys.txt out/ --done done.txt --markers run/  and what a job that trusts its list would "
           "do\n"
           "  bcheck resume keys.txt out/ --before monday.json            and what was computed again since\n"
           "The answer is yes where nothing is to do and nothing was lost.";
  }

  std::vector<Option> options() override {
    std::vector<Option> options = check_.options();
    for (Option& option : std::vector<Option>{
             {"--done", "FILE", "the job's list of what is done, a key a line", &done_},
             {"--markers", "DIR", "a file for each key in progress: KEY, KEY.lock, KEY.running, ...", &markers_},
             {"--pending", "FILE", "keys that wait in a queue: text, TSV, CSV, JSONL or JSON", &pending_},
             {"--attempts", "FILE", "a key for each attempt, or a table with a column attempts", &attempts_},
             {"--before", "REPORT", "of the same output earlier: what passed then and was written again", &before_},
             {"--emit", "FILE", "write the keys that are to do there, in the manifest's order; - is stdout", &emit_},
             {"-f,--format", "NAME", "text or json", &format_},
             {"-o,--report", "FILE", "keep the report of the check there", &report_},
         }) {
      options.push_back(std::move(option));
    }
    return options;
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto code = answer_with(common);
    return code ? *code : give_up(code.error());
  }

 private:
  struct Lists {
    std::optional<KeyList> done, markers, pending;
    std::optional<std::int64_t> recomputed;
    std::optional<Recomputed> since;
  };

  Result<ExitCode> answer_with(const CommonOptions& common) {
    RunRequest request;
    if (const auto resolved = resolve(request, common.command); !resolved) return tl::unexpected(resolved.error());
    const auto manifest = load_manifest(request.manifest);
    if (!manifest) return tl::unexpected(manifest.error());
    if (const auto listable = check_keys(*manifest); !listable) return tl::unexpected(listable.error());
    request.loaded = &*manifest;
    auto lists = load_lists(*manifest);
    if (!lists) return tl::unexpected(lists.error());
    std::optional<AtomicFile> emit;
    if (!emit_.empty()) {
      auto file = AtomicFile::open(emit_);
      if (!file) return tl::unexpected(file.error());
      emit = std::move(*file);
    }
    auto report = check(request, common);
    if (!report) return tl::unexpected(report.error());
    if (!before_.empty()) {
      if (const auto looked = look_back(*report, *lists); !looked) return tl::unexpected(looked.error());
    }
    const auto products = products_of(*report, *manifest);
    if (!products) return tl::unexpected(products.error());
    const Resume resume =
        find_resume(*manifest, *products,
                    {lists->done ? &*lists->done : nullptr, lists->markers ? &*lists->markers : nullptr,
                     lists->pending ? &*lists->pending : nullptr, lists->recomputed, lists->since});
    if (const auto told = tell(resume, *manifest, common, emit); !told) return tl::unexpected(told.error());
    return exit_code(resume, *report);
  }

  Result<void> resolve(RunRequest& request, const std::vector<std::string>& command) {
    static constexpr std::array<std::string_view, 2> kFormats{"text", "json"};
    if (format_.empty()) format_ = "text";
    if (format_ != "text" && format_ != "json") {
      return bad_question(fmt::format("unknown format {}", quote(format_)), suggestion(format_, kFormats));
    }
    if (const auto done = check_.resolve(request, command); !done) return done;
    // One letter for all lists; a manifest of another format than text has no use for it.
    request.manifest.nul_separated = request.manifest.nul_separated && is_text(request.manifest);
    if (!emit_.empty() && lies_beneath(emit_, check_.output())) {
      return bad_question(fmt::format("the list {} would be written into the output", quote(emit_)),
                          "nothing is ever written there; put it elsewhere");
    }
    for (const std::string* const read : std::initializer_list<const std::string*>{
             &check_.output(), &request.manifest.path, &done_, &pending_, &attempts_, &before_}) {
      if (!emit_.empty() && is_same_file(emit_, *read)) {
        return bad_question(fmt::format("the list would be written over {}, which is read", quote(*read)));
      }
    }
    request.report = report_;
    if (report_ == "-") return bad_question("the report of the check cannot go to stdout, where the answer goes");
    return {};
  }

  // Before the work: whether a list of lines can hold every key.
  Result<void> check_keys(const Manifest& manifest) const {
    if (emit_.empty() || check_.null_separated()) return {};
    for (const std::string_view key : manifest.keys) {
      if (key.find('\n') == std::string_view::npos) continue;
      return bad_question(fmt::format("key {} holds a line feed and cannot stand in a list of lines", quote(key)),
                          "with -0 a NUL ends each key of the list");
    }
    return {};
  }

  Result<Lists> load_lists(const Manifest& manifest) {
    Lists lists;
    const auto take = [](std::optional<KeyList>& target, Result<KeyList> list) -> Result<void> {
      if (!list) return tl::unexpected(std::move(list.error()));
      target = std::move(*list);
      return {};
    };
    const bool nul = check_.null_separated();
    Result<void> taken;
    if (!done_.empty()) taken = take(lists.done, load_done_list(manifest, done_, nul));
    if (taken && !markers_.empty()) taken = take(lists.markers, load_markers(manifest, markers_));
    if (taken && !pending_.empty()) taken = take(lists.pending, load_pending(manifest, pending_, nul));
    if (!taken) return tl::unexpected(std::move(taken.error()));
    if (!attempts_.empty()) {
      const auto attempts = load_attempts(manifest, attempts_);
      if (!attempts) return tl::unexpected(attempts.error());
      lists.recomputed = repeated_attempts(*attempts);
    }
    return lists;
  }

  // Examines the products, and hands out the report of that: kept, or in a folder that goes with this command.
  Result<ReportReader> check(RunRequest& request, const CommonOptions& common) {
    if (request.report.empty()) {
      auto folder = TempFolder::make();
      if (!folder) return tl::unexpected(std::move(folder.error()));
      folder_ = std::move(*folder);
      request.report = folder_->path() + "/report.json";
      if (lies_beneath(request.report, check_.output())) {
        return bad_question("the folder for temporary files is in the output", "set TMPDIR to one outside of it");
      }
    }
    ProgressObserver observer(check_.progress(common));
    const auto checked = run(request, observer);
    if (!checked) return tl::unexpected(checked.error());
    for (const std::string& note : checked->notes) observer.warn(note);
    for (const std::string& line : checked->life) life_ += line + '\n';
    return ReportReader::open(request.report);
  }

  Result<void> look_back(ReportReader& now, Lists& lists) {
    auto before = ReportReader::open(before_);
    if (!before) return tl::unexpected(std::move(before.error()));
    const Fd output(::open(check_.output().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto seen = find_recomputed(*before, now, times_of(output.get()));
    if (!seen) return tl::unexpected(seen.error());
    if (seen->passed_then > 0 && seen->newer == seen->passed_then) {
      log_warning("every file is newer than the earlier report and has the same content: was the output copied?");
    }
    lists.since = *seen;
    return {};
  }

  Result<void> tell(const Resume& resume, const Manifest& manifest, const CommonOptions& common,
                    std::optional<AtomicFile>& emit) {
    if (emit) {
      emit->write(todo_list(resume, manifest, check_.null_separated()));
      if (auto written = emit->commit(); !written) return written;
    }
    const Palette palette = common.color_out && emit_ != "-" ? Palette::ansi() : Palette{};
    if (format_ == "json" && !life_.empty()) write_fully(STDERR_FILENO, life_);
    const std::string text =
        format_ == "json" ? resume_json(resume, manifest) : resume_text(resume, manifest, palette, kListedKeys) + life_;
    if (emit_ != "-") return answer(text);
    write_fully(STDERR_FILENO, text);  // stdout holds the list
    return {};
  }

  static Result<ExitCode> exit_code(const Resume& resume, ReportReader& report) {
    if (resume.keys == 0) return ExitCode::kNothing;
    if (resume.unexamined > 0 || report.tail().incomplete) return ExitCode::kIncomplete;
    return resume.todo.empty() && resume.loss().value_or(0) == 0 ? ExitCode::kYes : ExitCode::kNo;
  }

  CheckOptions check_;
  std::string done_, markers_, pending_, attempts_, before_, emit_, format_, report_;
  std::string life_;  // heartbeats and the pace of the products
  std::optional<TempFolder> folder_;
};

}  // namespace

std::unique_ptr<Command> make_resume_command() {
  return std::make_unique<ResumeCommand>();
}

}  // namespace bcheck
