// SPDX-License-Identifier: Apache-2.0
// The parts of the page of a difference (render/diff_page.cc) that are made from its counts.
#pragma once

#include <string>
#include <string_view>

#include "bcheck/difference.h"
#include "render/diff_page_rows.h"

namespace bcheck {

// "1,950 of 2,000 keys are the same", or that nothing could be compared. No markup.
std::string headline_of(const Difference& difference);

// The verdict, a bar of the classes, what the gate decided.
std::string diff_headline_markup(const Difference& difference, std::string_view gate);

// Each class with its share of all keys and its first keys; the shares that runs are compared by.
std::string classes_markup(const Difference& difference, const ChangeRows& rows);

// The table of keys that differ, with its controls.
std::string changes_markup(const Difference& difference, const ChangeRows& rows);

// The two reports side by side.
std::string reports_markup(const Difference& difference);

}  // namespace bcheck
