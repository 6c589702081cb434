// SPDX-License-Identifier: Apache-2.0
#include "render/closing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/escape.h"
#include "render/percent.h"
#include "render/reported.h"

namespace bcheck {
namespace {

// "1946 pass, 38 fail"
std::string states(const Counts& counts, const Palette& palette) {
  std::string out = palette.paint(palette.good, fmt::format("{} pass", counts[Status::kPass]));
  for (const Status status : {Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked}) {
    if (counts[status] == 0) continue;
    out += ", " + palette.paint(palette.of(status), fmt::format("{} {}", counts[status], name_of(status)));
  }
  return out;
}

std::string headline(const Summary& summary, const Palette& palette) {
  std::string out = fmt::format("{}: {}; {} extra", counted(summary.keys.total(), "key"), states(summary.keys, palette),
                                summary.extra);
  if (summary.leftovers > 0) out += ", " + counted(summary.leftovers, "leftover");
  if (summary.duplicates > 0) out += ", " + counted(summary.duplicates, "duplicate");
  if (summary.silent_errors) {
    out += fmt::format(", {} ({})", counted(*summary.silent_errors, "silent error"),
                       percent(*summary.silent_errors, summary.keys.total()));
  }
  return out += '\n';
}

// "text.no-content (warn)": what is not said to be otherwise fails.
std::string label(const FindingCount& finding) {
  return finding.severity == Severity::kFail ? finding.code
                                             : fmt::format("{} ({})", finding.code, name_of(finding.severity));
}

std::string first_keys(const FindingCount& finding) {
  std::string out;
  for (const std::string& key : finding.keys) out += (out.empty() ? "" : ", ") + shown(key);
  // A key may have the same finding more than once, so this says "there may be more" only when there are.
  if (finding.keys.size() == kFirstKeys && finding.count > static_cast<std::int64_t>(kFirstKeys)) out += " ...";
  return out;
}

template <typename List, typename Text>
void append_list(std::string& out, const List& list, std::size_t listed, const Text& text) {
  std::size_t done = 0;
  for (const auto& entry : list) {
    if (done == listed) break;
    out += "  " + text(entry) + '\n';
    ++done;
  }
  if (list.size() > done) out += fmt::format("  and {} more\n", list.size() - done);
}

void append_paths(std::string& out, std::string_view title, const std::vector<Extra>& extra, bool temporary,
                  std::size_t listed) {
  std::vector<const Extra*> entries;
  for (const Extra& entry : extra) {
    if (entry.temporary == temporary) entries.push_back(&entry);
  }
  if (entries.empty()) return;
  out += fmt::format("{}:\n", title);
  append_list(out, entries, listed, [](const Extra* entry) {
    if (!entry->record) return shown(entry->path);
    const std::string key = entry->key.empty() ? "" : ": " + shown(entry->key);  // a row may have none
    return shown(entry->path) + (entry->line ? fmt::format(":{}", *entry->line) : "") + key;
  });
}

}  // namespace

std::string closing_lines(const Summary& summary, const Palette& palette) {
  std::string out = headline(summary, palette);
  if (summary.artifacts.size() > 1) {
    for (const auto& [name, counts] : summary.artifacts) {
      out += fmt::format("  {}: {}\n", shown(name), states(counts, palette));
    }
  }
  std::size_t count_width = 0;
  std::size_t label_width = 0;
  for (const FindingCount& finding : summary.findings) {
    count_width = std::max(count_width, fmt::formatted_size("{}", finding.count));
    label_width = std::max(label_width, label(finding).size());
  }
  for (const FindingCount& finding : summary.findings) {
    const std::string name = label(finding);
    out += fmt::format("  {:>{}}  {}", finding.count, count_width, palette.paint(palette.of(finding.severity), name));
    if (!finding.keys.empty()) out += std::string(label_width - name.size() + 2, ' ') + first_keys(finding);
    out += '\n';
  }
  for (const UncheckedCount& entry : summary.unchecked) {
    out += fmt::format("  not checked: {}: {}\n", counted(entry.count, "artifact"), one_line(entry.reason));
  }
  return out + reported_lines(summary, palette);
}

std::string closing_text(const ReportTail& tail, const Palette& palette, std::size_t listed) {
  std::string out = closing_lines(tail.summary, palette);
  if (tail.incomplete) {
    out += palette.paint(palette.bad, "incomplete") +
           ": a directory could not be listed whole, the run was interrupted, or a shard is absent\n";
  }
  if (!tail.batch_findings.empty()) {
    out += "the batch as a whole:\n";
    append_list(out, tail.batch_findings, listed, [&](const Finding& finding) {
      return fmt::format("{} ({}): {}", palette.paint(palette.of(finding.severity), finding.code),
                         name_of(finding.severity), one_line(finding.message));
    });
  }
  append_paths(out, "extra", tail.extra, false, listed);
  append_paths(out, "leftovers", tail.extra, true, listed);
  return out;
}

}  // namespace bcheck
