// SPDX-License-Identifier: Apache-2.0
// Keys that are missing beside products of no key, where the two differ in how a name is written alone: the key "007"
// and the file "7.png", "Cat 1" and "cat_1.txt", "a/b" and "a_b", an ending that is not the one of the rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "run/outcomes.h"
#include "run/plan.h"

namespace bcheck {

// What is left of a name without what is easily written otherwise: capitals of ASCII are small, digits have no zeros in
// front, and what else is no letter, digit or byte beyond ASCII is one '_' between others. "Img-007 (1).PNG" and
// "img_7_1.png" are "img_7_1_png".
std::string loosened(std::string_view name);

struct OtherName {
  std::string expected;  // the key, or the path where the rules give one
  std::string found;     // the path, or the key of the record
};

// Pairs of which each has one partner alone, in the order of `expected`; of a path also its last part, and both without
// their ending.
std::vector<OtherName> find_other_names(const std::vector<std::string>& expected, const std::vector<Extra>& extra);

// A warning for the batch, batch.other-names, where there are any. `outcomes` after finish().
void note_other_names(const Plan& plan, Outcomes& outcomes, const std::vector<Extra>& extra,
                      std::vector<Finding>& batch_findings);

}  // namespace bcheck
