// SPDX-License-Identifier: Apache-2.0
// JSON objects with which services say that there is no answer.
#pragma once

#include "base/json_fast.h"

namespace bcheck {

// It says so in the members that services use: where a text was asked for, it is none.
bool is_error_object(const simdjson::dom::object& object);

// The same where JSON was asked for, which may have a member "error" that is an answer: beside what says so, and what
// names the sample or the request, everything is null or empty. A message alone is none.
bool is_nothing_but_an_error(const simdjson::dom::object& object);

}  // namespace bcheck
