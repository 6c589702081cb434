// SPDX-License-Identifier: Apache-2.0
// Which products were made again since an earlier report.
//
// A report holds no times of files, so two things can be seen and a third cannot:
//   - a key that passed then and passes now with another hash: made again, with another result;
//   - a key that passed then, of which a file was last written after that report's run had ended: made again, or copied
//     without its times;
//   - a file made again with the same bytes and an older time: not to be told from one that was left alone.
// The second needs the report's run (absent with --reproducible) and files: of a record nobody knows when it was
// written. Without it the number of the first is a lower bound and no answer.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "bcheck/error.h"
#include "bcheck/resume.h"
#include "report/read.h"

namespace bcheck {

// When a file of the output was last written, in seconds since 1970: minus infinity where there is none, nothing if
// that cannot be said. The path is as the report has it.
using WrittenAt = std::function<std::optional<double>(const std::string& path)>;

// Reads both from their beginning to their end.
Result<Recomputed> find_recomputed(ReportReader& before, ReportReader& now, const WrittenAt& written_at);

// When the run of a report had ended, in seconds since 1970: its start, which is told in whole seconds, one second and
// its duration. Nothing if the report does not say.
std::optional<double> end_of_run(const ReportTail& tail);

}  // namespace bcheck
