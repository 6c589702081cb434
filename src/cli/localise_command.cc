// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "analysis/localise.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/shard_option.h"
#include "render/localised.h"
#include "report/read.h"

namespace bcheck {
namespace {

class LocaliseCommand : public Command {
 public:
  std::string name() const override { return "localise"; }
  std::string summary() const override { return "which GPU, worker, shard or stretch of the batch holds the failures"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck localise report.json               gpu=3 holds 10 of 10 failures, 10 of its 10 samples\n"
           "  bcheck localise report.json --by gpu      and every GPU with its failures\n"
           "Groups are the columns of the manifest and the status, and position, the place in the manifest. The answer "
           "is\n"
           "yes where a group explains the failures better than chance does: 1 % of batches without any such group.";
  }

  std::vector<Option> options() override {
    return {
        {"REPORT", "", "the report; - is stdin", &report_, true},
        {"--by", "COLUMN", "look at this column only, and list its groups", &by_},
        {"-f,--format", "NAME", "text or json", &format_},
        {"--all", "", "list every group instead of the first few", &all_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
    };
  }

  ExitCode execute(const CommonOptions& common) override {
    static constexpr std::array<std::string_view, 2> kFormats{"text", "json"};
    if (!format_.empty() && std::find(kFormats.begin(), kFormats.end(), format_) == kFormats.end()) {
      return give_up(
          {ErrorKind::kBadQuestion, fmt::format("unknown format {}", quote(format_)), suggestion(format_, kFormats)});
    }
    auto report = ReportReader::open(report_);
    if (!report) return give_up(report.error());
    warn_of_shard(*report);
    const auto found = search(*report);
    if (!found) return give_up(found.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return give_up(out.error());
    const Palette palette = output_.empty() && common.color_out ? Palette::ansi() : Palette{};
    out->write(format_ == "json" ? localisation_json(*found) : localisation_text(*found, palette, all_));
    if (const auto written = out->finish(); !written) return give_up(written.error());
    if (found->keys == 0) return ExitCode::kNothing;
    return found->best ? ExitCode::kYes : ExitCode::kNo;
  }

 private:
  Result<Localisation> search(ReportReader& report) const {
    Localiser all;
    Localiser one(by_);
    Item item;
    while (true) {
      const auto more = report.next(item);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      all.add(item);
      if (!by_.empty()) one.add(item);
    }
    if (by_.empty()) return all.result();
    Localisation found = one.result();
    if (found.keys == 0 || !found.columns.empty()) return found;
    const std::vector<TriedColumn> columns = all.result().columns;
    std::vector<std::string_view> names;
    for (const TriedColumn& column : columns) names.push_back(column.name);
    return bad_question(fmt::format("{} has no group {}", report.name(), quote(by_)), suggestion(by_, names));
  }

  std::string report_, by_, format_, output_;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_localise_command() {
  return std::make_unique<LocaliseCommand>();
}

}  // namespace bcheck
