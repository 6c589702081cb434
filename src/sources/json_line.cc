// SPDX-License-Identifier: Apache-2.0
#include "sources/json_line.h"

#include <algorithm>

#include "base/json_string.h"
#include "base/utf8.h"

namespace bcheck {
namespace {

constexpr std::size_t kExcerpt = 120;
// A line in which that many braces lead nowhere holds no whole record.
constexpr int kMostProbes = 64;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::size_t skip_blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && is_blank(line[at])) ++at;
  return at;
}

}  // namespace

JsonLine::JsonLine(const RecordPlaces& places) : walk_(places), probe_(places) {}

void JsonLine::start(std::string_view line, bool utf8) {
  line_ = line;
  utf8_ = utf8 || is_utf8(line);
  welded_ = false;
  const std::size_t nuls = std::min(line.find_first_not_of('\0'), line.size());
  nuls_ = nuls > 0;
  at_ = skip_blanks(line, nuls);
}

// From where another object reaches to the end of the line, as the last record behind a torn one does.
std::size_t JsonLine::next_whole(std::size_t from) {
  for (int probes = 0; probes < kMostProbes; ++probes) {
    from = line_.find('{', from);
    if (from == std::string_view::npos) break;
    const JsonWalk::End end = probe_.object(line_, from);
    if (end == JsonWalk::End::kTorn) break;  // all that is left is inside of it
    if (end == JsonWalk::End::kWhole && probe_.spans()[RecordPlaces::kKey].kind != FieldKind::kAbsent &&
        skip_blanks(line_, probe_.at()) == line_.size()) {
      return from;
    }
    ++from;
  }
  return line_.size();
}

bool JsonLine::next(RecordView& record) {
  if (at_ >= line_.size()) {
    if (!nuls_) return false;
    nuls_ = false;  // nothing but NUL bytes
    record = RecordView();
    record.fields.resize(walk_.spans().size());
    record.flaw = RecordFlaw::kNulBlock;
    return true;
  }
  const std::size_t start = at_;
  record.key = Field();
  record.fields.assign(walk_.spans().size(), Field());
  record.flaw = RecordFlaw::kNone;
  record.column = 0;
  record.excerpt = line_.substr(start, kExcerpt);
  if (line_[at_] != '{') {  // an array, a scalar, rubbish
    record.flaw = welded_ ? RecordFlaw::kWelded : nuls_ ? RecordFlaw::kNulBlock : RecordFlaw::kSyntax;
    record.column = start + 1;
    const std::size_t other = next_whole(start);
    at_ = other;
    nuls_ = false;
    welded_ = true;
    return true;
  }
  const JsonWalk::End end = walk_.object(line_, start);
  fill(record);
  if (end == JsonWalk::End::kWhole) {
    at_ = skip_blanks(line_, walk_.at());
    const bool alone = !welded_ && at_ >= line_.size();
    if (!alone) {
      record.flaw = RecordFlaw::kWelded;
      record.column = (welded_ ? start : at_) + 1;
    } else if (nuls_) {
      record.flaw = RecordFlaw::kNulBlock;
      record.column = 1;
    } else if (!utf8_) {
      record.flaw = RecordFlaw::kEncoding;
    } else if (walk_.nonfinite() != std::string_view::npos) {
      record.flaw = RecordFlaw::kNonfinite;
      record.column = walk_.nonfinite() + 1;
    }
  } else {
    // Of a record that is only cut short, an object that reaches to the end is a part, with an id of its own perhaps.
    at_ = end == JsonWalk::End::kTorn ? line_.size() : next_whole(start + 1);
    // What goes wrong in front of a whole record was cut off there.
    const bool torn = end == JsonWalk::End::kTorn || at_ < line_.size();
    record.column = (at_ < line_.size() ? at_ : walk_.at()) + 1;
    record.flaw = torn ? RecordFlaw::kTorn : RecordFlaw::kSyntax;
  }
  nuls_ = false;
  welded_ = true;
  return true;
}

void JsonLine::fill(RecordView& record) {
  record.characters.resize(record.fields.size());
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const JsonWalk::Span& span = walk_.spans()[i];
    Field& field = record.fields[i];
    field = {span.kind, span.raw, false, span.repeated, span.nonfinite};
    if (span.kind != FieldKind::kString || !span.escaped) continue;
    field.lone_surrogate = !unescape_json(span.raw, record.characters[i]);
    if (!field.lone_surrogate) field.text = record.characters[i];
  }
  record.key = record.fields[RecordPlaces::kKey];
}

}  // namespace bcheck
