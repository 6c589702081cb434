// SPDX-License-Identifier: Apache-2.0
#include "report/recognise.h"

#include "bcheck/report.h"
#include "report/scan.h"

namespace bcheck {

namespace {

bool begins_as_report(ReportScanner scanner) {
  constexpr std::size_t kMostSchema = 100;
  const std::string family = "\"" + std::string(kReportSchema.substr(0, kReportSchema.find('/') + 1));
  if (!scanner.take('{')) return false;
  do {
    std::string_view name;
    std::string_view text;
    Span where;
    if (!scanner.name(name)) return false;
    if (name == "schema") return scanner.value(where, text, kMostSchema) && text.starts_with(family);
    if (!scanner.skip(where)) return false;
  } while (scanner.take(','));
  return false;
}

}  // namespace

bool is_report(const BlockFile& file) {
  return begins_as_report(ReportScanner(file, {0, file.size()}));
}

bool is_report(std::string_view text) {
  return begins_as_report(ReportScanner(text));
}

}  // namespace bcheck
