// SPDX-License-Identifier: Apache-2.0
// The grammar of RFC 8259 to the letter, with the place of the first error, in one pass without recursion.
//
// The final word on what is JSON: it takes every number and any width, which fast parsers do not, and refuses what
// lenient ones let through (a NUL behind the document, NaN, control characters in strings). Linear in the input, but
// for the sorting of the names of an object; memory is the stack of open containers and the names in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validators/container/json_names.h"

namespace bcheck {

// What recursive readers still survive; beyond it the artifact cannot be judged, and is never passed.
inline constexpr std::size_t kJsonDepthLimit = 10'000;

enum class JsonFault { kEmpty, kEncoding, kTruncated, kSyntax, kTrailingData, kLimit };

struct JsonProblem {
  JsonFault fault;
  std::size_t offset;   // of the byte where it was seen
  std::string message;  // without the place
};

struct JsonFacts {
  std::string_view top_level;          // "object", "array", "string", "number", "boolean", "null"
  std::uint64_t items = 0;             // members or elements of the top level
  std::uint64_t values = 0;            // of every kind, containers included
  std::size_t depth = 0;               // of containers in each other; 0 for a lone scalar
  std::uint64_t out_of_range = 0;      // numbers that neither a 64-bit integer nor a double holds
  std::size_t first_out_of_range = 0;  // offset
  std::uint64_t lone_surrogates = 0;   // \ud800 to \udfff that is no half of a pair
  std::size_t first_lone_surrogate = 0;
};

// Reused from document to document; keeps its memory.
class JsonScanner {
 public:
  // `text` is UTF-8 without a byte order mark (JsonCheck sees to both). `required` names are looked for among the
  // members of a top-level object. Nothing if the text is one JSON document; the facts are complete only then.
  std::optional<JsonProblem> scan(std::string_view text, std::span<const std::string> required);

  const JsonFacts& facts() const { return facts_; }
  const JsonNames& names() const { return names_; }
  bool has_required(std::size_t index) const { return found_[index]; }

 private:
  struct Container {
    bool object;
    JsonNames::Mark names;
  };

  // Each stands at the first byte of what it reads, and behind it afterwards; false if it failed.
  bool values();
  bool member_name();
  bool open(bool object);
  void close();
  bool number();
  bool literal(std::string_view word);
  bool string();
  bool escape();
  bool surrogates(std::size_t start);
  bool fail(JsonFault fault, std::size_t offset, std::string message);
  bool unexpected(std::string_view wanted);  // at the current byte, or truncated where there is none

  void skip_blanks();
  void check_range(std::string_view digits);
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
  bool escaped_ = false;  // the last string had an escape
  std::vector<Container> open_;
  JsonNames names_;
  JsonFacts facts_;
  std::span<const std::string> required_;
  std::vector<bool> found_;
  std::optional<JsonProblem> problem_;
};

}  // namespace bcheck
