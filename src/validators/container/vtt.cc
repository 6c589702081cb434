// SPDX-License-Identifier: Apache-2.0
// Type vtt: WebVTT subtitles (W3C WebVTT, 4 syntax, 6.1 parser). Always UTF-8.
//
// Blocks are taken as a player takes them, where it would show the cue; a cue that it would drop is a fault. A file
// that was cut ends in the header, behind an identifier, in a time line or behind one.
#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/cues.h"
#include "validators/container/line_reader.h"
#include "validators/container/text_decoder.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"vtt"};

constexpr std::array kFindings{
    FindingInfo{"file.bad-signature", Severity::kFail, "it does not begin with WEBVTT"},
    FindingInfo{"file.bad-structure", Severity::kFail, "a cue that ends before it begins"},
    FindingInfo{"file.cue-order", Severity::kWarn, "a cue that begins before the one ahead of it does"},
    FindingInfo{"file.empty", Severity::kFail, "no cue"},
    FindingInfo{"file.empty-cue", Severity::kWarn, "a cue without text"},
    FindingInfo{"file.encoding", Severity::kFail, "not UTF-8"},
    FindingInfo{"file.repeat-loop", Severity::kFail, "the same text in cue after cue"},
    FindingInfo{"file.syntax", Severity::kFail,
                "a block that is no cue and no note, a time line that is none, a NUL byte"},
    FindingInfo{"file.truncated", Severity::kFail, "the text ends before the text of its last cue"},
};

constexpr auto kFail = Severity::kFail;
constexpr std::string_view kSignature = "WEBVTT";
constexpr std::string_view kArrow = "-->";

bool has_arrow(std::string_view line) {
  return line.find(kArrow) != line.npos;
}

// A block of its own kind: "NOTE", "NOTE about it", and the same with STYLE and REGION.
bool is_other_block(std::string_view line) {
  for (const std::string_view word : {"NOTE", "STYLE", "REGION"}) {
    if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t'))
      return true;
  }
  return false;
}

class VttCheck final : public Check {
 public:
  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kContent;
    const auto decoded = decoder_.decode(artifact.bytes, out);
    if (!decoded || !has_signature(*decoded, out)) return;
    cut_ = decoded->cut;
    const std::uint64_t lines = read(decoded->text);
    faults_.report(out);
    if (cues_.cues() == 0 && faults_.empty() && !cut_) out.fault("file.empty", kFail, "there is no cue");
    cues_.report(lines, out);
  }

 private:
  enum class Expect : unsigned char {
    kBlock,    // the first line of a block
    kTimes,    // the line behind an identifier
    kText,     // the text of a cue, or the empty line behind it
    kNothing,  // the rest of a block that is no cue
  };

  static bool has_signature(const DecodedText& decoded, Observation& out) {
    const std::string_view text = decoded.text;
    const bool begins = text.starts_with(kSignature);
    if (begins && (text.size() == kSignature.size() ||
                   std::string_view(" \t\r\n").find(text[kSignature.size()]) != std::string_view::npos)) {
      return true;
    }
    if (!text.empty() && kSignature.starts_with(text)) {
      out.fault("file.truncated", kFail, "the text ends within the signature WEBVTT");
    } else if (text.empty()) {
      out.fault("file.empty", kFail, "there is nothing in it");
    } else {
      out.fault("file.bad-signature", kFail, fmt::format("it begins with {} and not with WEBVTT", quote(text, 20)));
    }
    return false;
  }

  std::uint64_t read(std::string_view text) {
    faults_.clear();
    cues_.clear();
    LineReader lines(text, true);
    std::string_view line;
    lines.next(line);  // the signature
    expect_ = Expect::kNothing;
    while (lines.next(line)) {
      if (line.find('\0') != line.npos) faults_.add("file.syntax", kFail, lines.number(), [] { return "a NUL byte"; });
      on_line(line, lines.number(), !lines.ended());
    }
    at_end(lines.number());
    return lines.number();
  }

  void on_line(std::string_view line, std::uint64_t at, bool last) {
    if (line.empty()) {
      if (expect_ == Expect::kTimes) no_cue(at - 1);
      if (expect_ == Expect::kText) close_cue();
      expect_ = Expect::kBlock;
    } else if (has_arrow(line)) {  // wherever it stands, a cue begins
      if (expect_ == Expect::kText) close_cue();
      on_times(line, at, last);
    } else if (expect_ == Expect::kBlock) {
      identifier_ = line;
      expect_ = is_other_block(line) ? Expect::kNothing : Expect::kTimes;
    } else if (expect_ == Expect::kTimes) {
      if (last && might_be_times(line)) {
        truncated(at, "the text ends in a time line");
      } else {
        no_cue(at - 1);
      }
    } else if (expect_ == Expect::kText) {
      const char* const start = text_.empty() ? line.data() : text_.data();
      text_ = {start, static_cast<std::size_t>(line.data() + line.size() - start)};
    }
  }

  // What a cut leaves of "00:01.000 -->".
  static bool might_be_times(std::string_view line) { return line.find_first_not_of("0123456789:. -") == line.npos; }

  void no_cue(std::uint64_t at) {
    faults_.add("file.syntax", kFail, at,
                [&] { return fmt::format("a block without a time line begins with {}", quote(identifier_, 40)); });
    expect_ = Expect::kNothing;
  }

  void truncated(std::uint64_t line, std::string_view why) {
    if (!cut_) faults_.add("file.truncated", kFail, line, [&] { return why; });
    expect_ = Expect::kNothing;
  }

  void on_times(std::string_view line, std::uint64_t at, bool last) {
    const auto times = parse_cue_times(line, CueFormat::kVtt);
    if (times) {
      times_ = *times;
      times_line_ = at;
      text_ = {};
      expect_ = Expect::kText;
    } else if (last) {
      truncated(at, "the text ends in a time line");
    } else {
      faults_.add("file.syntax", kFail, at,
                  [&] { return fmt::format("{}: {}", explain_cue_times(line, CueFormat::kVtt), quote(line, 40)); });
      expect_ = Expect::kNothing;
    }
  }

  void close_cue() { cues_.add(times_, text_, times_line_, faults_); }

  void at_end(std::uint64_t line) {
    if (expect_ == Expect::kTimes) truncated(line, "the text ends behind the first line of a block");
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
  Expect expect_ = Expect::kBlock;
  bool cut_ = false;  // in the middle of a character, which was said
  std::string_view identifier_;
  CueTimes times_;
  std::uint64_t times_line_ = 0;
  std::string_view text_;
};

Result<std::unique_ptr<Check>> prepare(const Options&, const Wanted&) {
  return std::make_unique<VttCheck>();
}

}  // namespace

extern const Type kVttType;
const Type kVttType{"vtt", "file", "WebVTT subtitles", kFormats, kCueMeasures, kFindings, {}, {}, prepare};

}  // namespace bcheck
