// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "render/escape.h"
#include "render/formats.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

enum Column { kKey, kArtifact, kStatus, kCode, kMessage };
constexpr std::size_t kColumns = 5;
constexpr std::size_t kWidest = 48;  // a longer cell moves its own line only

struct Row {
  std::array<std::string, kColumns> cells;
  std::string_view colour;
  bool heading = false;
};

class Table {
 public:
  Table(const Sink& sink, const Palette& palette, bool with_artifact)
      : sink_(sink), palette_(palette), with_artifact_(with_artifact) {
    waiting_.push_back({{"key", "artifact", "status", "code", "message"}, palette.strong, true});
  }

  void add(Row row) {
    if (aligned_) return print(row);
    waiting_.push_back(std::move(row));
    if (waiting_.size() == kAligned) flush();
  }

  void flush() {
    if (aligned_) return;
    for (const Row& row : waiting_) {
      for (std::size_t i = 0; i < kColumns; ++i)
        widths_[i] = std::max(widths_[i], std::min(columns(row.cells[i]), kWidest));
    }
    aligned_ = true;
    for (const Row& row : waiting_) print(row);
    waiting_.clear();
  }

 private:
  void print(const Row& row) {
    line_.clear();
    std::size_t gap = 0;  // put before the next cell, so that no line ends in blanks
    for (std::size_t i = 0; i < kColumns; ++i) {
      if ((i == kArtifact && !with_artifact_) || row.cells[i].empty()) continue;
      line_.append(gap, ' ');
      line_ += i == kStatus || row.heading ? palette_.paint(row.colour, row.cells[i]) : row.cells[i];
      const std::size_t used = columns(row.cells[i]);
      gap = 2 + (widths_[i] > used ? widths_[i] - used : 0);
    }
    line_ += '\n';
    sink_(line_);
  }

  const Sink& sink_;
  const Palette& palette_;
  bool with_artifact_;
  bool aligned_ = false;
  std::array<std::size_t, kColumns> widths_{};
  std::vector<Row> waiting_;
  std::string line_;
};

Row row_of(std::string_view key, std::string_view artifact, Status status, const std::vector<Finding>& findings,
           const Palette& palette) {
  Row row{{shown(key), std::string(artifact), std::string(name_of(status)), "-", ""}, palette.of(status), false};
  const Finding* const primary = leading(findings);
  if (primary == nullptr) return row;
  row.cells[kCode] = primary->code;
  row.cells[kMessage] = one_line(primary->message);
  if (findings.size() > 1) row.cells[kMessage] += " (and " + std::to_string(findings.size() - 1) + " more)";
  return row;
}

}  // namespace

Result<Shown> render_table(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  Table table(sink, options.palette, report.required().size() > 1);
  const bool single = report.required().size() == 1;
  std::vector<Finding> both;
  auto shown_items = each_item(report, options.filter, [&](const Item& item) {
    if (single && item.artifacts.size() == 1) {
      // Of a key with one product no row says "pass" beside a row that says why the key does not.
      both = item.artifacts.front().second.findings;
      both.insert(both.end(), item.findings.begin(), item.findings.end());
      table.add(row_of(item.key, "", item.status, both, options.palette));
      return Result<void>();
    }
    for (const auto& [name, outcome] : item.artifacts) {
      table.add(row_of(item.key, shown(name), outcome.status, outcome.findings, options.palette));
    }
    if (!item.findings.empty() || item.artifacts.empty()) {
      table.add(row_of(item.key, "-", item.status, item.findings, options.palette));
    }
    return Result<void>();
  });
  table.flush();
  return shown_items;
}

}  // namespace bcheck
