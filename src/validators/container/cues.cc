// SPDX-License-Identifier: Apache-2.0
#include "validators/container/cues.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes a run of digits off the front. Nothing if it is not of that many.
std::optional<std::int64_t> take_number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t length = 0;
  std::int64_t value = 0;
  while (length < text.size() && length <= most && is_digit(text[length])) value = value * 10 + (text[length++] - '0');
  if (length < least || length > most) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::optional<std::int64_t> take_stamp(std::string_view& text, CueFormat format, std::string_view point) {
  // Hours of any width that fits: recordings of surveillance count days in them.
  const auto first = take_number(text, 1, 6);
  if (!first || !take(text, ":")) return std::nullopt;
  auto minutes = take_number(text, 2, 2);
  std::optional<std::int64_t> hours = first, seconds;
  if (!minutes) return std::nullopt;
  if (take(text, ":")) {
    seconds = take_number(text, 2, 2);
  } else if (format == CueFormat::kVtt) {
    hours = 0;
    seconds = minutes;
    minutes = first;
  }
  if (!seconds || *minutes > 59 || *seconds > 59 || !take(text, point)) return std::nullopt;
  const auto milliseconds = take_number(text, 3, 3);
  if (!milliseconds) return std::nullopt;
  return ((*hours * 60 + *minutes) * 60 + *seconds) * 1000 + *milliseconds;
}

std::optional<CueTimes> parse(std::string_view line, CueFormat format, std::string_view point) {
  skip_blanks(line);
  const auto start = take_stamp(line, format, point);
  if (!start) return std::nullopt;
  skip_blanks(line);
  if (!take(line, "-->")) return std::nullopt;
  skip_blanks(line);
  const auto end = take_stamp(line, format, point);
  if (!end) return std::nullopt;
  // Positions and settings follow a blank; readers of WebVTT do not insist on it.
  if (!line.empty() && kBlanks.find(line[0]) == kBlanks.npos && (format == CueFormat::kSrt || is_digit(line[0]))) {
    return std::nullopt;
  }
  return CueTimes{*start, *end};
}

std::string_view point_of(CueFormat format) {
  return format == CueFormat::kSrt ? "," : ".";
}

// Loops of a speech model, measured on text as in "text.repeat-loop": how often the same must stand in a row, how many
// bytes that makes, and what share of the cues it is. The last row is for a loop that ran to the end.
struct LoopRule {
  std::uint64_t repeats;
  std::uint64_t bytes;
  std::uint64_t percent;
};
constexpr std::array kLoops{LoopRule{4, 40, 90}, LoopRule{8, 30, 75}, LoopRule{4, 150, 50}, LoopRule{8, 400, 0}};

}  // namespace

std::optional<CueTimes> parse_cue_times(std::string_view line, CueFormat format) {
  return parse(line, format, point_of(format));
}

std::string_view explain_cue_times(std::string_view line, CueFormat format) {
  const bool srt = format == CueFormat::kSrt;
  if (parse(line, format, srt ? "." : ","))
    return srt ? "time stamps of WebVTT, with a full stop" : "time stamps of SRT, with a comma: players drop the cue";
  return srt ? "no time line, HH:MM:SS,mmm --> HH:MM:SS,mmm" : "no time line, [HH:]MM:SS.mmm --> [HH:]MM:SS.mmm";
}

void CueTally::clear() {
  *this = CueTally();
}

void CueTally::close_run() {
  if (run_.bytes() > longest_.bytes() && run_.count > 1) longest_ = run_;
}

void CueTally::add(CueTimes times, std::string_view text, std::uint64_t line, FaultTally& faults) {
  if (times.end < times.start) {
    faults.add("file.bad-structure", Severity::kFail, line, [] { return "the cue ends before it begins"; });
  }
  if (cues_ > 0 && times.start < last_start_) {
    faults.add("file.cue-order", Severity::kWarn, line,
               [] { return "the cue begins before the one ahead of it does"; });
  }
  ++cues_;
  last_start_ = times.start;
  latest_end_ = std::max(latest_end_, times.end);
  if (text.empty()) {
    ++empty_;
    faults.add("file.empty-cue", Severity::kWarn, line, [] { return "the cue has no text"; });
  }
  if (run_.count > 0 && run_.text == text) {
    ++run_.count;
    return;
  }
  close_run();
  run_ = {text, 1, line};
}

void CueTally::report(std::uint64_t lines, Observation& out) {
  close_run();
  const Run& run = longest_;
  const bool loop = std::any_of(kLoops.begin(), kLoops.end(), [&](const LoopRule& rule) {
    return run.count >= rule.repeats && run.bytes() >= rule.bytes && run.count * 100 >= cues_ * rule.percent;
  });
  const bool to_the_end = run.count >= 6 && run.bytes() >= 100 && run_.count == run.count && run_.text == run.text;
  if (loop || to_the_end) {
    out.fault("file.repeat-loop", Severity::kFail,
              fmt::format("{} of {} cues in a row say the same, from line {} on: {}",
                          grouped(static_cast<std::int64_t>(run.count)), grouped(static_cast<std::int64_t>(cues_)),
                          grouped(static_cast<std::int64_t>(run.first_line)), quote(run.text, 60)));
  }
  out.add("cues", static_cast<std::int64_t>(cues_));
  out.add("duration", static_cast<double>(latest_end_) / 1000.0);
  out.add("empty_cues", static_cast<std::int64_t>(empty_));
  out.add("lines", static_cast<std::int64_t>(lines));
  out.add("repeats", static_cast<std::int64_t>(cues_ == 0 ? 0 : std::max<std::uint64_t>(longest_.count, 1)));
}

}  // namespace bcheck
