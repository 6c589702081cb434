// SPDX-License-Identifier: Apache-2.0
// Type jsonl: one document of RFC 8259 a line (jsonlines.org, ndjson).
//
// Each line is read alone: what accepts a stream of documents also accepts two on one line and one over several, which
// line readers lose. A file that was cut ends in a line that is no whole document; one that was cut behind a number or
// at a line end looks whole, and only the number of records tells (a limit on the measure `records`).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/fault_tally.h"
#include "validators/container/json_scan.h"
#include "validators/container/line_reader.h"
#include "validators/container/text_decoder.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"jsonl"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"records", "", "lines that hold one whole document"},
    MeasureInfo{"lines", "", "lines, the empty ones too"},
    MeasureInfo{"depth", "", "levels of containers in each other, the most of a record"},
};

constexpr std::array kFindings{
    FindingInfo{"file.blank-line", Severity::kFail, "a line without a document; at the end it only warns"},
    FindingInfo{"file.bom", Severity::kWarn, "a byte order mark in front, which RFC 8259 forbids writers"},
    FindingInfo{"file.duplicate-key", Severity::kWarn,
                "a name that stands twice in an object: readers differ on which value holds"},
    FindingInfo{"file.empty", Severity::kFail, "no record: nothing but white space"},
    FindingInfo{"file.encoding", Severity::kFail, "not UTF-8; a surrogate without its other half only warns"},
    FindingInfo{"file.limit", Severity::kFail,
                "nested deeper than can be judged; too many names to compare only warns"},
    FindingInfo{"file.missing-part", Severity::kFail, "a record without a key of required_keys"},
    FindingInfo{"file.no-line-end", Severity::kWarn,
                "the last record is whole and its line end is missing: what followed may be, too"},
    FindingInfo{"file.number-range", Severity::kWarn, "a number that neither a 64-bit integer nor a double holds"},
    FindingInfo{"file.syntax", Severity::kFail, "a line that is no document, or more than one"},
    FindingInfo{"file.truncated", Severity::kFail, "the last line ends before its document does"},
    FindingInfo{"file.wrong-type", Severity::kFail, "a record is not what was required"},
};

constexpr std::array<std::string_view, 2> kTopLevels{"object", "array"};

constexpr std::array kOptions{
    OptionInfo{"top_level", kWord, "what each record must be; absent: anything", kTopLevels},
    OptionInfo{"required_keys", kWords, "names that each record must have; absent: none"},
};

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == line.npos;
}

