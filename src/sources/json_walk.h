// SPDX-License-Identifier: Apache-2.0
// One strict walk (RFC 8259) over one object: the spans of the wanted fields, and where the object ends or goes wrong.
// Nothing is built. NaN, Infinity and -Infinity are walked over and remembered: Python writes them, and what they mean
// is for whoever looks at the field.
//
// A field counts only if what follows it is what follows a value: where two records run into each other, `{"id":1` and
// `{"id":2}`, the 1 may have been the beginning of 17.
//
// A flat array among the wanted fields is only followed to its end: whoever reads the numbers says whether they are
// some.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/record.h"
#include "sources/record_places.h"

namespace bcheck {

// Deeper nesting is kSyntax: a walk must not use up the stack.
inline constexpr int kDeepestRecord = 512;

// One walk over one object.
class JsonWalk {
 public:
  explicit JsonWalk(const RecordPlaces& places);

  enum class End { kWhole, kTorn, kSyntax };
  // Walks from `at`, where a '{' stands, and collects the fields. Spans are those of the text; strings without quotes.
  End object(std::string_view text, std::size_t at);

  std::size_t at() const { return at_; }                // behind the object, or where it went wrong
  std::size_t nonfinite() const { return nonfinite_; }  // first NaN or Infinity outside of the fields; npos = none

  struct Span {
    FieldKind kind = FieldKind::kAbsent;
    std::string_view raw;
    bool escaped = false;
    bool repeated = false;  // it, or an object that it lies in, stands more than once
    bool nonfinite = false;
  };
  const std::vector<Span>& spans() const { return spans_; }

 private:
  // Each stands at the first byte of what it reads, and behind it afterwards. False: end_ says why.
  bool value(std::int32_t node, int depth);
  bool members(std::int32_t node, int depth);
  bool elements(std::int32_t node, int depth);
  bool flat_array();
  bool string(bool& escaped);
  bool escape();
  bool number();
  bool literal();
  bool is_ended() const;
  void repeat(std::int32_t node);
  bool torn();
  bool syntax();
  void blanks();
  std::int32_t child(std::int32_t node, std::string_view raw, bool escaped);

  const RecordPlaces& places_;
  std::vector<Span> spans_;
  std::vector<bool> met_;  // by node
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t nonfinite_ = std::string_view::npos;
  std::string name_;
  End end_ = End::kWhole;
};

}  // namespace bcheck
