// SPDX-License-Identifier: Apache-2.0
// By what products are found to be the same for different keys.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/siphash.h"
#include "bcheck/content_mark.h"
#include "bcheck/measure.h"
#include "bcheck/outcome.h"
#include "bcheck/rules.h"
#include "run/message.h"

namespace bcheck {

class ContentMarker {
 public:
  // Texts that are true answers, which many keys may have: of them nothing is marked.
  using Answers = const std::vector<std::string>*;
  static Answers answers_of(const ArtifactRules& rules);  // option allow_texts; null without it

  explicit ContentMarker(const SipKey& secret) : secret_(secret) {}

  // Of what is marked from here on. Null: none.
  void expect(Answers answers) { answers_ = answers; }

  // Nothing of what is empty. What is no text, vector or picture and has less than 64 bytes is a label, which repeats
  // by design. Of what was checked as that type. Nothing of a text, a vector or a label that fails: broken ones are
  // often the same, and it is said of them already that they are. A picture that fails is one of the others. `hash`:
  // siphash() of `bytes` with the same secret, where it is known.
  ContentMark of(std::string_view bytes, Status status, std::span<const Measure> measures,
                 std::optional<std::uint64_t> hash = {});

  // The same of a file, which is known by its SHA-256 where that was made already: hexadecimal digits, or empty. All
  // marks of one artifact come from of(), or all from here.
  ContentMark of_file(std::string_view bytes, Status status, std::span<const Measure> measures,
                      std::string_view sha256);

  // The same without the secret, for the report of a shard; nothing where of() says nothing. `sha256`: that of `bytes`
  // as hexadecimal digits where it is known, or empty.
  std::optional<SharedMark> shared(std::string_view bytes, Status status, std::span<const Measure> measures,
                                   std::string_view sha256);

 private:
  // What is compared, and as what.
  struct Compared {
    std::string_view bytes;
    std::uint32_t extent = 0;
    ContentKind kind = ContentKind::kNone;
    std::vector<Bytes> parts = {};  // not empty: these of the bytes alone
  };
  Compared compared(std::string_view bytes, Status status, std::span<const Measure> measures);

  // The first half of the SHA-256.
  std::array<std::uint64_t, 2> digest_of(const Compared& content, std::string_view bytes, std::string_view sha256);

  // White space at the ends is left out, and each run of it inside counts as one blank: what a reader would call the
  // same text. Valid until the next call.
  std::string_view collapsed(std::string_view text);

  bool is_answer(std::string_view text) const;

  SipKey secret_;
  Answers answers_ = nullptr;
  std::string collapsed_;
  std::optional<Sha256> sha256_;  // made when it is first needed
};

}  // namespace bcheck
