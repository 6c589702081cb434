// SPDX-License-Identifier: Apache-2.0
// Writing a report: a stream in the order head, items, tail, one item a line. Text goes out as it is made, so
// memory does not grow with the batch. The same words always give the same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bcheck/report.h"
#include "report/item_head.h"

namespace bcheck {

// The fragments that items are made of; workers make them, the merge puts them together.
void append_outcome(std::string& out, const Outcome& outcome);              // {"status": ...}
void append_finding(std::string& out, const Finding& finding);              // {"code": ...}
void append_findings(std::string& out, std::span<const Finding> findings);  // [...]

// `"key": "a", "status": "pass", "reported": "success", "attempts": 2, "repeats": 1, "groups": {"gpu": "3"}`: how every
// item begins, after its "{". The key and the status always stand there, the others where they say something.
void append_item_start(std::string& out, const ItemHead& head);

// A whole item as it stands in its line, without the comma: what it begins with, "artifacts": {...}, and "findings"
// behind that if there are any. Items are put together with ",\n" between them.
void append_item(std::string& out, const Item& item);

// What ReportWriter puts together.
void append_head(std::string& out, const ReportHead& head);        // from "{" to the line before the items
void append_items_file(std::string& out, const ItemsFile& items);  // the line that stands in their place
void append_tail(std::string& out, const ReportTail& tail);        // from the line behind the items to the end
void append_summary(std::string& out, const Summary& summary);

}  // namespace bcheck
