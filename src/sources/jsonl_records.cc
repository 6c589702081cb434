// SPDX-License-Identifier: Apache-2.0
// JSON Lines: an object a line. A byte order mark at the start of the file, CR LF and blank lines are no faults.
#include <algorithm>

#include "base/utf8.h"
#include "sources/json_line.h"
#include "sources/records.h"

namespace bcheck {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
// Looked at as a whole for bytes that are not UTF-8, and still in the processor's cache when its lines are read.
constexpr std::size_t kPieceBytes = std::size_t{128} << 10;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class JsonlRecords : public RecordReader {
 public:
  JsonlRecords(std::string_view text, std::uint64_t offset, const RecordPlaces& places)
      : rest_(text), offset_(offset), line_(places) {
    if (offset == 0 && rest_.starts_with(kMark)) {
      counts_.bom = true;
      rest_.remove_prefix(kMark.size());
      offset_ += kMark.size();
    }
    const std::size_t first = rest_.find_first_not_of(" \t\r\n");
    if (offset == 0 && first != std::string_view::npos && rest_[first] == '[') {
      problem_ = "it is one JSON array and not a record a line; `jq -c '.[]'` makes lines of it";
    }
  }

  bool next(RecordView& record) override {
    while (!line_.next(record)) {
      if (!next_line()) return false;
    }
    record.offset = start_;
    record.line = number_;
    return true;
  }

 private:
  bool next_line() {
    while (!rest_.empty()) {
      if (piece_ == 0) next_piece();
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view line = rest_.substr(0, end);
      start_ = offset_;
      number_ = counts_.lines++;
      const std::size_t used = std::min(end + 1, rest_.size());
      rest_.remove_prefix(used);
      piece_ -= used;
      offset_ += used;
      if (line.ends_with('\r')) {
        line.remove_suffix(1);
        ++counts_.crlf;
      }
      if (is_blank(line)) {
        ++counts_.blank;
        continue;
      }
      line_.start(line, utf8_);
      return true;
    }
    return false;
  }

  // The next lines, so many that they have kPieceBytes or one of them has more: a line end is no part of a character.
  void next_piece() {
    piece_ = rest_.size();
    if (piece_ > kPieceBytes) piece_ = std::min(rest_.find('\n', kPieceBytes - 1), piece_ - 1) + 1;
    utf8_ = is_utf8(rest_.substr(0, piece_));
  }

  std::string_view rest_;
  std::size_t piece_ = 0;  // bytes of rest_ that utf8_ is said of
  std::uint64_t offset_;   // of rest_ in the file
  std::uint64_t start_ = 0;
  std::uint64_t number_ = 0;
  JsonLine line_;
  bool utf8_ = true;
};

}  // namespace

std::unique_ptr<RecordReader> read_jsonl(std::string_view text, std::uint64_t offset, const RecordPlaces& places) {
  return std::make_unique<JsonlRecords>(text, offset, places);
}

}  // namespace bcheck
