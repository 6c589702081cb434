// SPDX-License-Identifier: Apache-2.0
// A text as the checks see it: decoded once, profiled once; and how they speak of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bcheck/validator.h"
#include "validators/container/json_scan.h"
#include "validators/text/profile.h"
#include "validators/text/quoted_spans.h"
#include "validators/text/repetition.h"

namespace bcheck {

class FastJson;

// Buffers that live from text to text.
struct TextScratch {
  TextScratch();
  ~TextScratch();

  std::unique_ptr<FastJson> json;  // never null
  JsonScanner json_scan;
  QuotedSpans quoted;
  std::string folded;
  RepetitionMeter repetition;
};

class TextSubject {
 public:
  // `text` is valid UTF-8 and stands at byte `offset` of the artifact (behind a byte order mark, say). `true_answer`:
  // the rules list this very text as one that is meant, and no check of what it says is asked.
  TextSubject(std::string_view text, std::size_t offset, const TextProfile& profile, bool true_answer,
              TextScratch& scratch, Observation& out);

  std::string_view text;
  std::string_view trimmed;  // without white space and invisible code points at both ends
  const TextProfile& profile;
  bool true_answer;
  TextScratch& scratch;

  // Is byte `at` of the text between back quotes? The spans are looked for when the first one asks.
  bool quoted(std::size_t at);
  // Is more than half of the text between back quotes, so that it is the text itself and no mention?
  bool mostly_quoted();

  // "byte 120 (line 3)", bytes counted from 0 in the artifact, lines from 1.
  std::string where(std::size_t at) const;
  // The same with up to 60 characters of what stands there: `byte 120 (line 3): "..."`.
  std::string excerpt(std::size_t at) const;
  // "3 special tokens, the first <|im_end|> at ...": count, noun, and the place of the first.
  void counted_fault(std::string_view code, Severity severity, std::uint64_t count, std::string_view noun,
                     std::size_t first);
  void fault(std::string_view code, Severity severity, std::string message, std::optional<Scalar> measured = {});

 private:
  void find_quoted();

  std::size_t offset_;
  bool quoted_known_ = false;
  Observation& out_;
};

// Without white space and invisible code points at both ends.
std::string_view trim_invisible(std::string_view text);

}  // namespace bcheck
