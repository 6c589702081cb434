// SPDX-License-Identifier: Apache-2.0
// Types csv and tsv: a table, one row a line but for line ends in quotes.
//
// CSV is RFC 4180, strictly: fields that hold a quote are quoted, quotes close, every row has as many fields as the
// first. A table that was cut ends in an open quote or in a short row without a line end; cut inside the last field or
// behind a row it looks whole, and only a missing line end or the number of rows tells. TSV has no quotes by its
// registration and has them from many writers: one that closes at the end of a field is taken for a quote, any other
// for a character.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/fault_tally.h"
#include "validators/container/table_scan.h"
#include "validators/container/text_decoder.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kCsvFormats{"csv"};
constexpr std::array<std::string_view, 1> kTsvFormats{"tsv"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"rows", "", "rows below the header; with \"header\": false the first row too. Blank lines are none"},
    MeasureInfo{"columns", "", "fields of the first row"},
};

constexpr std::array kFindings{
    FindingInfo{"file.blank-line", Severity::kWarn, "a line without anything in a table of several columns"},
    FindingInfo{
        "file.columns", Severity::kFail,
        "a row with more or fewer fields than the first; only warns of comments, and where most rows of a table "
        "leave out fields at the end"},
    FindingInfo{"file.empty", Severity::kFail, "no row: nothing but blank lines"},
    FindingInfo{"file.encoding", Severity::kFail, "not UTF-8, or not the encoding that the rules name"},
    FindingInfo{"file.missing-part", Severity::kFail, "the header has no column of that name"},
    FindingInfo{"file.no-line-end", Severity::kWarn, "the last row has no line end: its last field may be cut"},
    FindingInfo{"file.syntax", Severity::kFail, "against the quoting, or a stray CR or NUL"},
    FindingInfo{"file.truncated", Severity::kFail, "the text ends within a quoted field, or within a row"},
    FindingInfo{"file.unsupported", Severity::kFail, "an encoding that this system cannot convert"},
};

constexpr OptionInfo kHeader{"header", kFlag, "the first row holds the names of the columns; absent: true"};
constexpr OptionInfo kColumns{"columns", kWords, "names that the header must have, in any order; absent: any"};
constexpr std::array kCsvOptions{
    OptionInfo{"delimiter", kWord,
               "one character between fields; absent: a comma where the first row has one, else the first of ; TAB | "
               "in it"},
    kHeader, kColumns, kEncodingOption};
constexpr std::array kTsvOptions{kHeader, kColumns, kEncodingOption};

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;

using Flaw = TableScanner::Flaw;

struct TableOptions {
  char delimiter = '\0';  // NUL: the one that the first row shows
  bool header = true;
  std::vector<std::string> columns;
  std::string_view encoding = "UTF-8";
};

std::string_view describe(Flaw flaw) {
  switch (flaw) {
    case Flaw::kOpenQuote: return "the quoted field that begins in this row is open at the end of the text";
    case Flaw::kBehindQuote: return "text between a closing quote and the delimiter";
    case Flaw::kQuoteInField: return "a quote inside of a field that does not begin with one";
    case Flaw::kCarriageReturn: return "a carriage return that ends no line";
    case Flaw::kNul: return "a NUL byte";
    case Flaw::kNone: break;
  }
  return {};
}

