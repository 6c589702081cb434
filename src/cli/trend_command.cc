// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/trend.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/confidence.h"
#include "cli/report_files.h"
#include "input/manifest.h"
#include "render/trend_view.h"

namespace bcheck {
namespace {

class TrendCommand : public Command {
 public:
  std::string name() const override { return "trend"; }
  std::string summary() const override { return "many reports in the order of time: what moved, and what moved first"; }

  std::string examples() const override {
    return "Examples:\n"
           "  bcheck trend reports/                                 all reports of a folder\n"
           "  bcheck trend reports/ --rulers rulers.txt --fail-on-shift\n"
           "  bcheck trend reports/ --group-by platform --format html -o trend.html\n"
           "Reports with other rules or another manifest are a series of their own. Shifts are looked for from 8 "
           "reports "
           "on.\n"
           "Without --fail-on-shift the exit code says only whether the reports could be used.";
  }

  std::vector<Option> options() override {
    return {
        {"REPORT", "", "reports, or folders of *.json", &reports_, true},
        {"--group-by", "LABEL",
         "reports with another value of this label of the run are another series; may be repeated", &group_by_},
        {"--as-given", "", "the reports stand in their order, whatever their times", &request_.as_given},
        {"--any-manifest", "", "one series for all manifests; hashes are compared on the common keys",
         &request_.any_manifest},
        {"--rulers", "FILE", "compare the hashes of the keys of this manifest alone", &rulers_},
        {"--margin", "RATE", "the newest report is no anomaly if it differs by less (0.5%)", &margin_},
        {"--fail-on-shift", "", "the answer is no if the newest report is an anomaly, or a shift was shown",
         &fail_on_shift_},
        {"-f,--format", "NAME", "text, json or html", &format_},
        {"--json", "", "the same as --format json", &json_},
        {"-o,--output", "FILE", "write there instead of stdout", &output_},
    };
  }

  ExitCode execute(const CommonOptions& common) override {
    const auto code = answered(common);
    return code ? *code : give_up(code.error());
  }

 private:
  Result<ExitCode> answered(const CommonOptions& common) {
    if (json_ && !format_.empty() && format_ != "json") return bad_question("--json and --format exclude each other");
    if (format_.empty()) format_ = json_ ? "json" : "text";
    const TrendFormat* const format = find_trend_format(format_);
    if (format == nullptr) {
      std::vector<std::string_view> names;
      for (const TrendFormat& known : trend_formats()) names.push_back(known.name);
      return bad_question(fmt::format("unknown format {}", quote(format_)), suggestion(format_, names));
    }
    if (auto done = settle(); !done) return tl::unexpected(std::move(done.error()));
    const auto files = report_files(reports_);
    if (!files) return tl::unexpected(files.error());
    const auto found = trend(*files, request_);
    if (!found) return tl::unexpected(found.error());
    auto out = Answer::open(output_.empty() ? "-" : output_);
    if (!out) return tl::unexpected(std::move(out.error()));
    const bool colours = output_.empty() && common.color_out;
    out->write(format->render(*found, colours ? Palette::ansi() : Palette{}));
    if (auto written = out->finish(); !written) return tl::unexpected(std::move(written.error()));
    const bool moved = std::any_of(found->series.begin(), found->series.end(),
                                   [](const TrendSeries& series) { return series.anomalous() || series.shifted(); });
    return fail_on_shift_ && moved ? ExitCode::kNo : ExitCode::kYes;
  }

  Result<void> settle() {
    for (std::string& label : group_by_) {
      std::vector<std::string>& labels = request_.group_by;
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(std::move(label));
    }
    if (!margin_.empty()) {
      const auto margin = parse_share(margin_, "--margin");
      if (!margin) return tl::unexpected(margin.error());
      request_.margin = value_of(*margin);
    }
    if (rulers_.empty()) return {};
    const auto rulers = load_manifest({rulers_, {}, {}, false, false});
    if (!rulers) return tl::unexpected(rulers.error());
    request_.rulers.assign(rulers->keys.begin(), rulers->keys.end());
    std::sort(request_.rulers.begin(), request_.rulers.end());
    request_.rulers.erase(std::unique(request_.rulers.begin(), request_.rulers.end()), request_.rulers.end());
    if (request_.rulers.empty()) return bad_question(fmt::format("{} holds no ruler", quote(rulers_)));
    return {};
  }

  std::vector<std::string> reports_, group_by_;
  std::string rulers_, margin_, format_, output_;
  TrendRequest request_;
  bool fail_on_shift_ = false, json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_trend_command() {
  return std::make_unique<TrendCommand>();
}

}  // namespace bcheck
