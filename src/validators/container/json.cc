// SPDX-License-Identifier: Apache-2.0
// Type json: one document of RFC 8259, read to its end.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json_fast.h"
#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/characters.h"
#include "validators/container/json_scan.h"
#include "validators/text/ascii.h"
#include "validators/text/error_object.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"json"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"top_level", "", "what the document is: object, array, string, number, boolean, null"},
    MeasureInfo{"items", "", "members of the top-level object, or elements of the top-level array"},
    MeasureInfo{"values", "", "values of every kind in the whole document, containers included"},
    MeasureInfo{"depth", "", "levels of containers in each other; 0 for a document without any"},
};

constexpr std::array kFindings{
    FindingInfo{"file.bom", Severity::kWarn, "a byte order mark in front, which RFC 8259 forbids writers"},
    FindingInfo{"file.duplicate-key", Severity::kWarn,
                "a name that stands twice in an object: readers differ on which value holds"},
    FindingInfo{"file.empty", Severity::kFail, "no document: nothing but white space"},
    FindingInfo{"file.encoding", Severity::kFail, "not UTF-8; a surrogate without its other half only warns"},
    FindingInfo{"file.limit", Severity::kFail,
                "nested deeper than can be judged; too many names to compare only warns"},
    FindingInfo{"file.missing-part", Severity::kFail, "a key of required_keys is not there"},
    FindingInfo{"file.no-content", Severity::kWarn, "the whole document is null or an empty string"},
    FindingInfo{"file.number-range", Severity::kWarn, "a number that neither a 64-bit integer nor a double holds"},
    FindingInfo{"file.syntax", Severity::kFail, "against the grammar"},
    FindingInfo{"file.trailing-data", Severity::kFail, "more text behind the document"},
    FindingInfo{"file.truncated", Severity::kFail, "the text ends before the document does"},
    FindingInfo{"file.wrong-type", Severity::kFail, "the top level is not what was required"},
};

constexpr std::array<std::string_view, 2> kTopLevels{"object", "array"};

constexpr std::array kOptions{
    OptionInfo{"top_level", kWord, "what the document must be; absent: anything", kTopLevels},
    OptionInfo{"required_keys", kWords, "names that the top-level object must have; absent: none"},
};

std::string_view code_of(JsonFault fault) {
  switch (fault) {
    case JsonFault::kEmpty: return "file.empty";
    case JsonFault::kEncoding: return "file.encoding";
    case JsonFault::kTruncated: return "file.truncated";
    case JsonFault::kSyntax: return "file.syntax";
    case JsonFault::kTrailingData: return "file.trailing-data";
    case JsonFault::kLimit: return "file.limit";
  }
  return "file.syntax";
}

