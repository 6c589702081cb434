// SPDX-License-Identifier: Apache-2.0
// The parts of a page that speak of the batch as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bcheck/report.h"
#include "render/show.h"

namespace bcheck {

struct PageSummary {
  const ReportHead& head;
  const ReportTail& tail;
  std::string report;  // its name, as messages have it
  // With a filter: how many items it takes and the summary of these, of which the findings are told. The numbers at
  // the top are always those of the whole batch.
  std::int64_t selected = 0;
  std::optional<Summary> selection = {};

  const Summary& of_findings() const { return selection ? *selection : tail.summary; }
};

// The pass rate, the states, the gate, silent errors.
std::string headline_markup(const PageSummary& summary, const ShowOptions& options);

// What is wrong with the batch as a whole; findings by code; counts by artifact where there are several.
std::string findings_markup(const PageSummary& summary);

// Files and records that belong to no key; the first kMostExtras of them.
std::string extras_markup(const ReportTail& tail);
inline constexpr std::size_t kMostExtras = 200;

// From what the report was made, by whom, with which hashes.
std::string about_markup(const PageSummary& summary);

}  // namespace bcheck
