// SPDX-License-Identifier: Apache-2.0
// The summary of a selection of items.
#pragma once

#include "report/read.h"
#include "report/summary.h"

namespace bcheck {

void tally_item(Tally& tally, const ReportReader& report, const Item& item);

}  // namespace bcheck
