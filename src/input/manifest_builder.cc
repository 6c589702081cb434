// SPDX-License-Identifier: Apache-2.0
#include "input/manifest_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/text.h"
#include "base/utf8.h"
#include "input/relative_path.h"
#include "input/status_words.h"

namespace bcheck {
namespace {

// More columns than a table for people has; each costs 16 bytes a key.
constexpr std::size_t kMostColumns = 1000;

// A table that is sparse beyond this is a file with a new member in every record, and would cost far more memory
// than it has bytes.
std::uint64_t most_cells(std::size_t bytes) {
  return (std::uint64_t{1} << 20) + 4 * std::uint64_t{bytes};
}

constexpr std::int64_t kMostAttempts = 1'000'000'000;

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

ManifestBuilder::ManifestBuilder(std::vector<char> bytes, const ManifestRequest& request, std::string format)
    : request_(request) {
  manifest_.name = request.path;
  manifest_.format = std::move(format);
  manifest_.storage = std::move(bytes);
}

std::string_view ManifestBuilder::text() const {
  return std::string_view(manifest_.storage.data(), manifest_.storage.size()).substr(bom_);
}

void ManifestBuilder::skip_bom() {
  manifest_.bom = text().starts_with("\xEF\xBB\xBF");
  if (manifest_.bom) bom_ = 3;
}

std::string ManifestBuilder::file() const {
  return request_.path == "-" ? "standard input" : request_.path;
}

tl::unexpected<Error> ManifestBuilder::refuse(std::uint64_t line, std::string_view what, std::string hint) const {
  return bad_question(fmt::format("{}: {}: {}", quote(file()), where(line), what), std::move(hint));
}

std::string ManifestBuilder::where(std::uint64_t line) const {
  return fmt::format("{} {}", request_.nul_separated ? "key" : "line", line);
}

std::string_view ManifestBuilder::keep(std::string_view bytes) {
  if (bytes.empty()) return {};
  auto& blocks = manifest_.unescaped;
  // A block never grows beyond what was reserved for it, so views of it stay good.
  if (blocks.empty() || blocks.back().capacity() - blocks.back().size() < bytes.size()) {
    blocks.emplace_back().reserve(std::max(kArenaBlock, bytes.size()));
  }
  std::vector<char>& block = blocks.back();
  const std::size_t start = block.size();
  block.insert(block.end(), bytes.begin(), bytes.end());
  return {block.data() + start, bytes.size()};
}

void ManifestBuilder::expect_keys(std::size_t number) {
  // Different keys and what separates them need some bytes each: a file of line ends announces none.
  number = std::min(number, text().size() / 3 + 1);
  manifest_.keys.reserve(number);
  lines_.reserve(number);
  table_ = KeyTable(number);
}

Result<std::string_view> ManifestBuilder::choose_key_column(const std::vector<std::string_view>& names,
                                                            std::uint64_t line) {
  const auto there = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  const auto listed = [&] {
    std::string list;
    for (const std::string_view name : names) {
      if (!list.empty()) list += ", ";
      list += quote(name, 40);
      if (list.size() > 300) return list + ", ...";
    }
    return list.empty() ? std::string("there are no columns") : "the columns are " + list;
  };
  const std::string_view key_option = request_.is_status ? "--status-key" : "--key-column";
  if (!request_.key_column.empty()) {
    if (!there(request_.key_column)) {
      return refuse(line, fmt::format("there is no column {} for the key", quote(request_.key_column)), listed());
    }
    manifest_.key_column = request_.key_column;
    return std::string_view(manifest_.key_column);
  }
  if (there("key") && there("id")) {
    return refuse(line, "there are two columns that may be the key, \"key\" and \"id\"",
                  fmt::format("say which with {}", key_option));
  }
  if (!there("key") && !there("id")) {
    return refuse(line, "there is no column \"key\" or \"id\"",
                  fmt::format("name the key's column with {}; {}", key_option, listed()));
  }
  manifest_.key_column = there("key") ? "key" : "id";
  return std::string_view(manifest_.key_column);
}

ManifestBuilder::Meaning ManifestBuilder::meaning_of(std::string_view name) const {
  if (request_.is_status) {
    const bool state =
        request_.state_column.empty() ? name == "state" || name == "status" : name == request_.state_column;
    return state ? Meaning::kStatus : name == "attempts" ? Meaning::kAttempts : Meaning::kGroup;
  }
  if (request_.status_from_elsewhere && (name == "status" || name == "attempts")) return Meaning::kGroup;
  static constexpr std::array<std::pair<std::string_view, Meaning>, 6> kMeanings{{
      {"path", Meaning::kPath},
      {"type", Meaning::kType},
      {"status", Meaning::kStatus},
      {"attempts", Meaning::kAttempts},
      {"expect", Meaning::kExpect},
      {"input_sha256", Meaning::kInputSha256},
  }};
  for (const auto& [word, meaning] : kMeanings) {
    if (word == name) return meaning;
  }
  return Meaning::kGroup;
}

Result<std::size_t> ManifestBuilder::column(std::string_view name, std::uint64_t line) {
  if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
  if (!is_utf8(name)) {
    return refuse(line, fmt::format("the name of column {} is not UTF-8", quote(name)), "save it as UTF-8");
  }
  if (states_.size() == kMostColumns) return refuse(line, fmt::format("more than {} columns", kMostColumns));
  if (request_.is_status && meaning_of(name) == Meaning::kStatus && find_state() != states_.size()) {
    return refuse(line, "there are two columns that may be the state, \"state\" and \"status\"",
                  "say which with --status-column");
  }
  manifest_.columns.push_back({std::string(name), {}});
  states_.push_back({meaning_of(name)});
  by_name_.emplace(name, states_.size() - 1);
  return states_.size() - 1;
}

std::size_t ManifestBuilder::find_state() const {
  const auto at = std::find_if(states_.begin(), states_.end(),
                               [](const ColumnState& state) { return state.meaning == Meaning::kStatus; });
  return static_cast<std::size_t>(at - states_.begin());
}

Result<void> ManifestBuilder::check_state_column() const {
  if (manifest_.keys.empty() || find_state() != states_.size()) return {};
  std::string columns;
  for (const Column& column : manifest_.columns) {
    if (columns.size() > 300) break;
    columns += (columns.empty() ? "the others are " : ", ") + quote(column.name, 40);
  }
  const std::string wanted = request_.state_column.empty() ? "\"state\" or \"status\"" : quote(request_.state_column);
  return bad_question(fmt::format("{}: there is no column {}", quote(file()), wanted),
                      columns.empty() ? "each key needs its state beside it"
                                      : "name the state's column with --status-column; " + columns);
}

void ManifestBuilder::start(std::uint64_t line) {
  line_ = line;
  ++record_;
  fields_.clear();
}

Result<void> ManifestBuilder::claim(std::size_t column) {
  if (states_[column].seen == record_) {
    return refuse(line_, fmt::format("{} stands there twice", quote(manifest_.columns[column].name)));
  }
  states_[column].seen = record_;
  return {};
}

Result<std::string_view> ManifestBuilder::checked(Meaning meaning, std::string_view value) {
  switch (meaning) {
    case Meaning::kExpect:
      if (value != "blank") {
        return refuse(line_, fmt::format("expect is {}, and only \"blank\" or nothing has a meaning", quote(value)));
      }
      break;
    case Meaning::kStatus:
      if (!read_state(value))
        return refuse(line_, fmt::format("unknown state {}", quote(value)), advice_on_state(value));
      break;
    case Meaning::kAttempts: {
      const auto number = whole_number(value);
      if (!number || *number < 0 || *number > kMostAttempts) {
        return refuse(line_, fmt::format("attempts is {}, and a whole number is expected", quote(value)));
      }
      if (*number == 0) return std::string_view();  // of a key that was never started
      break;
    }
    case Meaning::kInputSha256:
      if (value.size() != 64 || !std::all_of(value.begin(), value.end(), is_hex)) {
        return refuse(line_, fmt::format("input_sha256 is {}, and 64 hexadecimal digits are expected", quote(value)));
      }
      if (const std::string lower = lower_ascii(value); lower != value) return keep(lower);
      break;
    case Meaning::kPath:
      if (const std::string_view fault = path_fault(value); !fault.empty()) {
        return refuse(line_, fmt::format("path {} {}", quote(value), fault),
                      "paths are relative to the output and stay beneath it");
      }
      break;
    default: break;
  }
  return value;
}

Result<void> ManifestBuilder::set(std::size_t column, std::string_view value) {
  if (auto claimed = claim(column); !claimed) return claimed;
  if (value.empty()) return {};
  const auto good = checked(states_[column].meaning, value);
  if (!good) return tl::unexpected(good.error());
  fields_.emplace_back(column, *good);
  return {};
}

Result<void> ManifestBuilder::set_nested(std::size_t column) {
  if (auto claimed = claim(column); !claimed) return claimed;
  if (states_[column].meaning != Meaning::kGroup) {
    return refuse(line_, fmt::format("{} is an object or an array, and a string is expected",
                                     quote(manifest_.columns[column].name)));
  }
  states_[column].nested = true;
  return {};
}

std::string_view ManifestBuilder::value_at(std::size_t column, std::size_t row) const {
  const auto& values = manifest_.columns[column].values;
  return row < values.size() ? values[row] : std::string_view();
}

// A later line of a log. Where attempts are numbered, their numbers must tell the same order as the lines do: otherwise
// nobody knows which of the two states came last.
Result<void> ManifestBuilder::replaced(std::string_view key, std::size_t first) {
  std::vector<std::string_view> row(states_.size());
  for (const auto& [column, value] : fields_) row[column] = value;
  const std::size_t state = find_state();
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (states_[c].meaning != Meaning::kAttempts) continue;
    const std::int64_t now = whole_number(row[c]).value_or(0);
    const std::int64_t before = whole_number(value_at(c, first)).value_or(0);
    const bool another = state != states_.size() && row[state] != value_at(state, first);
    if (now > before || (now == before && !another) || (now == 0 && before == 0)) continue;
    return refuse(line_,
                  fmt::format("key {} stands there again as attempt {}, behind attempt {} in {}", quote(key), now,
                              before, where(lines_[first])),
                  "the last line of a key holds: sort them by attempt");
  }
  for (std::size_t c = 0; c < states_.size(); ++c) {
    auto& values = manifest_.columns[c].values;
    if (values.size() <= first) values.resize(first + 1);
    values[first] = row[c];
  }
  manifest_.repeated.push_back({manifest_.keys[first], line_, lines_[first]});
  return {};
}

Result<void> ManifestBuilder::repeated(std::string_view key, std::size_t first) {
  if (request_.is_status) return replaced(key, first);
  const std::uint64_t first_line = lines_[first];
  if (request_.strict) {
    return refuse(line_, fmt::format("key {} stands there again, first in {}", quote(key), where(first_line)),
                  "without --strict a repeated key counts once");
  }
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (states_[c].meaning == Meaning::kGroup) continue;
    const auto now = std::find_if(fields_.begin(), fields_.end(), [&](const auto& field) { return field.first == c; });
    const std::string_view value = now == fields_.end() ? std::string_view() : now->second;
    if (value == value_at(c, first)) continue;
    return refuse(line_,
                  fmt::format("key {} stands there again with another {}: {}, and {} in {}", quote(key),
                              manifest_.columns[c].name, quote(value), quote(value_at(c, first)), where(first_line)),
                  "keep one of the two lines");
  }
  manifest_.repeated.push_back({manifest_.keys[first], line_, first_line});
  return {};
}

