// SPDX-License-Identifier: Apache-2.0
// The rules that a report was made with.
#pragma once

#include "bcheck/error.h"
#include "bcheck/rules.h"
#include "input/rules.h"
#include "report/read.h"

namespace bcheck {

// The words that this build knows.
Vocabulary known_words_of_rules();

// kBadQuestion where this build does not know them.
Result<Rules> stored_rules(const ReportReader& report);

}  // namespace bcheck
