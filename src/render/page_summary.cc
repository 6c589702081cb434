// SPDX-License-Identifier: Apache-2.0
#include "render/page_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "render/page_markup.h"
#include "render/percent.h"
#include "render/reported.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfName = 200;  // code points that are shown of it
constexpr std::array kStatuses{Status::kPass, Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked};

std::string link_to_key(const std::string& key) {
  const std::string text = key_on_page(key);
  return fmt::format(R"(<a class="name" href="#key={}"><bdi>{}</bdi></a>)", fragment(text), html_name(text));
}

std::string first_keys(const std::vector<std::string>& keys, std::int64_t of) {
  std::string out;
  for (const std::string& key : keys) out += (out.empty() ? "" : ", ") + link_to_key(key);
  return static_cast<std::int64_t>(keys.size()) < of ? out + " …" : out;
}

std::string states(const Counts& counts) {
  std::vector<BarPart> parts;
  std::string legend;
  for (const Status status : kStatuses) {
    const std::int64_t count = counts[status];
    parts.push_back({count, name_of(status)});
    if (count == 0 && status != Status::kPass && status != Status::kFail) continue;
    legend += fmt::format("<li><a href=\"#status={0}\"><b class=\"s {0}\">{0}</b> <span>{1}</span></a></li>",
                          name_of(status), grouped(count));
  }
  return stacked_bar(parts, "keys by status") + "\n<ul class=\"states\">" + legend + "</ul>\n";
}

std::string gate(const ShowOptions& options) {
  if (!options.gate_open) return {};
  if (*options.gate_open) return "<p class=\"gate open\"><b>Gate open</b></p>\n";
  std::string out = "<div class=\"gate closed\"><b>Gate closed</b>";
  if (options.page != nullptr && !options.page->gate_reasons.empty()) {
    out += "<ul>";
    for (const std::string& reason : options.page->gate_reasons) out += "<li>" + html_sentence(reason) + "</li>";
    out += "</ul>";
  }
  return out + "</div>\n";
}

std::string silent(const Summary& summary) {
  if (!summary.silent_errors) return {};
  const std::int64_t count = *summary.silent_errors;
  std::string out;  // the alarm, and what it was found from
  if (count > 0) {
    out = fmt::format(
        "<div class=\"alarm silent\"><b><a href=\"#silent=1\">{}</a></b>: reported as success, and not sound ({} of "
        "the "
        "keys). {}</div>\n",
        count == 1 ? "1 silent error" : grouped(count) + " silent errors", percent(count, summary.keys.total()),
        first_keys(summary.silent_keys, count));
  }
  std::string lines = reported_lines(summary, {});
  if (lines.empty()) return out;
  lines.pop_back();
  out += "<details><summary>Reported and found</summary><p class=\"lines\">";
  for (std::size_t at = 0; at <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    out += html_sentence(std::string_view(lines).substr(at, end - at)) + "<br>";
    at = end + 1;
  }
  return out + "</p></details>\n";
}

std::string severity_of_code(Severity severity) {
  return severity == Severity::kFail ? "" : fmt::format(" <small>{}</small>", name_of(severity));
}

std::string code_row(const FindingCount& finding, std::int64_t most) {
  const std::string_view colour = finding.severity == Severity::kFail ? "bad" : "soft";
  return fmt::format(
      "<tr><td class=\"code\"><a href=\"#code={}\">{}</a>{}</td><td class=\"n\">{}</td><td class=\"bars\">{}</td>"
      "<td class=\"keys\">{}</td></tr>\n",
      fragment(finding.code), html_name(finding.code), severity_of_code(finding.severity), grouped(finding.count),
      bar(finding.count, most, colour), first_keys(finding.keys, finding.count));
}

std::string artifact_table(const Summary& summary) {
  if (summary.artifacts.size() < 2) return {};
  std::vector<Status> statuses;  // that occur
  for (const Status status : kStatuses) {
    const bool any = std::any_of(summary.artifacts.begin(), summary.artifacts.end(),
                                 [&](const auto& artifact) { return artifact.second[status] > 0; });
    if (any || status == Status::kPass || status == Status::kFail) statuses.push_back(status);
  }
  std::string out =
      "<h3>By artifact</h3>\n<div class=\"scroll\"><table class=\"artifacts\"><thead><tr><th>artifact</th>";
  for (const Status status : statuses) out += fmt::format("<th class=\"n\">{}</th>", name_of(status));
  out += "<th class=\"n\">rate</th></tr></thead><tbody>\n";
  for (const auto& [name, counts] : summary.artifacts) {
    out += fmt::format("<tr><td class=\"name\"><bdi>{}</bdi></td>", html_name(cut(name, kMostOfName)));
    for (const Status status : statuses) {
      const bool bad = status != Status::kPass && counts[status] > 0;
      out += fmt::format("<td class=\"n{}\">{}</td>", bad ? " bad" : "", grouped(counts[status]));
    }
    out += fmt::format("<td class=\"n\">{}</td></tr>\n", percent(counts[Status::kPass], counts.total()));
  }
  return out + "</tbody></table></div>\n";
}

std::string facts_of(const Summary& summary) {
  std::string out = counted(summary.extra, "extra");
  if (summary.leftovers > 0) out += ", " + counted(summary.leftovers, "leftover");
  if (summary.duplicates > 0) out += ", " + counted(summary.duplicates, "duplicate");
  if (summary.warnings > 0) out += ", " + counted(summary.warnings, "warning");
  return out;
}

}  // namespace

