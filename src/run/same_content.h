// SPDX-License-Identifier: Apache-2.0
// By what products are found to be the same for different keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/siphash.h"
#include "run/message.h"

namespace bcheck {

class ContentMarker {
 public:
  explicit ContentMarker(const SipKey& secret) : secret_(secret) {}

  // Of nothing no mark is made: products that are empty have no content that could be the same.

  // White space at the ends is left out, and each run of it inside counts as one blank: what a reader would call the
  // same text.
  ContentMark of_text(std::string_view text, std::uint32_t chars);
  ContentMark of_bytes(std::string_view bytes) const;

 private:
  SipKey secret_;
  std::string collapsed_;
};

}  // namespace bcheck
