// SPDX-License-Identifier: Apache-2.0
// Vectors in CSV and TSV: a number a cell, or the whole vector as a list in one cell.
//
// A cell may be what the float() of most languages takes. NaN is read as NaN; an empty cell, which is what pandas
// writes for it, is no number: a reader may take it for 0.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "base/text.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/json_rows.h"
#include "validators/embedding/json_text.h"
#include "validators/embedding/number_text.h"
#include "validators/embedding/table_text.h"
#include "validators/embedding/text_rows.h"

namespace bcheck {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::uint64_t kNone = UINT64_MAX;  // no column

bool is_number(std::string_view cell) {
  double value = 0;
  return read_number_cell(cell, value);
}

bool begins_list(std::string_view cell) {
  const std::size_t start = cell.find_first_not_of(' ');
  return start != std::string_view::npos && cell[start] == '[';
}

// Numbered columns, 0, 1, 2, ..., as pandas names those that have no names.
bool counts_up(const std::vector<std::string>& cells, std::size_t from) {
  if (cells.size() < from + 2) return false;
  for (std::size_t i = from; i < cells.size(); ++i) {
    if (whole_number(cells[i]) != static_cast<std::int64_t>(i - from)) return false;
  }
  return true;
}

bool names_an_id(std::string_view name) {
  const std::string lower = lower_ascii(name);
  return lower == "id" || lower == "key" || lower.ends_with("_id");
}

class Table {
 public:
  Table(std::string_view text, char separator, const EmbeddingOptions& options, Decoded& decoded)
      : text_(text, separator),
        separator_(separator),
        options_(options),
        rows_(options, decoded),
        json_(options, rows_) {}

  bool read(ArrayView& array, Observation& out);

 private:
  using Column = std::optional<std::variant<std::uint64_t, std::string>>;

  void read_first();
  bool has_header() const;
  bool find_columns(Observation& out);
  bool find_column(const Column& declared, std::string_view option, std::uint64_t& place, Observation& out) const;
  bool wrong_separator(Observation& out) const;
  bool repeated_header();
  void record();
  void vector_in_cell(std::string_view cell);
  bool id_cell();

