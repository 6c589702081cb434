// SPDX-License-Identifier: Apache-2.0
// GitHub-flavoured Markdown for the summary of a step, or a comment on a merge request: the numbers first, then the
// findings by code, then the first failing keys in a block that opens.
//
// GitHub takes 1 MiB a step and fails the upload above; rows are cut at 50 and cells at 200 bytes, so a summary stays
// far below. Whatever could be markup, a link or a mention is written as a character reference.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/escape.h"
#include "render/formats.h"
#include "render/percent.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

constexpr std::size_t kRows = 50;
constexpr std::size_t kCell = 200;

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : escaped(text, kCell)) {
    if (std::string_view("&<>|`*_[]()#!~@\\\"'$").find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string heading(const Counts& counts) {
  const std::int64_t pass = counts[Status::kPass];
  return fmt::format("### bcheck: {} of {} pass ({})\n\n", grouped(pass), counted(counts.total(), "key"),
                     percent(pass, counts.total()));
}

std::string statuses(const Counts& counts, const Summary* summary) {
  std::string names = "|", rules = "|", numbers = "|";
  const auto add = [&](std::string_view name, std::int64_t number) {
    names += fmt::format(" {} |", name);
    rules += " ---: |";
    numbers += fmt::format(" {} |", grouped(number));
  };
  for (const Status status : {Status::kPass, Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked}) {
    add(name_of(status), counts[status]);
  }
  if (summary != nullptr) {
    add("extra", summary->extra);
    add("duplicates", summary->duplicates);
    if (summary->silent_errors) add("silent errors", *summary->silent_errors);
  }
  return names + '\n' + rules + '\n' + numbers + "\n\n";
}

std::string findings(const Summary& summary) {
  std::string out = "| findings | count | first keys |\n| --- | ---: | --- |\n";
  const std::size_t rows = std::min(summary.findings.size(), kRows);
  if (rows == 0) return {};
  for (std::size_t i = 0; i < rows; ++i) {
    const FindingCount& finding = summary.findings[i];
    std::string keys;
    for (const std::string& key : finding.keys) keys += (keys.empty() ? "" : ", ") + cell(key);
    out += fmt::format("| {}{} | {} | {} |\n", cell(finding.code),
                       finding.severity == Severity::kFail ? "" : fmt::format(" ({})", name_of(finding.severity)),
                       grouped(finding.count), keys);
  }
  if (summary.findings.size() > rows) out += fmt::format("| and {} more codes | | |\n", summary.findings.size() - rows);
  return out + '\n';
}

std::string row(const Item& item) {
  const Primary primary = primary_of(item);
  const Finding* const finding = primary.finding;
  return fmt::format("| {} | {} | {} | {} |\n", cell(item.key), name_of(item.status),
                     finding == nullptr ? "" : cell(finding->code), finding == nullptr ? "" : cell(finding->message));
}

}  // namespace

Result<Shown> render_markdown(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  const auto counts = count_items(report, options.filter);
  if (!counts) return tl::unexpected(counts.error());
  const Summary* const summary = options.filter.empty() ? &report.tail().summary : nullptr;
  std::string rows;
  std::size_t failing = 0;
  auto read = each_item(report, options.filter, [&](const Item& item) {
    if (item.status != Status::kPass && ++failing <= kRows) rows += row(item);
    return Result<void>();
  });
  if (!read) return read;
  sink(heading(*counts));
  sink(statuses(*counts, summary));
  if (summary != nullptr) {
    if (report.tail().incomplete) sink("**Incomplete**: not everything could be listed or checked.\n\n");
    sink(findings(*summary));
    for (const Finding& finding : report.tail().batch_findings) {
      sink(fmt::format("- the batch: {} ({}): {}\n", cell(finding.code), name_of(finding.severity),
                       cell(finding.message)));
    }
  }
  if (failing == 0) return read;
  sink(fmt::format("\n<details><summary>{}</summary>\n\n| key | status | code | why |\n| --- | --- | --- | --- |\n{}",
                   failing > kRows
                       ? fmt::format("the first {} of {}", kRows,
                                     counted(static_cast<std::int64_t>(failing), "key") + " that do not pass")
                       : counted(static_cast<std::int64_t>(failing), "key") +
                             (failing == 1 ? " that does not pass" : " that do not pass"),
                   rows));
  sink("\n</details>\n");
  return read;
}

}  // namespace bcheck
