// SPDX-License-Identifier: Apache-2.0
// What `sha256sum --check` reads, in the folder of the output: a line for each passing product that is a file.
//
// A name with a line feed or a backslash is escaped as coreutils do it: a backslash before the hash says so.
#include "base/text.h"
#include "render/formats.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

void append_line(std::string& out, const std::string& sha256, std::string_view path) {
  const bool escaped = path.find_first_of("\\\n\r") != std::string_view::npos;
  if (escaped) out += '\\';
  out += sha256;
  out += "  ";
  for (const char c : path) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
  out += '\n';
}

}  // namespace

Result<Shown> render_sha256sum(ReportReader& report, const ShowOptions& options, const Sink& sink) {
  std::int64_t no_files = 0;
  std::string lines;
  auto shown = each_item(report, options.filter, [&](const Item& item) {
    lines.clear();
    for (const auto& [name, outcome] : item.artifacts) {
      if (outcome.sha256.empty()) continue;
      if (outcome.line || outcome.path.empty()) {
        ++no_files;  // a field of a record, a row of an array: no file has that hash
      } else {
        append_line(lines, outcome.sha256, outcome.path);
      }
    }
    sink(lines);
    return Result<void>();
  });
  if (shown && no_files > 0) shown->left_out = counted(no_files, "passing product") + " in records or rows";
  return shown;
}

}  // namespace bcheck
