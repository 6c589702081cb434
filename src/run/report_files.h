// SPDX-License-Identifier: Apache-2.0
// Where a report goes: one file, or with its items in another beside it; compressed where their names end in .gz or
// .zst.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/files.h"
#include "bcheck/error.h"
#include "bcheck/report.h"
#include "report/report_writer.h"

namespace bcheck {

class ReportFiles {
 public:
  // `report`: a file or "-"; empty = what is written goes nowhere. `items`: a file; empty = none. kBadQuestion where
  // both are one file, or there are items without a report; kIncomplete where one cannot be written.
  static Result<ReportFiles> open(const std::string& report, const std::string& items);

  ReportWriter& writer() { return *writer_; }

  // Writes what stands below the items and puts the files in their places, the report last: one whose items are not
  // there is refused by every reader. The items are hashed in a process of its own, as run/digest.h says why.
  Result<void> finish(const ReportTail& tail);

 private:
  std::string report_name_, items_name_;
  std::unique_ptr<AtomicFile> report_, items_;  // the writer knows where they are
  std::unique_ptr<ReportWriter> writer_;
};

}  // namespace bcheck