  TableText text_;
  const char separator_;
  const EmbeddingOptions& options_;
  TextRows rows_;
  JsonRows json_;
  std::vector<std::string> first_;  // cells of the first record
  std::string_view first_line_;     // its text, the line end among it
  bool header_ = false;
  std::uint64_t id_ = kNone, vector_ = 0;
  Cell cell_;
  std::string scratch_;
};

void Table::read_first() {
  while (text_.skip_blank_line()) {
  }
  const char* const start = text_.at;
  for (bool more = !text_.at_end(); more;) {
    more = text_.cell(cell_);
    first_.emplace_back(cell_.text(scratch_));
  }
  first_line_ = {start, static_cast<std::size_t>(text_.at - start)};
  header_ = options_.header.value_or(has_header());
  if (!header_) text_.at = start;
}

// Names are no numbers, and no lists.
bool Table::has_header() const {
  if (counts_up(first_, 0) || (!first_.empty() && !is_number(first_.front()) && counts_up(first_, 1))) return true;
  return std::none_of(first_.begin(), first_.end(),
                      [](const std::string& cell) { return is_number(cell) || begins_list(cell); });
}

bool Table::find_column(const Column& declared, std::string_view option, std::uint64_t& place, Observation& out) const {
  if (!declared) return true;
  if (const auto* number = std::get_if<std::uint64_t>(&*declared)) {
    place = *number;
    return true;
  }
  const std::string& name = std::get<std::string>(*declared);
  const auto at = std::find(first_.begin(), first_.end(), name);
  if (!header_ || at == first_.end()) {
    return refuse(out, "embedding.member-missing",
                  fmt::format("'{}' is {}, and the table has {}", option, quote(name, 60),
                              header_ ? "no such column" : "no header line"));
  }
  place = static_cast<std::uint64_t>(at - first_.begin());
  return true;
}

bool Table::find_columns(Observation& out) {
  if (!find_column(options_.id_column, "id_column", id_, out) ||
      !find_column(options_.vector_column, "vector_column", vector_, out)) {
    return false;
  }
  if (options_.id_column || first_.empty() || (options_.vector_column && vector_ == 0)) return true;
  const bool named = header_ && names_an_id(first_.front());
  const bool told = !header_ && options_.ids_given && !is_number(first_.front()) && !begins_list(first_.front());
  if (first_.size() > 1 && (named || told)) id_ = 0;
  return true;
}

// A table of one column whose one cell has other separators in it.
bool Table::wrong_separator(Observation& out) const {
  if (first_.size() != 1 || begins_list(first_.front())) return false;
  for (const char other : {';', '\t', ','}) {
    if (other == separator_ || std::count(first_.front().begin(), first_.front().end(), other) < 2) continue;
    refuse(out, "embedding.non-numeric",
           fmt::format("the cells are separated by {} and not by {}{}", quote({&other, 1}), quote({&separator_, 1}),
                       other == ';' ? "; are the decimals written with commas?" : ""));
    return true;
  }
  return false;
}

// Files that were joined, each with its header.
bool Table::repeated_header() {
  const std::string_view rest(text_.at, static_cast<std::size_t>(text_.end - text_.at));
  if (!header_ || first_line_.empty() || !rest.starts_with(first_line_)) return false;
  text_.at += first_line_.size();
  rows_.no_vector("the header line again, as where files were joined,", "");
  return true;
}

bool Table::id_cell() {
  const std::string_view id = cell_.text(scratch_);
  if (id.empty() || cell_.broken) return false;
  rows_.id(id);
  return true;
}

void Table::vector_in_cell(std::string_view cell) {
  if (options_.base64) return rows_.put_base64(cell);
  JsonText text(cell);
  text.blanks();
  if (json_.vector(text)) {
    text.blanks();
    if (text.at != text.end) rows_.behind({text.at, static_cast<std::size_t>(text.end - text.at)});
    return;
  }
  const bool elided = cell.find("...") != std::string_view::npos;
  rows_.no_vector(elided ? "a list with its middle left out, as numpy prints long arrays:" : "the text", cell);
}

void Table::record() {
  bool ended = false;  // a list was the whole vector
  bool has_id = false;
  bool more = true;
  for (std::uint64_t column = 0; more; ++column) {
    const bool number = column != id_ && column >= vector_ && !ended;
    double value = 0;
    const char* const start = text_.at;
    const char* behind = start;
    if (number && !options_.base64 && read_json_number(behind, text_.end, value) && text_.close(behind, more)) {
      rows_.put(value, {start, static_cast<std::size_t>(behind - start)});
      continue;
    }
    more = text_.cell(cell_);
    if (column == id_) has_id = id_cell();
    if (!number) continue;
    const std::string_view cell = cell_.text(scratch_);
    if (cell_.broken) {
      rows_.put_foreign("in broken quotes:", cell);
    } else if (column == vector_ + (id_ == vector_ ? 1U : 0U) && (options_.base64 || begins_list(cell))) {
      vector_in_cell(cell);
      ended = true;
    } else if (!read_number_cell(cell, value)) {
      rows_.put_foreign(cell.empty() ? "an empty cell, as some write NaN," : "the text", cell);
    } else if (std::isfinite(value)) {
      rows_.put(value, cell);
    } else {
      rows_.put_special(value, cell);
    }
  }
  if (!ended) rows_.end_row();
  if (id_ != kNone && !has_id) rows_.no_id(rows_.rows() - 1, "id");
}

bool Table::read(ArrayView& array, Observation& out) {
  read_first();
  if (wrong_separator(out) || !find_columns(out)) return false;
  while (!text_.at_end()) {
    if (text_.skip_blank_line() || repeated_header()) continue;
    record();
  }
  return rows_.finish(false, array, out);
}

bool read_table(const Artifact& artifact, char separator, const EmbeddingOptions& options, ArrayView& array,
                Decoded& decoded, Observation& out) {
  std::string_view text = as_text(artifact.bytes);
  if (text.starts_with(kBom)) text.remove_prefix(kBom.size());
  return Table(text, separator, options, decoded).read(array, out);
}

}  // namespace

bool read_csv(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
              Observation& out) {
  return read_table(artifact, ',', options, array, decoded, out);
}
bool read_tsv(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
              Observation& out) {
  return read_table(artifact, '\t', options, array, decoded, out);
}

}  // namespace bcheck