class TableCheck final : public Check {
 public:
  TableCheck(std::string_view format, TableOptions options)
      : format_(format), options_(std::move(options)), decoder_(options_.encoding) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = format_;
    out.coverage = Coverage::kContent;
    const auto decoded = decoder_.decode(artifact.bytes, out);
    if (!decoded) return;
    read(*decoded);
    if (rows_ == 0 && !decoded->cut) out.fault("file.empty", kFail, "there is no row");
    tally_.report(out);
    if (rows_ == 0) return;
    out.add("rows", static_cast<std::int64_t>(options_.header ? rows_ - 1 : rows_));
    out.add("columns", static_cast<std::int64_t>(columns_));
  }

 private:
  void read(const DecodedText& decoded) {
    tally_.clear();
    rows_ = columns_ = short_ = 0;
    const bool tsv = format_ == kTsvFormats[0];
    const char delimiter = tsv ? '\t' : options_.delimiter != '\0' ? options_.delimiter : sniff_delimiter(decoded.text);
    TableScanner scanner(decoded.text, delimiter, tsv);
    for (TableScanner::Row row; scanner.next(row);) {
      if (row.blank && (rows_ == 0 || columns_ > 1)) {
        tally_.add("file.blank-line", kWarn, row.line, [] { return "nothing stands in it"; });
        continue;
      }
      if (scanner.flaw() != Flaw::kNone) flaw(scanner, row);
      if (rows_ > 0 && row.columns != columns_ && scanner.row_text().starts_with('#')) {
        tally_.add("file.columns", kWarn, row.line, [] { return "a comment, which readers of CSV do not know"; });
        continue;
      }
      if (rows_++ == 0) {
        columns_ = row.columns;
        if (options_.header) check_names(scanner.row_text(), delimiter, row.line);
      }
      if (scanner.flaw() != Flaw::kOpenQuote) shape(row, decoded.cut);
    }
    report_short();
  }

  void flaw(const TableScanner& scanner, const TableScanner::Row& row) {
    tally_.add(scanner.flaw() == Flaw::kOpenQuote ? "file.truncated" : "file.syntax", kFail, row.line, [&] {
      const std::size_t start = scanner.row_start();
      return fmt::format("{} (byte {} of the row)", describe(scanner.flaw()), scanner.flaw_at() - start + 1);
    });
  }

  void shape(const TableScanner::Row& row, bool cut) {
    const bool last = !row.ended;
    if (row.columns < columns_ && last) {
      if (cut) return;  // said by the decoder
      tally_.add("file.truncated", kFail, row.line, [&] {
        return fmt::format("the text ends in field {} of {}", grouped(static_cast<std::int64_t>(row.columns)),
                           grouped(static_cast<std::int64_t>(columns_)));
      });
    } else if (row.columns > columns_) {
      tally_.add("file.columns", kFail, row.line, [&] { return fields(row.columns); });
    } else if (row.columns < columns_) {
      if (short_++ == 0) first_short_ = row;
    } else if (last && !cut) {
      tally_.add("file.no-line-end", kWarn, row.line,
                 [] { return "the last row has no line end: its last field may be cut"; });
    }
  }

  std::string fields(std::uint64_t count) const {
    return fmt::format("{}, and the first row has {}", counted(static_cast<std::int64_t>(count), "field"),
                       grouped(static_cast<std::int64_t>(columns_)));
  }

  // Tables written by hand leave out empty fields at the end, row after row and not in all of them. What a crash tore
  // is one row, and what has another header than its rows has it in all.
  void report_short() {
    if (short_ == 0) return;
    const std::uint64_t below = rows_ - 1;
    const bool habit = short_ >= 8 && short_ * 2 >= below && short_ < below;
    tally_.add("file.columns", habit ? kWarn : kFail, first_short_.line, [&] {
      std::string message = fields(first_short_.columns);
      if (short_ > 1) message += fmt::format("; {} short rows in all", grouped(static_cast<std::int64_t>(short_)));
      return message;
    });
  }

  // Names are compared as they stand, without their quotes. The header is searched once a name, and not kept.
  void check_names(std::string_view header, char delimiter, std::uint64_t line) {
    for (const std::string& name : options_.columns) {
      if (has_name(header, delimiter, name)) continue;
      tally_.add("file.missing-part", kFail, line,
                 [&] { return fmt::format("the header has no column {}", quote(name, 80)); });
    }
  }

  static bool has_name(std::string_view header, char delimiter, std::string_view name) {
    while (true) {
      std::size_t end = header.find(delimiter);
      std::string_view field = header.substr(0, end);
      if (field.starts_with('"')) {
        const std::size_t close = header.find('"', 1);
        if (close != header.npos) {
          field = header.substr(1, close - 1);
          end = header.find(delimiter, close);
        }
      }
      if (field == name) return true;
      if (end == header.npos) return false;
      header.remove_prefix(end + 1);
    }
  }

  std::string_view format_;
  TableOptions options_;
  TextDecoder decoder_;
  FaultTally tally_;
  std::uint64_t rows_ = 0;  // with the header, without blank lines
  std::uint64_t columns_ = 0;
  std::uint64_t short_ = 0;  // rows with fewer fields than the first
  TableScanner::Row first_short_;
};

Result<std::unique_ptr<Check>> prepare(std::string_view format, const Options& options) {
  TableOptions table;
  if (const auto at = options.find("delimiter"); at != options.end()) {
    const auto* word = std::get_if<std::string>(&at->second);
    if (word == nullptr || word->size() != 1 || std::string_view("\"\r\n").find((*word)[0]) != std::string_view::npos ||
        ((*word)[0] & '\x80') != 0 || (*word)[0] == '\0') {
      return bad_question("option delimiter: one ASCII character that is neither a quote nor a line end expected");
    }
    table.delimiter = (*word)[0];
  }
  if (const auto at = options.find("header"); at != options.end()) {
    const auto* flag = std::get_if<bool>(&at->second);
    if (flag == nullptr) return bad_question("option header: true or false expected");
    table.header = *flag;
  }
  if (const auto at = options.find("columns"); at != options.end()) {
    const auto* words = std::get_if<std::vector<std::string>>(&at->second);
    if (words == nullptr) return bad_question("option columns: a list of names expected");
    if (!table.header) return bad_question("option columns: without a header no column has a name");
    table.columns = *words;
  }
  const auto encoding = encoding_option(options);
  if (!encoding) return tl::unexpected(encoding.error());
  table.encoding = *encoding;
  return std::make_unique<TableCheck>(format, std::move(table));
}

Result<std::unique_ptr<Check>> prepare_csv(const Options& options, const Wanted&) {
  return prepare(kCsvFormats[0], options);
}
Result<std::unique_ptr<Check>> prepare_tsv(const Options& options, const Wanted&) {
  return prepare(kTsvFormats[0], options);
}

}  // namespace

extern const Type kCsvType;
const Type kCsvType{
    "csv", "file", "comma-separated values, RFC 4180", kCsvFormats, kMeasures, kFindings, kCsvOptions, {}, prepare_csv};

extern const Type kTsvType;
const Type kTsvType{"tsv", "file",     "tab-separated values", kTsvFormats, kMeasures, kFindings, kTsvOptions,
                    {},    prepare_tsv};

}  // namespace bcheck
