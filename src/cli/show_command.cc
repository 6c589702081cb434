// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "analysis/localise.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/contact_sheet.h"
#include "cli/page_context.h"
#include "cli/parse.h"
#include "cli/shard_option.h"
#include "cli/stored_gate.h"
#include "judge/gate.h"
#include "render/localised.h"
#include "render/show.h"
#include "report/read.h"

namespace bcheck {
namespace {

class ShowCommand : public Command {
 public:
  std::string name() const override { return "show"; }
  std::string summary() const override { return "a report as text, as a table, as JSON, or the keys alone"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck show report.json\n"
           "  bcheck show report.json --format table --status fail\n"
           "  bcheck show report.json --finding 'image.*' --keys-only > rerun.txt\n"
           "  bcheck show report.json --format html -o page.html out/\n"
           "  bcheck show report.json --silent                reported as success, and not sound\n"
           "  bcheck show report.json --contact-sheet sheet.png out/";
  }

  std::vector<Option> options() override {
    std::string names;
    for (const ShowFormat& format : show_formats())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
    return {
        {"REPORT", "", "the report; - is stdin", &report_, true},
        {"OUTPUT", "", "of --contact-sheet and of html: the directory of the products", &products_},
        {"-f,--format", "NAME", names + " (text; table with a filter)", &format_},
        {"--status", "NAME", "keys of this status only; may be repeated", &statuses_},
        {"--reported", "NAME",
         "keys of which the job reported this only: success, failure, unknown or nothing; may be "
         "repeated",
         &reported_},
        {"--silent", "", "silent errors only: reported as success, and not passing", &silent_},
        {"--finding", "CODE", "keys with this finding only, or a prefix: image.*; may be repeated", &codes_},
        {"--key", "KEY", "this key only; may be repeated", &keys_},
        {"--keys-only", "", "the keys alone, one a line: the same as --format keys", &keys_only_},
        {"-0,--null", "", "with --keys-only: a NUL behind each key", &null_},
        {"--all", "", "list everything instead of the first few", &all_},
        {"--contact-sheet", "FILE", "the failing, warned of and borderline pictures of OUTPUT in one PNG", &sheet_},
        {"--sheet-most", "N", "of --contact-sheet: at most so many pictures (200)", &sheet_most_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
    };
  }

  ExitCode execute(const CommonOptions& common) override {
    ShowOptions options;
    options.all = all_;
    options.null_separated = null_;
    if (output_.empty() && common.color_out) options.palette = Palette::ansi();
    Localiser localiser;
    options.each = [&](const Item& item) { localiser.add(item); };
    options.last = [&] { return localised_line(localiser.result(), options.palette); };
    const auto format = resolve(options.filter);
    if (!format) return give_up(format.error());
    if (!sheet_.empty()) {
      const auto code = contact_sheet(options.filter);
      return code ? *code : give_up(code.error());
    }
    auto report = ReportReader::open(report_);
    if (!report) return give_up(report.error());
    warn_of_shard(*report);
    PageContext page;
    if ((*format)->name == kPage) {
      auto context = page_context(products_, output_);
      if (!context) return give_up(context.error());
      page = std::move(*context);
      options.page = &page;
    }
    if ((*format)->name == kPage || (*format)->name == kMetrics) {
      const auto told = tell_of_gate(*report, options, page);
      if (!told) return give_up(told.error());
    }
    if ((*format)->name == kMetrics) {
      if (const auto told = tell_of_file(options); !told) return give_up(told.error());
    }
    auto out = Answer::open(output_.empty() ? "-" : output_, (*format)->mode);
    if (!out) return give_up(out.error());
    const auto shown = (*format)->render(*report, options, [&](std::string_view text) { out->write(text); });
    if (!shown) return give_up(shown.error());
    if (const auto written = out->finish(); !written) return give_up(written.error());
    if (!shown->left_out.empty()) log_warning(fmt::format("left out: {}", shown->left_out));
    for (const std::string& key : shown->unknown_keys) log_warning(fmt::format("the report has no key {}", quote(key)));
    if (shown->unreadable > 0) {
      log_warning(fmt::format("{} could not be looked at", counted(shown->unreadable, "product")));
      return ExitCode::kIncomplete;
    }
    return shown->unknown_keys.empty() ? ExitCode::kYes : ExitCode::kNo;
  }

 private:
  static constexpr std::string_view kPage = "html";
  static constexpr std::string_view kMetrics = "prometheus";

  Result<void> settle_sheet() const {
    if (sheet_.empty()) {
      if (!sheet_most_.empty()) return bad_question("--sheet-most goes with --contact-sheet");
      if (products_.empty() || format_ == kPage) return {};
      return bad_question("OUTPUT goes with --contact-sheet or --format html");
    }
    if (products_.empty()) return bad_question("--contact-sheet needs the products", "name the output: REPORT OUTPUT");
    if (keys_only_ || null_ || all_ || !format_.empty() || !output_.empty()) {
      return bad_question("--contact-sheet excludes --format, --keys-only, --null, --all and --output");
    }
    return {};
  }

  Result<ExitCode> contact_sheet(const Filter& filter) const {
    SheetTask task{report_, products_, sheet_};
    task.filter = filter;
    if (!sheet_most_.empty()) {
      const auto most = parse_count(sheet_most_, "--sheet-most", 1, 2000);
      if (!most) return tl::unexpected(most.error());
      task.most = static_cast<std::size_t>(*most);
    }
    return write_contact_sheet(task);
  }

  Result<const ShowFormat*> resolve(Filter& filter) {
    for (const std::string& word : statuses_) {
      const auto status = status_of(word);
      if (!status) {
        static constexpr std::array<std::string_view, kStatusCount> kNames{"pass", "fail", "missing", "error",
                                                                           "unchecked"};
        return bad_question(fmt::format("--status: unknown status {}", quote(word)), suggestion(word, kNames));
      }
      filter.statuses.push_back(*status);
    }
    for (const std::string& word : reported_) {
      const auto reported = reported_of(word);
      if (!reported) {
        static constexpr std::array<std::string_view, 4> kNames{"success", "failure", "unknown", "nothing"};
        return bad_question(fmt::format("--reported: unknown word {}", quote(word)), suggestion(word, kNames));
      }
      filter.reported.push_back(*reported);
    }
    if (auto done = settle_sheet(); !done) return tl::unexpected(std::move(done.error()));
    filter.silent = silent_;
    filter.codes = codes_;
    filter.keys = keys_;
    if (keys_only_ && !format_.empty() && format_ != "keys") {
      return bad_question("--keys-only and --format exclude each other");
    }
    if (format_.empty()) format_ = keys_only_ ? "keys" : filter.empty() ? "text" : "table";
    if (null_ && format_ != "keys") return bad_question("--null goes with --keys-only");
    const ShowFormat* const format = find_show_format(format_);
    if (format == nullptr) {
      std::vector<std::string_view> names;
      for (const ShowFormat& known : show_formats()) names.push_back(known.name);
      return bad_question(fmt::format("unknown format {}", quote(format_)), suggestion(format_, names));
    }
    if (!format->takes_filter && !filter.empty()) {
      return bad_question(fmt::format("--format {} speaks of the whole batch", format_),
                          "leave out --status, --finding, --key, --reported and --silent");
    }
    return format;
  }

  static Result<void> tell_of_gate(const ReportReader& report, ShowOptions& options, PageContext& page) {
    const auto gate = stored_gate(report);
    if (!gate) return tl::unexpected(gate.error());
    const GateDecision decision = decide_gate(*gate, {report.tail().summary, report.tail().incomplete, {}});
    options.gate_open = decision.open();
    for (const Closing& closing : decision.closings) page.gate_reasons.push_back(closing.message);
    return {};
  }

  // What stood in the file that the answer replaces.
  Result<void> tell_of_file(ShowOptions& options) const {
    if (output_.empty() || output_ == "-" || !is_regular_file(output_)) return {};
    const auto old = read_whole(output_, kMostReplaced);
    if (!old) return tl::unexpected(old.error());
    options.replaced.assign(old->begin(), old->end());
    return {};
  }

  static constexpr std::uint64_t kMostReplaced = 1U << 20;

  std::string report_, format_, output_, products_, sheet_, sheet_most_;
  std::vector<std::string> statuses_, reported_, codes_, keys_;
  bool silent_ = false, keys_only_ = false, null_ = false, all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_show_command() {
  return std::make_unique<ShowCommand>();
}

}  // namespace bcheck
