// SPDX-License-Identifier: Apache-2.0
// Workflow commands of GitHub: `::error title=CODE::38 keys: a, b, c`. A step shows ten errors and ten warnings and
// drops the rest, so a line speaks of a code and not of a product, and the tenth says how many more there are.
#include <fmt/format.h>

#include "base/text.h"
#include "render/closing.h"
#include "render/escape.h"
#include "render/formats.h"

namespace bcheck {
namespace {

constexpr std::size_t kAnnotations = 10;

std::string value(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      case ':': out += property ? "%3A" : ":"; break;
      case ',': out += property ? "%2C" : ","; break;
      default: out += c;
    }
  }
  return out;
}

std::string command(std::string_view name, std::string_view title, std::string_view text) {
  return fmt::format("::{} title={}::{}\n", name, value(title, true), value(text, false));
}

std::string sentence(const FindingCount& finding) {
  std::string out = counted(finding.count, "finding");
  std::string_view before = ": ";
  for (const std::string& key : finding.keys) {
    out += before;
    out += shown(key);
    before = ", ";
  }
  if (finding.keys.size() == kFirstKeys && finding.count > static_cast<std::int64_t>(kFirstKeys)) out += " ...";
  return out;
}

std::string annotations(const Summary& summary, Severity severity, std::string_view name) {
  std::vector<const FindingCount*> findings;
  for (const FindingCount& finding : summary.findings) {
    if (finding.severity == severity) findings.push_back(&finding);
  }
  const std::size_t shown_ones = findings.size() > kAnnotations ? kAnnotations - 1 : findings.size();
  std::string out;
  for (std::size_t i = 0; i < shown_ones; ++i) out += command(name, findings[i]->code, sentence(*findings[i]));
  if (findings.size() > shown_ones) {
    out += command(name, "bcheck", fmt::format("and {} more codes", findings.size() - shown_ones));
  }
  return out;
}

}  // namespace

Result<Shown> render_github(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  auto read = each_item(report, options.filter, [](const Item&) { return Result<void>(); });
  if (!read) return read;
  const Summary& summary = report.tail().summary;
  const std::string closing = closing_lines(summary);
  sink(command("notice", "bcheck", closing.substr(0, closing.find('\n'))));
  sink(annotations(summary, Severity::kFail, "error"));
  sink(annotations(summary, Severity::kWarn, "warning"));
  return read;
}

}  // namespace bcheck