Result<void> ManifestBuilder::add(std::string_view key) {
  if (key.empty()) return refuse(line_, "the key is empty");
  if (!request_.nul_separated && key.find('\0') != std::string_view::npos) {
    return refuse(line_, fmt::format("key {} holds a NUL character", quote(key)), "no name of a file can hold one");
  }
  if (line_ > std::numeric_limits<std::uint32_t>::max() || manifest_.keys.size() == KeyTable::kMost) {
    return refuse(line_, "more lines than the 4,294,967,294 that a manifest may have", "split the batch");
  }
  if (const auto first = table_.add(key, manifest_.keys)) return repeated(key, *first);
  const std::size_t row = manifest_.keys.size();
  manifest_.keys.push_back(key);
  lines_.push_back(static_cast<std::uint32_t>(line_));
  if (std::uint64_t{states_.size()} * (row + 1) > most_cells(manifest_.storage.size())) {
    return refuse(line_, fmt::format("{} columns, most of them empty in most records", states_.size()),
                  "give the records the same members");
  }
  for (const auto& [column, value] : fields_) {
    auto& values = manifest_.columns[column].values;
    values.resize(row);
    values.push_back(value);
  }
  return {};
}

Manifest ManifestBuilder::take() {
  std::vector<Column> kept;
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (states_[c].nested) continue;
    manifest_.columns[c].values.resize(manifest_.keys.size());
    kept.push_back(std::move(manifest_.columns[c]));
  }
  manifest_.columns = std::move(kept);
  return std::move(manifest_);
}

}  // namespace bcheck
