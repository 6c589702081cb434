// SPDX-License-Identifier: Apache-2.0
// From the JSON of one item, or of one finding, to the words of include/bcheck. The inverse of write.h.
#pragma once

#include <string>
#include <vector>

#include "bcheck/report.h"
#include "report/members.h"

namespace bcheck {

// Fills `item`, reusing its memory. False with `problem` if a member is missing, repeated, of the wrong type or of an
// unknown word, or if an artifact's status and its findings or hashes contradict each other.
bool read_item(Json value, Item& item, std::string& problem);

bool read_findings(const simdjson::dom::array& list, std::vector<Finding>& findings, std::string& problem);

// A code has the form family.reason, of lower-case letters, digits, '-', '_' and dots: it can be printed as it is.
bool is_code(std::string_view code);

}  // namespace bcheck
