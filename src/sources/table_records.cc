// SPDX-License-Identifier: Apache-2.0
// Tables with a header: TSV (a tab separates, nothing is quoted) and CSV (RFC 4180, lines may also end in LF alone).
// Every cell is a string. A cell in quotes may hold line breaks; where its quote is never closed, the line is torn and
// the next one is read as if nothing had been.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "sources/records.h"

namespace bcheck {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::size_t kExcerpt = 120;
constexpr std::size_t kNamedColumns = 10;
// So much may be looked through in vain for closing quotes, so that a hostile table does not cost the square of its
// size.
constexpr std::size_t kMostInVain = std::size_t{256} << 20;

struct Cell {
  std::string_view text;
  bool doubled = false;  // quotes stand doubled in it
};

class TableRecords : public RecordReader {
 public:
  TableRecords(std::string_view text, char separator, bool quoting, const RecordPlaces& places)
      : rest_(text), size_(text.size()), open_end_(!text.ends_with('\n')), separator_(separator), quoting_(quoting) {
    if (rest_.starts_with(kMark)) {
      counts_.bom = true;
      rest_.remove_prefix(kMark.size());
    }
    read_header(places);
  }

  bool next(RecordView& record) override {
    if (!problem_.empty() || !next_row()) return false;
    record.offset = start_;
    record.line = number_;
    record.excerpt = whole_.substr(0, kExcerpt);
    record.column = 0;
    record.flaw = !is_utf8(whole_)          ? RecordFlaw::kEncoding
                  : torn_                   ? RecordFlaw::kTorn
                  : cells_.size() != width_ ? RecordFlaw::kSyntax
                                            : RecordFlaw::kNone;
    if (whole_.find('\0') != std::string_view::npos) record.flaw = RecordFlaw::kNulBlock;
    // What is closed by a quote is whole, whatever stands behind it.
    record.open_end = open_end_ && rest_.empty() && !(quoting_ && whole_.ends_with('"'));
    record.fields.assign(columns_.size(), Field());
    record.characters.resize(columns_.size());
    const std::size_t sure = sure_cells();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i] || *columns_[i] >= sure) continue;
      record.fields[i] = {FieldKind::kString, characters(cells_[*columns_[i]], record.characters[i]), false, false,
                          false};
    }
    record.key = record.fields[RecordPlaces::kKey];
    return true;
  }

 private:
  void read_header(const RecordPlaces& places) {
    if (!next_row()) return;  // an empty file has no records
    width_ = cells_.size();
    std::vector<std::string> names;
    std::string buffer;
    for (const Cell& cell : cells_) names.emplace_back(characters(cell, buffer));
    for (std::size_t i = 0; i < places.fields(); ++i) {
      const std::string name = places.column(i);
      const auto at = name.empty() ? names.end() : std::find(names.begin(), names.end(), name);
      if (at == names.end()) {
        columns_.emplace_back();
        problem_ = fmt::format("its header has no column {}; it has {}", quote(places.pointer(i)), listed(names));
      } else {
        if (std::count(names.begin(), names.end(), name) > 1) {
          problem_ = fmt::format("its header has the column {} twice", quote(name));
        }
        columns_.emplace_back(static_cast<std::size_t>(at - names.begin()));
      }
    }
  }

  static std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < kNamedColumns; ++i) {
      out += (i == 0 ? "" : ", ") + quote(names[i], 40);
    }
    return names.size() > kNamedColumns ? out + ", ..." : out;
  }

  // How many cells from the left are certainly those of their columns, and whole. The last cell of a line that was cut
  // may have had more characters; where there is a cell too many, or a quote is not closed, nothing behind is certain.
  std::size_t sure_cells() const {
    if (torn_) {
      const auto open =
          std::find_if(cells_.begin(), cells_.end(), [](const Cell& c) { return c.text.starts_with('"'); });
      return std::min(static_cast<std::size_t>(open - cells_.begin()), cells_.size() - 1);
    }
    return cells_.size() == width_ ? width_ : cells_.size() < width_ ? cells_.size() - 1 : 1;
  }

  bool next_row() {
    while (!rest_.empty()) {
      start_ = size_ - rest_.size();
      number_ = counts_.lines;
      torn_ = false;
      cells_.clear();
      if (!quoting_ || !quoted_row()) plain_row();
      if (whole_.empty()) {
        ++counts_.blank;
        continue;
      }
      return true;
    }
    return false;
  }

  // One line, cut at every separator.
  void plain_row() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++counts_.lines;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
      ++counts_.crlf;
    }
    whole_ = line;
    while (true) {
      const std::size_t at = line.find(separator_);
      cells_.push_back({line.substr(0, at), false});
      if (at == std::string_view::npos) return;
      line.remove_prefix(at + 1);
    }
  }

  // A row with quotes in its first line, over as many lines as they reach. False if there are none; a quote that is
  // never closed leaves the first line to plain_row().
  bool quoted_row() {
    const std::size_t line_end = std::min(rest_.find('\n'), rest_.size());
    if (rest_.substr(0, line_end).find('"') == std::string_view::npos) return false;
    std::string_view rest = rest_;
    std::uint64_t lines = 1;
    bool odd = false;  // text beside the quotes of a cell
    while (true) {
      Cell cell;
      if (rest.starts_with('"')) {
        rest.remove_prefix(1);
        const std::size_t from = static_cast<std::size_t>(rest.data() - rest_.data());
        std::size_t at = 0;
        while (true) {
          at = in_vain_ > kMostInVain ? std::string_view::npos : rest.find('"', at);
          if (at == std::string_view::npos) {
            in_vain_ += rest.size();
            cells_.clear();
            torn_ = true;
            return false;
          }
          if (at + 1 >= rest.size() || rest[at + 1] != '"') break;
          cell.doubled = true;
          at += 2;
        }
        cell.text = rest_.substr(from, at);
        lines += static_cast<std::uint64_t>(std::count(cell.text.begin(), cell.text.end(), '\n'));
        rest.remove_prefix(at + 1);
        const std::size_t behind = std::min({rest.find(separator_), rest.find('\n'), rest.size()});
        odd = odd || !(behind == 0 || rest.substr(0, behind) == "\r");
        rest.remove_prefix(rest.substr(0, behind) == "\r" ? 0 : behind);
      } else {
        const std::size_t end = std::min({rest.find(separator_), rest.find('\n'), rest.size()});
        cell.text = rest.substr(0, end);
        rest.remove_prefix(end);
        if (cell.text.ends_with('\r') && !rest.starts_with(separator_)) {
          cell.text.remove_suffix(1);
          ++counts_.crlf;
        }
      }
      cells_.push_back(cell);
      if (rest.starts_with(separator_)) {
        rest.remove_prefix(1);
        continue;
      }
      break;
    }
    if (rest.starts_with('\r')) {
      ++counts_.crlf;
      rest.remove_prefix(1);
    }
    whole_ = rest_.substr(0, rest_.size() - rest.size());
    if (rest.starts_with('\n')) rest.remove_prefix(1);
    rest_ = rest;
    counts_.lines += lines;
    if (odd) cells_.resize(cells_.size() + width_ + 1);  // no row of this table: kSyntax
    return true;
  }

  static std::string_view characters(const Cell& cell, std::string& out) {
    if (!cell.doubled) return cell.text;
    out.clear();
    for (std::size_t i = 0; i < cell.text.size(); ++i) {
      out += cell.text[i];
      if (cell.text[i] == '"') ++i;
    }
    return out;
  }

  std::string_view rest_;
  std::size_t size_;
  bool open_end_;  // the text ends without a line end
  char separator_;
  bool quoting_;
  std::vector<std::optional<std::size_t>> columns_;  // by field
  std::size_t width_ = 0;                            // cells of the header
  std::vector<Cell> cells_;
  std::string_view whole_;
  bool torn_ = false;
  std::size_t in_vain_ = 0;
  std::uint64_t start_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace

std::unique_ptr<RecordReader> read_csv_records(std::string_view text, const RecordPlaces& places) {
  return std::make_unique<TableRecords>(text, ',', true, places);
}

std::unique_ptr<RecordReader> read_tsv_records(std::string_view text, const RecordPlaces& places) {
  return std::make_unique<TableRecords>(text, '\t', false, places);
}

}  // namespace bcheck
