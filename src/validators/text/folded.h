// SPDX-License-Identifier: Apache-2.0
// Text as phrases are compared: in lower case, without accents, in plain signs.
//
// Folded are the letters of Latin-1, Latin Extended-A, Vietnamese, Greek and Cyrillic (by the mappings of Unicode; ё is
// е); combining accents and the vowel signs of Arabic are left out, so composed and decomposed accents are alike. Other
// letters stay. It is not Unicode's case folding: phrases are known, and are written in these letters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bcheck {

// Letters and marks alone, no signs and no white space. `text` is valid UTF-8; at most about `most` bytes are made.
// Replaces what `out` held.
void fold_letters(std::string_view text, std::size_t most, std::string& out);

// Letters, digits and signs; each run of white space is one space, every apostrophe is ', and characters without a
// mark are left out.
void fold_prose(std::string_view text, std::size_t most, std::string& out);

}  // namespace bcheck
