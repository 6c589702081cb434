// SPDX-License-Identifier: Apache-2.0
// What subtitles have in common, whether SRT or WebVTT: time lines, and what cues can be told of together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bcheck/validator.h"
#include "validators/container/fault_tally.h"

namespace bcheck {

enum class CueFormat : unsigned char { kSrt, kVtt };

struct CueTimes {
  std::int64_t start = 0;  // milliseconds
  std::int64_t end = 0;
};

// "00:01:02,500 --> 00:01:04,000" and what may follow it (positions, settings). In SRT hours and a comma must be there,
// in WebVTT (W3C, 4.1) hours may be left out and the comma is a full stop. Nothing where it is no such line.
std::optional<CueTimes> parse_cue_times(std::string_view line, CueFormat format);

// Why a line with an arrow is no time line.
std::string_view explain_cue_times(std::string_view line, CueFormat format);

// The rows that both types have in their tables.
inline constexpr std::array kCueMeasures{
    kBytes,
    MeasureInfo{"cues", "", "cues with sound time stamps"},
    MeasureInfo{"duration", "seconds", "the latest end of a cue"},
    MeasureInfo{"empty_cues", "", "cues without text"},
    MeasureInfo{"lines", "", "lines of the file"},
    MeasureInfo{"repeats", "", "most cues in a row that say the same; 1 where no two do"},
};

// Cue by cue, in the order of the file. Keeps views into it, so that it must outlive the last call.
class CueTally {
 public:
  void clear();

  // `text` without the line ends around it; empty if there is none. `line`: of the times.
  void add(CueTimes times, std::string_view text, std::uint64_t line, FaultTally& faults);

  std::uint64_t cues() const { return cues_; }

  // Says whether the cues are a loop (notes below), and adds the measures.
  void report(std::uint64_t lines, Observation& out);

 private:
  void close_run();

  std::uint64_t cues_ = 0;
  std::uint64_t empty_ = 0;
  std::int64_t last_start_ = 0;
  std::int64_t latest_end_ = 0;

  // Cues in a row with the same text: the one that is going on, and the one that says most.
  struct Run {
    std::string_view text;
    std::uint64_t count = 0;
    std::uint64_t first_line = 0;
    std::uint64_t bytes() const { return count * text.size(); }
  };
  Run run_;
  Run longest_;
};

}  // namespace bcheck