class JsonlCheck final : public Check {
 public:
  JsonlCheck(std::string top_level, std::vector<std::string> required)
      : top_level_(std::move(top_level)), required_(std::move(required)) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kContent;
    const auto decoded = decoder_.decode(artifact.bytes, out);
    if (!decoded) return;
    if (decoded->bom) out.fault("file.bom", kWarn, "a byte order mark stands in front of the first record");
    read(*decoded);
    tally_.report(out);
    if (records_ == 0 && tally_.empty()) {
      out.fault("file.empty", kFail, "there is no record: nothing but white space");
    }
    out.add("records", static_cast<std::int64_t>(records_));
    out.add("lines", static_cast<std::int64_t>(lines_));
    out.add("depth", static_cast<std::int64_t>(depth_));
  }

 private:
  void read(const DecodedText& decoded) {
    tally_.clear();
    records_ = lines_ = depth_ = 0;
    std::uint64_t first_blank = 0, blanks = 0;  // since the last record
    const auto blank_lines = [&](Severity severity) {
      if (blanks == 0) return;
      tally_.add("file.blank-line", severity, first_blank, [&] {
        return fmt::format("no document{}", severity == kWarn ? ", and none behind it" : " between two that have one");
      });
    };
    LineReader lines(decoded.text);
    for (std::string_view line; lines.next(line);) {
      lines_ = lines.number();
      if (is_blank(line)) {
        if (blanks++ == 0) first_blank = lines_;
        continue;
      }
      blank_lines(kFail);
      blanks = 0;
      // A line end was written behind the record, so that whoever wrote it thought it whole.
      record(line, lines_, lines.ended(), !lines.ended() && decoded.cut);
    }
    if (records_ > 0 || !tally_.empty()) blank_lines(kWarn);
  }

  void record(std::string_view line, std::uint64_t number, bool ended, bool cut) {
    const auto problem = scanner_.scan(line, required_);
    if (!problem) {
      ++records_;
      examine(scanner_.facts(), number);
      if (!ended && !cut) {
        tally_.add("file.no-line-end", kWarn, number,
                   [] { return "the last record is whole, and there is no line end behind it"; });
      }
      return;
    }
    const bool torn = problem->fault == JsonFault::kTruncated;
    if (torn && cut) return;  // said by the decoder
    const auto message = [&] {
      return problem->fault == JsonFault::kTrailingData
                 ? fmt::format("{}, in byte {}: two records on one line, or more", problem->message,
                               problem->offset + 1)
                 : fmt::format("{} (byte {})", problem->message, problem->offset + 1);
    };
    tally_.add(problem->fault == JsonFault::kLimit ? "file.limit"
               : torn && !ended                    ? "file.truncated"
                                                   : "file.syntax",
               kFail, number, message);
  }

  void examine(const JsonFacts& facts, std::uint64_t number) {
    depth_ = std::max<std::uint64_t>(depth_, facts.depth);
    if (!top_level_.empty() && facts.top_level != top_level_) {
      tally_.add("file.wrong-type", kFail, number,
                 [&] { return fmt::format("the record is {}, {} was required", facts.top_level, top_level_); });
    } else if (!required_.empty()) {
      for (std::size_t i = 0; i < required_.size(); ++i) {
        if (facts.top_level == "object" && scanner_.has_required(i)) continue;
        tally_.add("file.missing-part", kFail, number, [&] {
          return facts.top_level == "object" ? "the record has no " + quote(required_[i], 80)
                                             : fmt::format("keys are required, and the record is {}", facts.top_level);
        });
        break;
      }
    }
    const JsonNames& names = scanner_.names();
    if (names.repeated() > 0) {
      tally_.add("file.duplicate-key", kWarn, number, [&] {
        return fmt::format("the name {} stands twice in an object", quote(names.first_repeated(), 80));
      });
    }
    if (names.overflowed()) {
      tally_.add("file.limit", kWarn, number, [] {
        return fmt::format("more than {} names in open objects: not all were compared", JsonNames::kMost);
      });
    }
    if (facts.out_of_range > 0) {
      tally_.add("file.number-range", kWarn, number, [&] {
        return fmt::format("a number that neither a 64-bit integer nor a double holds (byte {})",
                           facts.first_out_of_range + 1);
      });
    }
    if (facts.lone_surrogates > 0) {
      tally_.add("file.encoding", kWarn, number, [&] {
        return fmt::format("a surrogate without its other half (byte {})", facts.first_lone_surrogate + 1);
      });
    }
  }

  std::string top_level_;
  std::vector<std::string> required_;
  TextDecoder decoder_;
  JsonScanner scanner_;
  FaultTally tally_;
  std::uint64_t records_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t depth_ = 0;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted&) {
  std::string top_level;
  std::vector<std::string> required;
  if (const auto at = options.find("top_level"); at != options.end()) {
    const auto* word = std::get_if<std::string>(&at->second);
    if (word == nullptr || std::find(kTopLevels.begin(), kTopLevels.end(), *word) == kTopLevels.end()) {
      return bad_question("option top_level: \"object\" or \"array\" expected");
    }
    top_level = *word;
  }
  if (const auto at = options.find("required_keys"); at != options.end()) {
    const auto* words = std::get_if<std::vector<std::string>>(&at->second);
    if (words == nullptr) return bad_question("option required_keys: a list of names expected");
    required = *words;
  }
  if (top_level == "array" && !required.empty()) {
    return bad_question("option required_keys: an array has no keys", "leave out top_level or required_keys");
  }
  return std::make_unique<JsonlCheck>(std::move(top_level), std::move(required));
}

}  // namespace

extern const Type kJsonlType;
const Type kJsonlType{"jsonl", "file", "JSON, a document a line", kFormats, kMeasures, kFindings, kOptions,
                      {},      prepare};

}  // namespace bcheck
