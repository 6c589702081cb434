// SPDX-License-Identifier: Apache-2.0
// GitLab's code quality report: a JSON array with an entry for each finding that fails or warns.
//
// Its reader keys entries by their fingerprint and drops what repeats one, and it stops without a word at an entry
// that its schema does not allow; so the fingerprint is the hash of key, artifact and code, and every entry has all
// members. A product is placed at its path, or, where it has none, at its key.
#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/json_write.h"
#include "base/text.h"
#include "render/escape.h"
#include "render/formats.h"

namespace bcheck {
namespace {

std::string_view severity_of_entry(const Finding& finding, Status status) {
  if (finding.severity == Severity::kWarn) return "minor";
  return status == Status::kFail ? "major" : "critical";  // missing, or nobody knows
}

struct Place {
  std::string_view path;
  std::int64_t line = 1;
};

class Entries {
 public:
  explicit Entries(const Sink& sink) : sink_(sink) {}

  void add(std::string_view key, std::string_view artifact, Status status, const Place& place, const Finding& finding) {
    if (finding.severity == Severity::kAllowed) return;
    std::string identity(key);
    for (const std::string_view part : {artifact, std::string_view(finding.code), std::string_view(finding.measure)}) {
      identity += '\0';
      identity += part;
    }
    identity += '\0' + std::to_string(++same_[identity]);
    text_ = before_;
    text_ += "{\"description\": ";
    append_json_string(
        text_, key.empty() ? one_line(finding.message) : fmt::format("{}: {}", shown(key), one_line(finding.message)));
    text_ += ", \"check_name\": ";
    append_json_string(text_, finding.code);
    text_ += fmt::format(R"(, "fingerprint": "{}", "severity": "{}", "location": {{"path": )",
                         hex(sha256(as_bytes(identity))), severity_of_entry(finding, status));
    append_json_string(text_, place.path);
    text_ += fmt::format(R"(, "lines": {{"begin": {}}}}}}})", std::max<std::int64_t>(place.line, 1));
    sink_(text_);
    before_ = ",\n";
  }

  // A key may have one finding twice; of another key or artifact it has another fingerprint anyway.
  void next_key() { same_.clear(); }

  void end() { sink_(before_ == "[\n" ? "[]\n" : "\n]\n"); }

 private:
  const Sink& sink_;
  std::string_view before_ = "[\n";
  std::map<std::string, int> same_;
  std::string text_;
};

}  // namespace

Result<Shown> render_gitlab(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  Entries entries(sink);
  auto done = each_item(report, options.filter, [&](const Item& item) {
    entries.next_key();
    for (const auto& [name, outcome] : item.artifacts) {
      const Place place{outcome.path.empty() ? item.key : outcome.path, outcome.line.value_or(1)};
      for (const Finding& finding : outcome.findings) entries.add(item.key, name, outcome.status, place, finding);
    }
    for (const Finding& finding : item.findings) entries.add(item.key, "", item.status, {item.key, 1}, finding);
    return Result<void>();
  });
  if (!done) return done;
  entries.next_key();
  if (options.filter.empty()) {
    for (const Finding& finding : report.tail().batch_findings) {
      entries.add("", "", Status::kFail, {"batch", 1}, finding);
    }
  }
  entries.end();
  return done;
}

}  // namespace bcheck
