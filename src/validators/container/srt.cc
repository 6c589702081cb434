// SPDX-License-Identifier: Apache-2.0
// Type srt: SubRip subtitles. Blocks of a number, a time line and text, with empty lines between.
//
// A file that was cut ends in a number, in a time line, or behind one; cut between two cues or in the text of one it
// looks whole, and only a missing line end or the measure `duration` tells.
#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/cues.h"
#include "validators/container/line_reader.h"
#include "validators/container/text_decoder.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"srt"};

constexpr std::array kFindings{
    FindingInfo{"file.bad-structure", Severity::kFail, "a cue that ends before it begins"},
    FindingInfo{"file.cue-number", Severity::kWarn, "the number of a cue does not follow the one ahead, or is missing"},
    FindingInfo{"file.cue-order", Severity::kWarn, "a cue that begins before the one ahead of it does"},
    FindingInfo{"file.empty", Severity::kFail, "no cue"},
    FindingInfo{"file.empty-cue", Severity::kWarn, "a cue without text"},
    FindingInfo{"file.encoding", Severity::kFail, "not UTF-8, or not the encoding that the rules name"},
    FindingInfo{"file.no-line-end", Severity::kWarn, "the last line has no line end: it may be cut"},
    FindingInfo{"file.repeat-loop", Severity::kFail, "the same text in cue after cue"},
    FindingInfo{"file.syntax", Severity::kFail,
                "a line that is no cue number, no time line and no text, or a NUL byte"},
    FindingInfo{"file.truncated", Severity::kFail, "the text ends before the text of its last cue"},
    FindingInfo{"file.unsupported", Severity::kFail, "an encoding that this system cannot convert"},
};

constexpr std::array kOptions{kEncodingOption};

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;
constexpr std::string_view kArrow = "-->";

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == line.npos;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == line.npos ? std::string_view() : line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

class SrtCheck final : public Check {
 public:
  explicit SrtCheck(std::string_view encoding) : decoder_(encoding) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kContent;
    const auto decoded = decoder_.decode(artifact.bytes, out);
    if (!decoded) return;
    cut_ = decoded->cut;
    const std::uint64_t lines = read(decoded->text);
    faults_.report(out);
    if (cues_.cues() == 0 && faults_.empty() && !cut_) out.fault("file.empty", kFail, "there is no cue");
    cues_.report(lines, out);
  }

 private:
  enum class Expect : unsigned char { kNumber, kTimes, kText, kNothing };

  std::uint64_t read(std::string_view text) {
    faults_.clear();
    cues_.clear();
    number_ = -1;
    expect_ = Expect::kNumber;
    LineReader lines(text);
    for (std::string_view line; lines.next(line);) {
      if (line.find('\0') != line.npos) faults_.add("file.syntax", kFail, lines.number(), [] { return "a NUL byte"; });
      const bool last = !lines.ended();
      switch (expect_) {
        case Expect::kNumber: on_number(line, lines.number(), last); break;
        case Expect::kTimes: on_times(line, lines.number(), last); break;
        case Expect::kText: on_text(line, lines.number()); break;
        case Expect::kNothing:
          if (is_blank(line)) expect_ = Expect::kNumber;
          break;
      }
      if (last && expect_ == Expect::kText && !text_.empty() && !cut_) {
        faults_.add("file.no-line-end", kWarn, lines.number(), [] { return "the last line has no line end"; });
      }
    }
    at_end(lines.number());
    return lines.number();
  }

  void truncated(std::uint64_t line, std::string_view why) {
    if (!cut_) faults_.add("file.truncated", kFail, line, [&] { return why; });
    expect_ = Expect::kNothing;
  }

  void on_number(std::string_view line, std::uint64_t at, bool last) {
    const std::string_view word = trimmed(line);
    if (word.empty()) return;
    if (word.find(kArrow) != word.npos) {
      faults_.add("file.cue-number", kWarn, at, [] { return "the cue has no number"; });
      return on_times(line, at, last);
    }
    if (word.find_first_not_of("0123456789") != word.npos) {
      faults_.add("file.syntax", kFail, at,
                  [&] { return fmt::format("the number of a cue expected, found {}", quote(word, 40)); });
      expect_ = Expect::kNothing;
      return;
    }
    next_number(word, at);
    expect_ = Expect::kTimes;
  }

  void next_number(std::string_view word, std::uint64_t at) {
    const auto number = whole_number(word.substr(std::min(word.find_first_not_of('0'), word.size() - 1)));
    if (number && number_ >= 0 && *number != number_ + 1) {
      faults_.add("file.cue-number", kWarn, at, [&] { return fmt::format("cue {} behind cue {}", *number, number_); });
    }
    number_ = number.value_or(-1);
  }

  void on_times(std::string_view line, std::uint64_t at, bool last) {
    const auto times = parse_cue_times(line, CueFormat::kSrt);
    if (times) {
      times_ = *times;
      times_line_ = at;
      text_ = {};
      expect_ = Expect::kText;
    } else if (last) {
      truncated(at, "the text ends in a time line");
    } else {
      faults_.add("file.syntax", kFail, at,
                  [&] { return fmt::format("{}: {}", explain_cue_times(line, CueFormat::kSrt), quote(line, 40)); });
      expect_ = is_blank(line) ? Expect::kNumber : Expect::kNothing;
    }
  }

  void on_text(std::string_view line, std::uint64_t at) {
    if (is_blank(line)) {
      close_cue();
      expect_ = Expect::kNumber;
    } else if (line.find(kArrow) != line.npos && parse_cue_times(line, CueFormat::kSrt)) {
      faults_.add("file.syntax", kFail, at, [] { return "a cue begins without an empty line ahead of it"; });
      close_cue();
      on_times(line, at, false);
    } else {
      const char* const start = text_.empty() ? line.data() : text_.data();
      text_ = {start, static_cast<std::size_t>(line.data() + line.size() - start)};
    }
  }

  void close_cue() { cues_.add(times_, text_, times_line_, faults_); }

  void at_end(std::uint64_t line) {
    if (expect_ == Expect::kTimes) truncated(line, "the text ends behind the number of a cue");
    if (expect_ != Expect::kText) return;
    if (text_.empty()) {
      truncated(line, "the text ends behind a time line");
    } else {
      close_cue();
    }
  }

  TextDecoder decoder_;
  FaultTally faults_;
  CueTally cues_;
  Expect expect_ = Expect::kNumber;
  bool cut_ = false;          // in the middle of a character, which was said
  std::int64_t number_ = -1;  // of the cue ahead; -1 where there is none
  CueTimes times_;
  std::uint64_t times_line_ = 0;
  std::string_view text_;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted&) {
  const auto encoding = encoding_option(options);
  if (!encoding) return tl::unexpected(encoding.error());
  return std::make_unique<SrtCheck>(*encoding);
}

}  // namespace

extern const Type kSrtType;
const Type kSrtType{"srt", "file", "SubRip subtitles", kFormats, kCueMeasures, kFindings, kOptions, {}, prepare};

}  // namespace bcheck
