// SPDX-License-Identifier: Apache-2.0
// JUnit XML as its readers read it (GitLab's junit.rb, Jenkins' junit-plugin, dorny/test-reporter, EnricoMi's and
// mikepenz' actions): one suite, a case for each key.
//
// GitLab shows the text of a failure and drops its message where there is one, others show the message alone, so the
// first line of the text is the message. Cases of one class and name are one to GitLab: keys are unique, and so are
// these. Passing keys stand in one case together, since 150,000 cases are more than GitLab takes (30 MB); `all` lists
// each. The counts of the suite are those of the cases that are there.
#include <fmt/format.h>

#include "base/text.h"
#include "render/escape.h"
#include "render/formats.h"
#include "render/xml.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

std::string line_of(const Finding& finding, const std::string& artifact) {
  return fmt::format("{}{}: {}", artifact.empty() ? "" : shown(artifact) + ": ", finding.code,
                     one_line(finding.message));
}

// Every finding of the item but the allowed ones, a line each, the primary one first.
std::string lines_of(const Item& item, const Primary& primary, bool with_artifact) {
  std::string out;
  const auto add = [&](const Finding& finding, const std::string& artifact) {
    if (&finding != primary.finding && finding.severity != Severity::kAllowed) {
      out += '\n' + line_of(finding, with_artifact ? artifact : "");
    }
  };
  for (const auto& [name, outcome] : item.artifacts) {
    for (const Finding& finding : outcome.findings) add(finding, name);
  }
  for (const Finding& finding : item.findings) add(finding, "");
  return out;
}

class Suite {
 public:
  Suite(const ReportReader& report, const Sink& sink)
      : sink_(sink), several_(report.required().size() > 1), class_("bcheck.") {
    class_ += several_ || report.required().empty() ? "sample" : xml_text(report.required().front().first);
  }

  void key(const Item& item) {
    const Primary primary = primary_of(item);
    const NamedOutcome* const artifact = primary.artifact != nullptr ? primary.artifact
                                         : item.artifacts.empty()    ? nullptr
                                                                     : &item.artifacts.front();
    text_ = fmt::format(R"(  <testcase classname="{}" name="{}")", class_, xml_text(shown(item.key)));
    if (artifact != nullptr && !artifact->second.path.empty()) {
      text_ += fmt::format(R"( file="{}")", xml_text(shown(artifact->second.path)));
    }
    if (item.status == Status::kPass) {
      text_ += "/>\n";
    } else {
      text_ += ">" + verdict(item, primary) + "</testcase>\n";
    }
    sink_(text_);
  }

  void passing(std::int64_t keys) {
    sink_(fmt::format("  <testcase classname=\"{}\" name=\"{}\"/>\n", class_, counted(keys, "key") + " passed"));
  }

  void batch(const Finding& finding) {
    const std::string message = xml_text(line_of(finding, ""));
    sink_(
        fmt::format("  <testcase classname=\"bcheck.batch\" name=\"{0}\"><failure type=\"{0}\" "
                    "message=\"{1}\">{1}</failure></testcase>\n",
                    xml_text(finding.code), message));
  }

 private:
  std::string verdict(const Item& item, const Primary& primary) const {
    const std::string type(primary.finding == nullptr ? name_of(item.status) : primary.finding->code);
    const std::string artifact = several_ && primary.artifact != nullptr ? primary.artifact->first : "";
    const std::string message = primary.finding == nullptr ? (artifact.empty() ? "" : shown(artifact) + ": ") +
                                                                 std::string(name_of(item.status))
                                                           : line_of(*primary.finding, artifact);
    const std::string text = xml_text(message + lines_of(item, primary, several_));
    if (item.status == Status::kUnchecked)
      return fmt::format(R"(<skipped message="{}">{}</skipped>)", xml_text(message), text);
    const std::string_view element = item.status == Status::kError ? "error" : "failure";
    return fmt::format(R"(<{0} type="{1}" message="{2}">{3}</{0}>)", element, xml_text(type), xml_text(message), text);
  }

  const Sink& sink_;
  bool several_;
  std::string class_;  // in XML
  std::string text_;
};

std::string suite_start(const Counts& counts, std::int64_t passing_cases, const std::vector<const Finding*>& batch,
                        const std::optional<RunInfo>& run) {
  const auto batch_cases = static_cast<std::int64_t>(batch.size());
  const std::int64_t failures = counts[Status::kFail] + counts[Status::kMissing] + batch_cases;
  const std::string numbers =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                  counts.total() - counts[Status::kPass] + passing_cases + batch_cases, failures,
                  counts[Status::kError], counts[Status::kUnchecked], run ? run->seconds : 0.0);
  std::string when;
  if (run && run->started.ends_with('Z')) {
    when =
        fmt::format(R"( timestamp="{}")", xml_text(std::string_view(run->started).substr(0, run->started.size() - 1)));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bcheck\" {0}>\n"
      " <testsuite name=\"bcheck\" {0}{1}>\n",
      numbers, when);
}

}  // namespace

Result<Shown> render_junit(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  const auto counts = count_items(report, options.filter);
  if (!counts) return tl::unexpected(counts.error());
  const std::int64_t passing = (*counts)[Status::kPass];
  std::vector<const Finding*> batch;
  if (options.filter.empty()) {
    for (const Finding& finding : report.tail().batch_findings) {
      if (finding.severity == Severity::kFail) batch.push_back(&finding);
    }
  }
  sink(suite_start(*counts, options.all ? passing : std::min<std::int64_t>(passing, 1), batch, report.tail().run));
  Suite suite(report, sink);
  auto done = each_item(report, options.filter, [&](const Item& item) {
    if (item.status != Status::kPass || options.all) suite.key(item);
    return Result<void>();
  });
  if (!done) return done;
  if (passing > 0 && !options.all) suite.passing(passing);
  for (const Finding* const finding : batch) suite.batch(*finding);
  sink(" </testsuite>\n</testsuites>\n");
  return done;
}

}  // namespace bcheck
