// SPDX-License-Identifier: Apache-2.0
// From the JSON of what stands around the items to the words of include/bcheck. The inverse of write.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "report/members.h"

namespace bcheck {

// Each reads the value of one top-level member. False with `problem` if something is missing, repeated, of the wrong
// type or impossible.
bool read_manifest(Json value, ReportHead& head, std::string& problem);
bool read_shard(Json value, ReportHead& head, std::string& problem);
bool read_items_file(Json value, ItemsFile& items, std::string& problem);
bool read_decoders(Json value, ReportHead& head, std::string& problem);
bool read_extra(Json value, Extra& extra, std::string& problem);  // one entry
bool read_sources(Json value, ReportTail& tail, std::string& problem);
bool read_batch_findings(Json value, ReportTail& tail, std::string& problem);
bool read_summary(Json value, Summary& summary, std::string& problem);
bool read_run(Json value, RunInfo& run, std::string& problem);

// `text` are the bytes of the member "rules": the parts that are kept as text are kept byte for byte.
bool read_rules(std::string_view text, FastJson& parser, ReportHead& head, std::string& problem);

// The artifacts that the rules name, sorted by bytes, and whether each is required.
using Required = std::vector<std::pair<std::string, bool>>;
bool read_required(Json artifacts, Required& required, std::string& problem);

// Whether this program reads a report of this schema; the error says what it is instead. `file` as in messages.
Result<void> check_schema(std::string_view schema, const std::string& file);

}  // namespace bcheck
