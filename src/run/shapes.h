// SPDX-License-Identifier: Apache-2.0
// What an output that is one file holds, where no rules say it: the shapes of records that batch services and engines
// write, and arrays with a row a key.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/rules.h"

namespace bcheck {

struct Recognised {
  Rules rules;
  std::string note;  // which fields are taken for what, in one sentence
};

// What the records of a file say of how they ended and `artifacts`, all that lie in them, do not name, a sentence each:
// a record that failed would pass. Looks at the first lines only; `root` as below.
std::vector<std::string> unread_members(int root, const std::string& file,
                                        std::span<const ArtifactRules* const> artifacts);

// `root` is the directory of the file. Looks at the first lines only. An error says that rules are needed.
Result<Recognised> recognise_output(int root, const std::string& file);

}  // namespace bcheck
