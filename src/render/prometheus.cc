// SPDX-License-Identifier: Apache-2.0
// Metrics for the textfile collector of node_exporter, which refuses a whole file with time stamps on its samples and
// complains where two files describe one metric with other words: so times are values, and the HELP texts below are
// frozen. Labels come from small closed sets, but for `batch`, which is the label of that name of the run.
//
// A run that fails must not look like a job that never succeeded: the time of the last success is carried over from
// the file that is being replaced.
#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "base/utc_time.h"
#include "base/version.h"
#include "render/formats.h"

namespace bcheck {
namespace {

constexpr std::string_view kSuccess = "bcheck_last_success_timestamp_seconds";

std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : lossy_utf8(text)) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

class Metrics {
 public:
  Metrics(const Sink& sink, std::string batch) : sink_(sink), batch_(std::move(batch)) {}

  void begin(std::string_view name, std::string_view help) {
    name_ = name;
    sink_(fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help));
  }
  void sample(std::string_view more_labels, std::string_view value) {
    sink_(fmt::format("{}{{batch=\"{}\"{}}} {}\n", name_, batch_, more_labels, value));
  }
  void sample(std::string_view label, std::string_view value_of_label, std::int64_t value) {
    sample(fmt::format(",{}=\"{}\"", label, value_of_label), fmt::format("{}", value));
  }
  void single(std::string_view name, std::string_view help, std::string_view value) {
    begin(name, help);
    sample("", value);
  }
  void single(std::string_view name, std::string_view help, std::int64_t value) {
    single(name, help, fmt::format("{}", value));
  }

  // The value that a file of this format has for this batch; empty if it has none.
  std::string value_in(std::string_view file, std::string_view name) const {
    const std::string start = fmt::format("\n{}{{batch=\"{}\"}} ", name, batch_);
    const std::size_t at = file.find(start);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = file.substr(at + start.size());
    const std::string_view value = rest.substr(0, rest.find('\n'));
    return whole_number(value) ? std::string(value) : std::string();
  }

 private:
  const Sink& sink_;
  std::string batch_;
  std::string_view name_;
};

void counts(Metrics& metrics, const Summary& summary, std::int64_t bytes) {
  metrics.begin("bcheck_keys", "Keys of the manifest by status.");
  for (const Status status : {Status::kPass, Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked}) {
    metrics.sample("status", name_of(status), summary.keys[status]);
  }
  std::array<std::int64_t, 3> by_severity{};
  for (const FindingCount& finding : summary.findings)
    by_severity[static_cast<std::size_t>(finding.severity)] += finding.count;
  metrics.begin("bcheck_findings", "Findings by severity.");
  for (const Severity severity : {Severity::kFail, Severity::kWarn, Severity::kAllowed}) {
    metrics.sample("severity", name_of(severity), by_severity[static_cast<std::size_t>(severity)]);
  }
  if (summary.silent_errors) {
    metrics.single("bcheck_silent_errors", "Keys that were reported as success and do not pass.",
                   *summary.silent_errors);
  }
  metrics.single("bcheck_extra", "Files and records of the output that belong to no key.", summary.extra);
  metrics.single("bcheck_duplicates", "Records of the output beyond the first of their key.", summary.duplicates);
  metrics.single("bcheck_bytes", "Size of all products that were examined.", bytes);
}

}  // namespace

Result<Shown> render_prometheus(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  std::int64_t bytes = 0;
  auto read = each_item(report, options.filter, [&](const Item& item) {
    for (const auto& [name, outcome] : item.artifacts) bytes += outcome.bytes.value_or(0);
    return Result<void>();
  });
  if (!read) return read;
  const ReportTail& tail = report.tail();
  const auto label = tail.run ? tail.run->labels.find("batch") : std::map<std::string, std::string>::const_iterator();
  Metrics metrics(sink, tail.run && label != tail.run->labels.end() ? label_value(label->second) : std::string());
  counts(metrics, tail.summary, bytes);
  const bool success = options.gate_open.value_or(false);
  metrics.single("bcheck_gate_open", "1 if the gate of the report's rules is open.", success ? 1 : 0);
  std::string last_success = metrics.value_in(options.replaced, kSuccess);
  if (tail.run) {
    metrics.single("bcheck_duration_seconds", "Time that the check took.",
                   fmt::format("{}", rounded(tail.run->seconds)));
    if (const auto start = utc_seconds(tail.run->started)) {
      const std::string end = fmt::format("{}", *start + static_cast<std::int64_t>(tail.run->seconds));
      metrics.single("bcheck_last_run_timestamp_seconds", "When the check ended.", end);
      if (success) last_success = end;
    }
  }
  if (!last_success.empty()) {
    metrics.single(kSuccess, "When a check last ended with an open gate.", last_success);
  }
  sink(
      fmt::format("# HELP bcheck_build_info The bcheck that wrote this file.\n# TYPE bcheck_build_info gauge\n"
                  "bcheck_build_info{{version=\"{}\"}} 1\n",
                  kVersion));
  return read;
}

}  // namespace bcheck
