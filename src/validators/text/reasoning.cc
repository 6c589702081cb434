// SPDX-License-Identifier: Apache-2.0
// Thinking, and no answer behind it: the token budget was spent, or the answer was lost.
#include <fmt/format.h>

#include <array>

#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

struct Frame {
  std::string_view open;
  std::string_view close;
};

constexpr std::array<Frame, 6> kFrames{{{"<think>", "</think>"},
                                        {"<thinking>", "</thinking>"},
                                        {"<thought>", "</thought>"},
                                        {"<reasoning>", "</reasoning>"},
                                        {"[THINK]", "[/THINK]"},
                                        {"\u25C1think\u25B7", "\u25C1/think\u25B7"}}};

}  // namespace

// Chat templates often write the opening mark into the prompt, so a closing one alone at the end says the same.
void check_reasoning_only(TextSubject& s) {
  for (const Frame& frame : kFrames) {
    const bool opens = s.trimmed.starts_with(frame.open);
    // The trimmed text ends where its last visible character does.
    const bool closes_at_end = s.trimmed.ends_with(frame.close);
    if (opens && s.trimmed.find(frame.close) == std::string_view::npos) {
      s.fault("text.reasoning-only", Severity::kFail,
              fmt::format("begins with {} and never closes it: no answer", frame.open));
    } else if (closes_at_end && (opens || s.trimmed.find(frame.open) == std::string_view::npos)) {
      s.fault("text.reasoning-only", Severity::kFail, fmt::format("nothing stands behind {}: no answer", frame.close));
    }
  }
}

}  // namespace bcheck
