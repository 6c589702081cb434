// SPDX-License-Identifier: Apache-2.0
// Tables with a header: TSV (a tab separates, nothing is quoted, as text/tab-separated-values has it) and CSV
// (RFC 4180, lines may also end in LF alone).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "input/lines.h"
#include "input/manifest_formats.h"

namespace bcheck {
namespace {

using Fields = std::vector<std::string_view>;

// Hands out the records of the text one by one.
class Records {
 public:
  Records(ManifestBuilder& builder, char separator, bool quoting)
      : builder_(builder), rest_(builder.text()), separator_(separator), quoting_(quoting) {}

  // False at the end. Empty lines are counted and passed over.
  Result<bool> next(Fields& fields);
  std::uint64_t line() const { return line_; }  // in which the record begins

 private:
  void split(std::string_view line, Fields& fields) const;
  Result<void> quoted(Fields& fields);
  std::optional<std::string_view> quoted_field();

  ManifestBuilder& builder_;
  std::string_view rest_;
  char separator_;
  bool quoting_;
  std::uint64_t line_ = 0;
  std::uint64_t next_line_ = 1;
  std::string unescaped_;
};

void Records::split(std::string_view line, Fields& fields) const {
  while (true) {
    const std::size_t end = line.find(separator_);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

Result<bool> Records::next(Fields& fields) {
  fields.clear();
  Lines lines(rest_);
  std::string_view line;
  while (lines.next(line)) {
    line_ = next_line_;
    if (!line.empty() && quoting_ && line.find('"') != std::string_view::npos) {
      rest_.remove_prefix(static_cast<std::size_t>(line.data() - rest_.data()));
      if (auto done = quoted(fields); !done) return tl::unexpected(std::move(done.error()));
      return true;
    }
    ++next_line_;
    if (lines.carriage_return()) builder_.crlf_line();
    if (line.empty()) {
      builder_.empty_line();
      continue;
    }
    split(line, fields);
    const auto used = static_cast<std::size_t>(line.data() + line.size() - rest_.data());
    rest_.remove_prefix(std::min(used + (lines.carriage_return() ? 2 : 1), rest_.size()));
    return true;
  }
  rest_ = {};
  return false;
}

// The field whose opening quote stands first in rest_; nothing if no quote closes it.
std::optional<std::string_view> Records::quoted_field() {
  rest_.remove_prefix(1);
  bool doubled = false;
  unescaped_.clear();
  while (true) {
    const std::size_t quote_at = rest_.find('"');
    if (quote_at == std::string_view::npos) return std::nullopt;
    const std::string_view part = rest_.substr(0, quote_at);
    next_line_ += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
    rest_.remove_prefix(quote_at + 1);
    if (!rest_.starts_with('"')) {
      if (!doubled) return part;
      unescaped_ += part;
      return builder_.keep(unescaped_);
    }
    doubled = true;
    unescaped_ += part;
    unescaped_ += '"';
    rest_.remove_prefix(1);
  }
}

// A record with quotes somewhere in its first line.
Result<void> Records::quoted(Fields& fields) {
  while (true) {
    const std::uint64_t start = next_line_;
    if (rest_.starts_with('"')) {
      const auto field = quoted_field();
      if (!field) {
        return builder_.refuse(start, "a quote is opened and never closed",
                               "a quote inside of quotes is written twice");
      }
      fields.push_back(*field);
    } else {
      const std::size_t end = std::min(rest_.find_first_of("\",\n"), rest_.size());
      std::string_view field = rest_.substr(0, end);
      rest_.remove_prefix(end);
      if (rest_.starts_with('"')) {
        return builder_.refuse(start, fmt::format("a quote inside of the unquoted value {}", quote(field, 40)),
                               "put the whole value in quotes, and write quotes inside of it twice");
      }
      if (field.ends_with('\r') && !rest_.starts_with(',')) {
        field.remove_suffix(1);
        builder_.crlf_line();
      }
      fields.push_back(field);
    }
    if (rest_.starts_with(',')) {
      rest_.remove_prefix(1);
      continue;
    }
    if (rest_ == "\r" || rest_.starts_with("\r\n")) {
      builder_.crlf_line();
      rest_.remove_prefix(1);
    }
    if (!rest_.empty() && rest_.front() != '\n') {
      return builder_.refuse(next_line_, "more text after the closing quote",
                             "a quote inside of quotes is written twice");
    }
    rest_.remove_prefix(std::min<std::size_t>(1, rest_.size()));
    ++next_line_;
    return {};
  }
}

// What a missing key column most likely means.
std::string advice_on_header(const Fields& header, bool is_csv, std::string_view what) {
  if (header.size() == 1) {
    if (is_csv && header[0].find(';') != std::string_view::npos) return "commas separate the values, not semicolons";
    if (is_csv && header[0].find('\t') != std::string_view::npos) {
      return fmt::format("tabs separate the values: use --{}-format tsv", what);
    }
    if (!is_csv && header[0].find(',') != std::string_view::npos) {
      return fmt::format("commas separate the values: use --{}-format csv", what);
    }
  }
  return "the first line names the columns";
}

Result<void> read_table(ManifestBuilder& builder, char separator, bool is_csv) {
  Records records(builder, separator, is_csv);
  Fields fields;
  auto more = records.next(fields);
  if (!more) return tl::unexpected(std::move(more.error()));
  if (!*more) return {};

  const Fields header = fields;
  const auto key_name = builder.choose_key_column(header, records.line());
  if (!key_name) {
    Error error = key_name.error();
    error.hint = advice_on_header(header, is_csv, builder.what()) + "; " + error.hint;
    return tl::unexpected(std::move(error));
  }
  if (std::count(header.begin(), header.end(), *key_name) > 1) {
    return builder.refuse(records.line(), fmt::format("two columns have the name {}", quote(*key_name)));
  }
  // Columns without a name, such as the row numbers of a data frame, cannot be asked for and are left out.
  std::vector<std::optional<std::size_t>> columns(header.size());
  std::size_t key_at = 0;
  std::vector<std::string_view> sorted = header;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end(),
                                        [](std::string_view a, std::string_view b) { return a == b && !a.empty(); });
  if (twice != sorted.end()) {
    return builder.refuse(records.line(), fmt::format("two columns have the name {}", quote(*twice)));
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == *key_name) {
      key_at = i;
    } else if (!header[i].empty()) {
      auto column = builder.column(header[i], records.line());
      if (!column) return tl::unexpected(std::move(column.error()));
      columns[i] = *column;
    }
  }

  builder.expect_keys(static_cast<std::size_t>(std::count(builder.text().begin(), builder.text().end(), '\n')));
  while (true) {
    more = records.next(fields);
    if (!more) return tl::unexpected(std::move(more.error()));
    if (!*more) return {};
    if (fields.size() != header.size()) {
      return builder.refuse(records.line(),
                            fmt::format("{}, and the header has {}",
                                        counted(static_cast<std::int64_t>(fields.size()), "value"), header.size()));
    }
    builder.start(records.line());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (!columns[i]) continue;
      if (auto set = builder.set(*columns[i], fields[i]); !set) return set;
    }
    if (auto added = builder.add(fields[key_at]); !added) return added;
  }
}

}  // namespace

Result<void> read_tsv(ManifestBuilder& builder) {
  return read_table(builder, '\t', false);
}
Result<void> read_csv(ManifestBuilder& builder) {
  return read_table(builder, ',', true);
}

}  // namespace bcheck
