// SPDX-License-Identifier: Apache-2.0
// What a record says of itself, before its product is looked at: a torn line, an error, a state, how generating ended.
// Real batches hold records with `"error": null` and a status of 400, so the state is asked first and the text last.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/validator.h"
#include "run/record_plan.h"
#include "sources/record.h"

namespace bcheck {

// The code for a flaw of the record as a whole; of kNone the one for a record without a key.
std::string_view code_of(RecordFlaw flaw);

// "it ends before it is closed": the flaw as a sentence.
std::string flaw_text(const RecordView& record);

// What the manifest says of the key's input.
struct SubmittedInput {
  std::string_view sha256;  // empty if it has none
  // The key whose input has that hash, as the manifest writes it; empty if there is none.
  std::function<std::string_view(std::string_view)> owner;
};

// The product of one artifact in the record, ready for its check.
struct RecordValue {
  std::vector<Fault> faults;   // in the order of importance
  bool there = true;           // something can be examined
  std::string_view text;       // of a string its characters, of all else JSON
  std::string_view extension;  // "json", "txt"
  std::string buffer;          // may hold the text
};

// Whether a field can be what `state` means: it says success, or with a word or number in use that there was none.
bool is_state(const Field& field);

// `table`: every cell is a string, and an
// empty one says nothing. `type` is that of the rules, or null to be found out by the kind of the value; then it is
// set.
void look_at_record(const RecordView& record, const RecordArtifact& artifact, bool table,
                    const SubmittedInput& submitted, const Type*& type, RecordValue& out);

}  // namespace bcheck