class JsonCheck : public Check {
 public:
  JsonCheck(std::string top_level, std::vector<std::string> required)
      : top_level_(std::move(top_level)), required_(std::move(required)) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kContent;
    std::string_view text = as_text(artifact.bytes);
    if (text.starts_with("\xef\xbb\xbf")) {
      out.fault("file.bom", Severity::kWarn, "a byte order mark stands in front of the document");
      text.remove_prefix(3);
    }
    if (const auto problem = find_problem(text)) {
      out.fault(code_of(problem->fault), Severity::kFail,
                problem->fault == JsonFault::kEmpty
                    ? problem->message
                    : fmt::format("{} ({})", problem->message, place(text, problem->offset)));
      return;
    }
    report(text, out);
    look_for_nothing(text, out);
  }

 private:
  std::optional<JsonProblem> find_problem(std::string_view text) {
    if (const std::string_view wide = wide_encoding(text); !wide.empty()) {
      return JsonProblem{JsonFault::kEncoding, 0, fmt::format("this is {}, and JSON is UTF-8", wide)};
    }
    const std::size_t bad = first_bad_utf8(text);
    const bool cut = bad > 0 && bad < text.size() && is_cut_character(text.substr(bad));
    if (bad < text.size() && !cut) {
      return JsonProblem{JsonFault::kEncoding, bad, fmt::format("not UTF-8 from {} on", quote(text.substr(bad, 4)))};
    }
    auto problem = scanner_.scan(text.substr(0, bad), required_);
    if (cut && (!problem || problem->fault == JsonFault::kTruncated || problem->fault == JsonFault::kEmpty)) {
      return JsonProblem{JsonFault::kTruncated, bad, "the text ends in the middle of a character"};
    }
    return problem;
  }

  void report(std::string_view text, Observation& out) const {
    const JsonFacts& facts = scanner_.facts();
    out.add("top_level", facts.top_level);
    out.add("items", static_cast<std::int64_t>(facts.items));
    out.add("values", static_cast<std::int64_t>(facts.values));
    out.add("depth", static_cast<std::int64_t>(facts.depth));
    if (!top_level_.empty() && top_level_ != facts.top_level) {
      out.fault("file.wrong-type", Severity::kFail,
                fmt::format("the document is {}, {} was required", facts.top_level, top_level_));
    }
    report_missing(facts, out);
    const JsonNames& names = scanner_.names();
    if (names.repeated() > 0) {
      out.fault("file.duplicate-key", Severity::kWarn,
                fmt::format("{} with a name that its object had already, the first {}",
                            counted(static_cast<std::int64_t>(names.repeated()), "member"),
                            quote(names.first_repeated(), 80)));
    }
    if (names.overflowed()) {
      out.fault("file.limit", Severity::kWarn,
                fmt::format("more than {} names in open objects: not all were compared", JsonNames::kMost));
    }
    if (facts.out_of_range > 0) {
      out.fault("file.number-range", Severity::kWarn,
                fmt::format("{} that neither a 64-bit integer nor a double holds, the first at {}",
                            counted(static_cast<std::int64_t>(facts.out_of_range), "number"),
                            place(text, facts.first_out_of_range)));
    }
    if (facts.lone_surrogates > 0) {
      out.fault("file.encoding", Severity::kWarn,
                fmt::format("{} without its other half, the first at {}",
                            counted(static_cast<std::int64_t>(facts.lone_surrogates), "surrogate"),
                            place(text, facts.first_lone_surrogate)));
    }
  }

  // Sound JSON in the place of a product.
  void look_for_nothing(std::string_view text, Observation& out) {
    constexpr std::size_t kLongest = 64 * 1024;
    constexpr std::uint64_t kMostMembers = 32;  // what is larger is no error answer, and is not parsed once more
    if (text.size() > kLongest) return;
    const std::string_view document = ascii::trim_blank(text);
    if (document == "null" || document == "\"\"") {
      out.fault("file.no-content", Severity::kWarn, fmt::format("the whole document is {}", document));
    }
    const JsonFacts& facts = scanner_.facts();
    if (facts.top_level != "object" || facts.items > kMostMembers) return;
    simdjson::dom::object object;
    if (parser_.parse(text).get(object) != simdjson::SUCCESS || !is_nothing_but_an_error(object)) return;
    out.fault("artifact.not-the-artifact", Severity::kFail,
              fmt::format("a JSON error answer, {}, stands in its place", quote(text, 80)));
  }

  void report_missing(const JsonFacts& facts, Observation& out) const {
    if (required_.empty()) return;
    if (facts.top_level != "object") {
      if (top_level_.empty()) {  // else it was said already
        out.fault("file.missing-part", Severity::kFail,
                  fmt::format("keys are required, and the document is {}", facts.top_level));
      }
      return;
    }
    std::string missing;
    for (std::size_t i = 0; i < required_.size(); ++i) {
      if (scanner_.has_required(i)) continue;
      missing += missing.empty() ? "" : ", ";
      missing += quote(required_[i], 80);
    }
    if (!missing.empty()) out.fault("file.missing-part", Severity::kFail, "the object has no " + missing);
  }

  std::string top_level_;
  std::vector<std::string> required_;
  JsonScanner scanner_;
  FastJson parser_;
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
  return std::make_unique<JsonCheck>(std::move(top_level), std::move(required));
}

}  // namespace

extern const Type kJsonType;
const Type kJsonType{"json", "file", "one JSON document, whole grammar", kFormats, kMeasures, kFindings, kOptions,
                     {},     prepare};

}  // namespace bcheck