std::string headline_markup(const PageSummary& page, const ShowOptions& options) {
  const Summary& summary = page.tail.summary;
  const std::int64_t total = summary.keys.total();
  const std::int64_t pass = summary.keys[Status::kPass];
  std::string out = "<header id=\"top\">\n";
  out += fmt::format(
      "<p class=\"title\"><span class=\"tool\">bcheck</span> <bdi>{}</bdi>{}</p>\n", html_sentence(page.report),
      page.tail.run ? fmt::format(" <span class=\"note\">{}</span>", html_sentence(page.tail.run->started)) : "");
  out += fmt::format("<h1>{} of {} pass <small>{}</small></h1>\n", grouped(pass),
                     total == 1 ? "1 key" : grouped(total) + " keys", percent(pass, total));
  out += states(summary.keys);
  if (page.tail.incomplete) {
    out += "<div class=\"alarm\"><b>Incomplete</b>: not everything could be listed or checked.</div>\n";
  }
  out += silent(summary);
  out += gate(options);
  out += fmt::format("<p class=\"note\">{}</p>\n", facts_of(summary));
  if (page.selection) {
    out += fmt::format("<p class=\"alarm soft\"><b>A selection</b>: this page shows {} of {}.</p>\n",
                       grouped(page.selected), counted(total, "key"));
  }
  return out + "</header>\n";
}

std::string findings_markup(const PageSummary& page) {
  const Summary& summary = page.of_findings();
  std::string out = "<section id=\"findings\">\n<h2>Findings</h2>\n";
  for (const Finding& finding : page.tail.batch_findings) {
    out += fmt::format("<p class=\"batch {}\"><b>The batch</b> <code>{}</code>{}: {}</p>\n", name_of(finding.severity),
                       html_name(finding.code), severity_of_code(finding.severity), html_sentence(finding.message));
  }
  if (summary.findings.empty()) {
    out += "<p class=\"note\">None.</p>\n";
  } else {
    std::int64_t most = 0;
    for (const FindingCount& finding : summary.findings) most = std::max(most, finding.count);
    out +=
        "<div class=\"scroll\"><table class=\"codes\"><thead><tr><th>code</th><th class=\"n\">count</th><th></th>"
        "<th>first keys</th></tr></thead><tbody>\n";
    for (const FindingCount& finding : summary.findings) out += code_row(finding, most);
    out += "</tbody></table></div>\n";
  }
  for (const UncheckedCount& reason : summary.unchecked) {
    out += fmt::format("<p class=\"note\">{} unchecked: {}</p>\n", grouped(reason.count), html_sentence(reason.reason));
  }
  return out + artifact_table(summary) + "</section>\n";
}

std::string extras_markup(const ReportTail& tail) {
  if (tail.extra.empty()) return {};
  std::string out = fmt::format(
      "<section id=\"extra\">\n<h2>Extras and leftovers</h2>\n<details{}><summary>{} that belong to "
      "no key</summary>\n<ul class=\"extras\">\n",
      tail.extra.size() <= 20 ? " open" : "", grouped(static_cast<std::int64_t>(tail.extra.size())));
  const std::size_t shown = std::min(tail.extra.size(), kMostExtras);
  for (std::size_t i = 0; i < shown; ++i) {
    const Extra& extra = tail.extra[i];
    out += fmt::format("<li><span class=\"name\"><bdi>{}</bdi></span>", html_name(cut(extra.path, 500)));
    if (extra.record) {
      out += fmt::format(" <span class=\"note\">{}, key</span> <span class=\"name\"><bdi>{}</bdi></span>",
                         extra.line ? fmt::format("line {}", *extra.line) : "record",
                         html_name(cut(extra.key, kMostOfName)));
    }
    out += extra.temporary ? " <small>leftover</small></li>\n" : "</li>\n";
  }
  out += "</ul>\n";
  if (shown < tail.extra.size()) {
    out += fmt::format("<p class=\"note\">and {} more, in the report.</p>\n",
                       grouped(static_cast<std::int64_t>(tail.extra.size() - shown)));
  }
  return out + "</details>\n</section>\n";
}

std::string about_markup(const PageSummary& page) {
  std::string rows;
  const auto row = [&](std::string_view name, const std::string& markup) {
    rows += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_name(name), markup);
  };
  row("manifest", fmt::format("{}, SHA-256 <code>{}</code>", counted(page.head.manifest_keys, "key"),
                              html_name(page.head.manifest_sha256)));
  row("rules", fmt::format("SHA-256 <code>{}</code>", html_name(page.head.rules_sha256)));
  if (const auto& run = page.tail.run) {
    std::string command;
    for (const std::string& word : run->command) command += (command.empty() ? "" : " ") + html_name(word);
    row("run", fmt::format("bcheck {}, {}, {:.1f} s, {} jobs on {}", html_name(run->version), html_name(run->started),
                           run->seconds, run->jobs, html_name(run->host)));
    if (!command.empty()) row("command", "<code>" + command + "</code>");
    for (const auto& [name, value] : run->labels) row(name, html_name(cut(value, 500)));
    for (const MadeFrom& from : run->made_from) row("made from", html_name(from.report));
  }
  std::string decoders;
  for (const auto& [format, library] : page.head.decoders) {
    decoders += fmt::format("{}{}: {}", decoders.empty() ? "" : ", ", html_name(format), html_name(library));
  }
  if (!decoders.empty()) row("decoders", decoders);
  return fmt::format(
      "<section id=\"about\">\n<details><summary>About this report</summary>\n<dl>\n{}</dl></details>\n</section>\n",
      rows);
}

}  // namespace bcheck
