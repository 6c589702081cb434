// SPDX-License-Identifier: Apache-2.0
// --shard as people type it, and how a shard is told of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "report/read.h"
#include "run/shard.h"

namespace bcheck {

// "2/8", from 0, or "auto/8": the index from the one variable of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX (Kubernetes)
// and AWS_BATCH_JOB_ARRAY_INDEX that is set; `source` becomes its name. How many shards there are is never taken from
// the environment: SLURM_ARRAY_TASK_COUNT counts the tasks of this submission, which is 1 when one task is run again.
Result<Shard> parse_shard(std::string_view typed, std::string& source);

// "shard 2 of 8 (SLURM_ARRAY_TASK_ID): 250 of 2000 keys" and a line feed. `source` may be empty.
std::string shard_line(const ShardHead& shard, std::int64_t manifest_keys, std::string_view source = {});

// Where a report is of a part of the batch, says so on stderr: what follows is not said of the whole.
void warn_of_shard(const ReportReader& report);

}  // namespace bcheck
