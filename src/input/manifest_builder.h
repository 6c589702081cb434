// SPDX-License-Identifier: Apache-2.0
// Collects the records of a manifest, whatever its format: columns, repetitions, what each column may hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/key_table.h"
#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "input/manifest.h"

namespace bcheck {

class ManifestBuilder {
 public:
  ManifestBuilder(std::vector<char> bytes, const ManifestRequest& request, std::string format);

  const ManifestRequest& request() const { return request_; }
  std::string_view text() const;  // the file without its byte order mark
  void skip_bom();

  tl::unexpected<Error> refuse(std::uint64_t line, std::string_view what, std::string hint = {}) const;
  std::string file() const;  // for messages, without quotes
  std::string_view what() const { return request_.is_status ? "status" : "manifest"; }

  // Views that a record is made of must point into text() or come from here.
  std::string_view keep(std::string_view bytes);

  void expect_keys(std::size_t number);  // as many are likely to come; only speed and memory depend on it
  void empty_line() { ++manifest_.empty_lines; }
  void crlf_line() { ++manifest_.crlf_lines; }
  void embed_rules(std::string_view json) { manifest_.embedded_rules = json; }

  // Picks the key's column: the requested one, else `key` or `id`. Both or neither is an error.
  Result<std::string_view> choose_key_column(const std::vector<std::string_view>& names, std::uint64_t line);

  // The column of that name, made if it is new. Names are UTF-8.
  Result<std::size_t> column(std::string_view name, std::uint64_t line);
  // Of a file of statuses: that a column of the state is there, where there is any record.
  Result<void> check_state_column() const;

  // One record: start, its values in any order, add.
  void start(std::uint64_t line);
  Result<void> set(std::size_t column, std::string_view value);
  // A value that is an object or an array: such a column is left out of the manifest, or is an error where it
  // has a meaning.
  Result<void> set_nested(std::size_t column);
  Result<void> add(std::string_view key);

  Manifest take();

 private:
  enum class Meaning { kGroup, kPath, kType, kStatus, kAttempts, kExpect, kInputSha256 };
  struct ColumnState {
    Meaning meaning = Meaning::kGroup;
    bool nested = false;
    std::uint64_t seen = 0;  // the record that set it last
  };

  std::string where(std::uint64_t line) const;  // "line 3"
  Meaning meaning_of(std::string_view name) const;
  Result<std::string_view> checked(Meaning meaning, std::string_view value);
  Result<void> claim(std::size_t column);
  Result<void> repeated(std::string_view key, std::size_t first);
  Result<void> replaced(std::string_view key, std::size_t first);
  std::size_t find_state() const;  // the column of the state; as many as there are if there is none
  std::string_view value_at(std::size_t column, std::size_t row) const;

  Manifest manifest_;
  ManifestRequest request_;
  std::size_t bom_ = 0;
  KeyTable table_;
  std::vector<std::uint32_t> lines_;  // of the keys
  std::vector<ColumnState> states_;   // of the columns
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::uint64_t line_ = 0;
  std::uint64_t record_ = 0;
  std::vector<std::pair<std::size_t, std::string_view>> fields_;  // of this record
};

}  // namespace bcheck
