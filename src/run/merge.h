// SPDX-License-Identifier: Apache-2.0
// The last stage of a run: from outcomes in any order to items in the order of key bytes.
#pragma once

#include <span>

#include "bcheck/report.h"
#include "report/report_writer.h"
#include "run/codes.h"
#include "run/key_facts.h"
#include "run/outcomes.h"
#include "run/plan.h"

namespace bcheck {

// Writes the items and counts all. A slot that was neither settled by the plan nor examined was
// interrupted. The conservation law is asserted: every key of the manifest has exactly one status.
// `key_findings` are sorted by place; `tail` has what belongs to no key, and gets the summary.
void merge_items(const Plan& plan, const CodeTable& codes, Outcomes& outcomes, KeyFacts& facts,
                 std::span<const KeyFinding> key_findings, ReportTail& tail, ReportWriter& writer);

}  // namespace bcheck
