// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own, whose answer is bytes: for what the parent of a run must not load (run/digest.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "bcheck/error.h"

namespace bcheck {

using SendApart = std::function<void(std::string_view)>;

// Runs `work` in a child and gives all that it sent; once more if a signal ended it. kIncomplete if there is no child
// to be had, or if it died again: then "the process that WHAT died".
Result<std::string> write_apart(std::string_view what, const std::function<void(const SendApart&)>& work);

}  // namespace bcheck
