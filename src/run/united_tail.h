// SPDX-License-Identifier: Apache-2.0
// What stands below the items of a merged report, from that of the shards. Every rule here is associative: lists that
// are the same in all shards stay as they are, others become a sorted list without repetitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "run/shard_set.h"

namespace bcheck {

// Extras, sources, findings of the batch and `run`; not the summary. Shards look at one output and see the same extras;
// where each has its own, all of them count. `notes`: files of records of which shards saw different ones.
ReportTail unite_tails(const ShardSet& shards, std::vector<std::string>& notes);

// Says in `run` what the report was made from. Where no shard has a `run` it is begun here.
Result<void> tell_origin(const ShardSet& shards, const std::string& version, const std::vector<std::string>& command,
                         std::optional<RunInfo>& run);

}  // namespace bcheck
