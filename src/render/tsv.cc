// SPDX-License-Identifier: Apache-2.0
// Tab-separated values with a header, a line for each artifact of each key. What would end a cell is escaped as in C
// (\t, \n, \r, \\), and so is a first character that a spreadsheet takes for a formula, so the escapes can be undone
// and nothing in a product's name is ever run.
#include <fmt/format.h>

#include "base/text.h"
#include "render/formats.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

constexpr std::string_view kHeader =
    "key\tstatus\tartifact\tartifact_status\tcode\tmessage\tpath\tline\tformat\tbytes\tsha256\n";

void append_cell(std::string& out, std::string_view text) {
  const std::string valid = lossy_utf8(text);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\\') {
      out += "\\\\";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
               (i == 0 && (c == '=' || c == '+' || c == '-' || c == '@'))) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
}

void append_number(std::string& out, const std::optional<std::int64_t>& number) {
  if (number) out += fmt::format("{}", *number);
}

void append_row(std::string& out, const Item& item, const NamedOutcome* artifact,
                const std::vector<Finding>& findings) {
  static const NamedOutcome kNone;
  const NamedOutcome& named = artifact == nullptr ? kNone : *artifact;
  const Finding* const finding = leading(findings);
  append_cell(out, item.key);
  out += '\t';
  out += name_of(item.status);
  out += '\t';
  append_cell(out, named.first);
  out += '\t';
  if (artifact != nullptr) out += name_of(named.second.status);
  out += '\t';
  if (finding != nullptr) append_cell(out, finding->code);
  out += '\t';
  if (finding != nullptr) append_cell(out, finding->message);
  out += '\t';
  append_cell(out, named.second.path);
  out += '\t';
  append_number(out, named.second.line);
  out += '\t';
  append_cell(out, named.second.format);
  out += '\t';
  append_number(out, named.second.bytes);
  out += '\t';
  out += named.second.sha256;
  out += '\n';
}

}  // namespace

Result<Shown> render_tsv(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  sink(kHeader);
  std::string rows;
  return each_item(report, options.filter, [&](const Item& item) {
    rows.clear();
    for (const NamedOutcome& artifact : item.artifacts) append_row(rows, item, &artifact, artifact.second.findings);
    if (!item.findings.empty() || item.artifacts.empty()) append_row(rows, item, nullptr, item.findings);
    sink(rows);
    return Result<void>();
  });
}

}  // namespace bcheck
