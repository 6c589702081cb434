// SPDX-License-Identifier: Apache-2.0
// What a type of artifact is: its vocabulary, and the check that turns bytes into measures and faults.
//
// A type is one row of validators/registry.cc. Everything that users may write about it (options, measures,
// codes, default limits) is in its tables, so `bcheck types`, the rules' reader and the judge need no code of
// their own for a new type.
//
// Validators measure; they do not judge. A check gets options (definitions, exact measures wanted, what the
// product was declared to be) and never limits: limits compare finished measures, in judge/. So a stored report
// can be judged again without the data.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/error.h"
#include "bcheck/finding.h"
#include "bcheck/measure.h"

namespace bcheck {

// The value of an option in the rules: {"dim": 1024, "norm": "unit", "score_range": [0, 1], "ids": ["a", "b"]}.
using OptionValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::string>>;
using Options = std::map<std::string, OptionValue, std::less<>>;

// What may stand for an option; several may be allowed.
enum OptionKind : unsigned {
  kFlag = 1,    // true, false
  kWhole = 2,   // a whole number
  kReal = 4,    // any number (a whole one is handed over as double)
  kWord = 8,    // a string
  kRange = 16,  // [min, max]: two numbers
  kWords = 32,  // a list of strings
  kPath = 64,   // a string naming a file of the output; its lines are handed over as kWords
};

struct OptionInfo {
  std::string_view name;
  unsigned kinds;                                // OptionKind, or-ed
  std::string_view meaning;                      // one line; says what absent means
  std::span<const std::string_view> words = {};  // allowed for kWord and in kWords; empty = any
};

struct DefaultLimit {
  std::string_view measure;
  std::optional<double> min = {};
  std::optional<double> max = {};
};

// What one check of one artifact found. Reused from artifact to artifact: clear() keeps the memory.
struct Observation {
  std::string_view format = {};           // static storage: "png", "npy", "utf-8 text"; empty = not recognised
  Coverage coverage = Coverage::kHeader;  // of a pass
  std::vector<Measure> measures;
  std::vector<Fault> faults;    // in the order of importance: the first that fails names the artifact
  std::string unchecked;        // not empty: why this build cannot say whether it is sound
  std::string content_sha256;   // of the decoded content, lower case hex, when it was asked for
  std::string content_decoder;  // what decoded it: "libpng 1.6.39"

  // Where the artifact is worth a closer look: place of the first few NaN, say. Added to the message of the
  // finding that the measure raises. One entry a measure.
  std::vector<std::pair<std::string_view, std::string>> places;

  void add(std::string_view measure, std::int64_t value);
  void add(std::string_view measure, double value);  // rounds to 9 significant digits
  void add(std::string_view measure, std::string_view word);
  void fault(std::string_view code, Severity severity, std::string message);
  void place(std::string_view measure, std::string where);
  const Scalar* find(std::string_view measure) const;
  bool failed() const;  // a fault of severity fail was seen
  void clear();
};

// Options that the pipeline sets for every type, beside those of the rules.
struct Wanted {
  bool content_sha256 = false;
};

// A prepared check. One belongs to one worker; it may keep buffers between calls, and nothing else: the same
// bytes give the same observation whatever came before. Never throws for bad bytes; std::bad_alloc may leave it.
class Check {
 public:
  virtual ~Check() = default;
  virtual void run(const Artifact& artifact, Observation& out) = 0;
};

// Every type measures the size, and a limit on it speaks for all alike.
inline constexpr MeasureInfo kBytes{
    "bytes", "bytes", "size of the artifact", "artifact.too-small", "artifact.too-large", "artifact.wrong-size"};

struct Type {
  std::string_view name;                      // the word in the rules: "image"
  std::string_view family;                    // prefix of its codes: "image", "file"
  std::string_view summary;                   // one line
  std::span<const std::string_view> formats;  // of validators/magic.h, that the type takes; empty = any bytes
  std::span<const MeasureInfo> measures;      // the first is kBytes
  std::span<const FindingInfo> findings;
  std::span<const OptionInfo> options;
  std::span<const DefaultLimit> limits;
  // An error names the option and what would be right. Null: the word is known, and this build has no check for
  // it, so what is declared so is `unchecked` unless a check of every artifact fails it already.
  Result<std::unique_ptr<Check>> (*prepare)(const Options&, const Wanted&) = nullptr;
  std::span<const std::string_view> blind_spots = {};  // what a pass does not exclude, a sentence each
};

// A third-party decoder, for the report: {"png", "libpng 1.6.39"}.
struct Decoder {
  std::string_view format;
  std::string version;
};

}  // namespace bcheck
