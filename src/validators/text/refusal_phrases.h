// SPDX-License-Identifier: Apache-2.0
// The words in which models decline, by language. Folded (folded.h), so no capital, accent or curly apostrophe.
#pragma once

#include <span>
#include <string_view>

namespace bcheck {

using RefusalPhrases = std::span<const std::string_view>;

// How one language declines.
struct RefusalManner {
  RefusalPhrases openers;   // the text begins with one of them ...
  RefusalPhrases cannot;    // ... in the same sentence comes one of these ...
  RefusalPhrases work;      // ... and near it what is declined, behind it
  bool verb_last;           // or before it
  RefusalPhrases directly;  // or the text begins with one of these ...
  RefusalPhrases plainly;   // ... and goes on with work that only a model declines in these words
};

std::span<const RefusalManner> refusal_manners();

}  // namespace bcheck
