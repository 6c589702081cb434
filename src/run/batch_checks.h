// SPDX-License-Identifier: Apache-2.0
// What only shows when all products are known: the same content for different keys, vectors of an odd dimension, holes
// in numbered names.
#pragma once

#include <vector>

#include "run/outcomes.h"
#include "run/plan.h"

namespace bcheck {

// Products of one artifact with the same content, by type:
//   text       batch.duplicate-text, as white space is left out of account, where it has
//                >= 200 code points and >= 3 keys, or
//                >= 32 code points, >= 5 keys and >= 2 % of the batch, or
//                >= 64 code points and >= 4 keys that are neighbours in the manifest (a stuck worker).
//              Two keys with >= 200 code points warn, and fail where >= 10 keys and >= 2 % of the batch stand in such
//              pairs: a slice that was computed twice, or under the names of another.
//              Shorter texts are labels, which repeat by design. Measured: of 98,700 different fortunes no text of
//              >= 200 stood there three times, and of 32 to 200 none five times; of 532 languages' declarations of
//              human rights one was hit.
//              batch.all-same, a warning, where all of at least 30 keys have one text of less than 32 code points: a
//              label that nine in ten have stands there so often with odds of 4 %.
//   embedding  batch.duplicate-vector, from two keys and four elements on, unless `allow_duplicates` is declared:
//              different inputs do not give one vector. Shorter ones are scores, which repeat; batch.all-same where all
//              of at least 8 are the same, as embedding.all-rows-same has it of an array, declared or not.
//              And batch.odd-dimension where at least nine tenths of the vectors have one dimension, and this another.
//   picture    batch.duplicate-content, a warning, from two keys on: the same bytes, or the same but for metadata
//              (validators/image/without_metadata.h). A fixed seed may be meant; not for all of at least 8:
//              batch.all-same. And batch.odd-size, a warning, where at least four fifths of 10 pictures or more have
//              one size and this another.
//   others     batch.duplicate-content, from two keys and 64 bytes on: a warning, since a fixed seed or a blank page
//              may be meant. Shorter ones are labels too: batch.all-same from 30 keys on.
// Keys whose `input_sha256` in the manifest is the same are one input and do not count twice; where the manifest
// expects `blank`, nothing is compared. Appended to `findings` as one for each key, which names the group's size and
// its first keys.
void compare_contents(const Plan& plan, const Outcomes& outcomes, std::vector<KeyFinding>& findings);

// That rows are paired with keys by their position cannot be verified; a warning for the batch.
void note_pairing(const Plan& plan, std::vector<Finding>& batch_findings);

// Holes in the numbers of keys (from 20 on), and of the files that are one output of records (from 3 on): warnings for
// the batch.
void note_gaps(const Plan& plan, std::vector<Finding>& batch_findings);

}  // namespace bcheck
