// SPDX-License-Identifier: Apache-2.0
#include "validators/container/table_scan.h"

#include <algorithm>

namespace bcheck {

TableScanner::TableScanner(std::string_view text, char delimiter, bool loose)
    : text_(text), delimiter_(delimiter), loose_(loose) {
  for (const char c : {delimiter, '\n', '\r', '\0', loose ? '\n' : '"'}) special_[static_cast<unsigned char>(c)] = true;
}

void TableScanner::flawed(Flaw flaw, std::size_t at) {
  if (flaw_ != Flaw::kNone) return;
  flaw_ = flaw;
  flaw_at_ = at;
}

bool TableScanner::next(Row& row) {
  if (at_ >= text_.size()) return false;
  row = {line_, 1, false, false};
  row_start_ = at_;
  flaw_ = Flaw::kNone;
  ended_ = false;
  while (field() == Behind::kField) ++row.columns;
  row.ended = ended_;
  row.blank = row_end_ == row_start_;
  return true;
}

TableScanner::Behind TableScanner::field() {
  // Behind a quoted field a delimiter or a line end must follow; whatever else does is read like any field.
  if (at_ < text_.size() && text_[at_] == '"') quoted();
  return unquoted();
}

TableScanner::Behind TableScanner::line_feed(std::size_t length) {
  row_end_ = at_;
  at_ += length;
  ++line_;
  ended_ = true;
  return Behind::kRow;
}

// To behind the closing quote, or to the end of the text; nowhere where the quote is a character.
void TableScanner::quoted() {
  if (loose_ && never_closes_) return;
  const std::size_t start = at_;
  std::size_t at = at_ + 1;
  for (;;) {
    at = text_.find('"', at);
    if (at == text_.npos) {
      never_closes_ = true;
      if (loose_) return;
      flawed(Flaw::kOpenQuote, start);
      at = text_.size();
      break;
    }
    ++at;
    if (at >= text_.size() || text_[at] != '"') break;
    ++at;
  }
  if (at < text_.size()) {
    const char behind = text_[at];
    const bool closes =
        behind == delimiter_ || behind == '\n' || (behind == '\r' && (at + 1 == text_.size() || text_[at + 1] == '\n'));
    if (!closes) {
      if (loose_) return;
      flawed(Flaw::kBehindQuote, at);
    }
  }
  const std::string_view inside = text_.substr(start, at - start);
  line_ += static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), '\n'));
  at_ = at;
}

TableScanner::Behind TableScanner::unquoted() {
  for (;;) {
    while (at_ < text_.size() && !special_[static_cast<unsigned char>(text_[at_])]) ++at_;
    if (at_ >= text_.size()) {
      row_end_ = text_.size();
      return Behind::kEnd;
    }
    const char c = text_[at_];
    if (c == delimiter_) {
      ++at_;
      return Behind::kField;
    }
    if (c == '\n') return line_feed(1);
    if (c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') return line_feed(2);
    if (c == '\r' && at_ + 1 == text_.size()) {  // half of a line end, or a whole one of old: nothing is lost
      row_end_ = at_++;
      return Behind::kEnd;
    }
    flawed(c == '\r' ? Flaw::kCarriageReturn : c == '"' ? Flaw::kQuoteInField : Flaw::kNul, at_);
    ++at_;
  }
}

char sniff_delimiter(std::string_view text) {
  char found = ',';
  bool quoted = false, other = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n' || c == '\r') break;
    if (c == ',') return ',';
    if (!other && (c == ';' || c == '\t' || c == '|')) {
      found = c;
      other = true;
    }
  }
  return found;
}

}  // namespace bcheck
