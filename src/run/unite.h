// SPDX-License-Identifier: Apache-2.0
// One report of the reports of shards: the same bytes, but for `run`, as if the batch had not been divided.
//
// Exact and associative: whatever is merged in whatever order and in whatever steps, the result is the same. What
// depends on other keys (findings of the batch, extras, the summary) is not taken from the shards but found anew.
// Three passes over the items at most, one item of each report in memory, and 32 bytes for each product.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "input/manifest.h"
#include "report/report_writer.h"
#include "run/shard_set.h"

namespace bcheck {

struct UniteRequest {
  std::optional<ManifestRequest> manifest = {};  // names the keys of absent shards
  bool part = false;                             // the result is of these shards alone, to be merged with others later
  std::string gate;                              // JSON text: as the new report says it
  bool reproducible = false;                     // the report has no `run`
  std::string version;                           // of this program
  std::vector<std::string> command;
};

struct United {
  ReportTail tail;
  std::optional<ShardHead> shard;  // where it is a part again
  std::vector<std::string> notes;  // one sentence each
};

// Writes head and items; the tail is left to the caller, who has the file. Errors: kBadQuestion where shards are absent
// and no manifest names their keys, where it is not theirs, and where a report does not hold what it says.
Result<United> unite(ShardSet& shards, const UniteRequest& request, ReportWriter& writer);

}  // namespace bcheck
