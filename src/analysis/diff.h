// SPDX-License-Identifier: Apache-2.0
// Two reports side by side: a merge of two sorted streams, in constant memory.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "analysis/nearness.h"
#include "bcheck/difference.h"
#include "bcheck/error.h"
#include "bcheck/report.h"
#include "report/read.h"

namespace bcheck {

struct DiffOptions {
  bool force = false;  // compare hashes although the rules differ
  // Say of changed products how much alike they are. The first meter that knows both speaks; what none knows is far.
  bool near = false;
  std::span<NearnessMeter* const> meters = {};
  // Shown the items of every key, before EachChange is told of it: of the old report, and of the new one. One of the
  // two may be null. May be empty.
  std::function<void(const Item*, const Item*)> look = {};
};

// Called for every key of either report in the order of key bytes, `same` ones included.
using EachChange = std::function<void(const KeyChange&)>;

// Reads both from their beginning to their end. An error is that of the report which could not be read, or the
// interruption of a meter; what was handed out before it then means nothing.
Result<Difference> diff(ReportReader& old_report, ReportReader& new_report, const DiffOptions& options,
                        const EachChange& each);

}  // namespace bcheck
