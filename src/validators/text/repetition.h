// SPDX-License-Identifier: Apache-2.0
// What is said again and again: loops, the fewest four-grams, the sketch. Measured in one go over the condensed text,
// with buffers that live from text to text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "validators/text/condensed.h"
#include "validators/text/cues.h"
#include "validators/text/diversity.h"
#include "validators/text/loop_rules.h"
#include "validators/text/loops.h"
#include "validators/text/profile.h"
#include "validators/text/sketch.h"

namespace bcheck {

// Sound prose has far more different four-grams.
inline constexpr double kWorthALook = 0.2;

struct Repetition {
  double loop_share = 0;        // of a text of two pieces: the higher of the two
  std::size_t loop_copies = 0;  // likewise
  double distinct_4grams = 1;   // the lower
  // Where that is, in bytes of the text; looked up below kWorthALook only.
  std::size_t window_begin = 0;
  std::size_t window_end = 0;
  std::uint64_t sketch = 0;
};

// A loop that is a fault.
struct FaultyLoop {
  LoopVerdict verdict;
  std::string_view unit;  // as it was found, condensed; valid until the next call
  std::size_t condensed_begin = 0;
  std::size_t begin = 0;    // byte of the text
  std::string_view around;  // what was set aside to see it: "time codes", "list numbers"; empty for nothing
  bool to_the_end = false;
};

class RepetitionMeter {
 public:
  Repetition measure(std::string_view text, const TextProfile& profile);

  // Of the text that was measured last: null if no loop of it is a fault. Looks again without time codes and list
  // numbers where there are any.
  const FaultyLoop* faulty_loop(const TextProfile& profile);

 private:
  bool find_fault(const Piece& piece, std::string_view condensed, std::string_view around);
  bool look_without(Stripped::What what, const Piece& piece);

  Condensed condensed_;
  std::span<const Piece> pieces_;
  LoopFinder finder_;
  DiversityMeter diversity_;
  Stripped stripped_;
  std::string other_;  // what was stripped, condensed
  FaultyLoop fault_;
  bool found_ = false;
};

}  // namespace bcheck
