// SPDX-License-Identifier: Apache-2.0
// By what products are found to be the same for different keys.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/siphash.h"
#include "bcheck/measure.h"
#include "bcheck/outcome.h"
#include "run/message.h"

namespace bcheck {

class ContentMarker {
 public:
  explicit ContentMarker(const SipKey& secret) : secret_(secret) {}

  // Nothing of what is empty, and of what is no text or vector and has less than 64 bytes: labels repeat by design.
  // Of what was checked as that type. Nothing of a text or a vector that fails: broken ones are often the same, and it
  // is said of them already that they are.
  ContentMark of(std::string_view bytes, Status status, std::span<const Measure> measures);

 private:
  // White space at the ends is left out, and each run of it inside counts as one blank: what a reader would call the
  // same text.
  std::uint64_t of_text(std::string_view text);
  SipKey secret_;
  std::string collapsed_;
};

}  // namespace bcheck
