// SPDX-License-Identifier: Apache-2.0
// What was submitted: the keys of the batch and what is known of each.
//
// Keys are raw bytes: never trimmed, folded or normalised, never empty. All views point into `storage` or
// `unescaped`, so a Manifest can be moved and not copied. Read-only after loading; workers inherit it by fork.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

// A column of a TSV, CSV, JSONL or JSON manifest. Some names have a meaning (path, type, status, expect,
// input_sha256); every other column is a group for `localise`.
struct Column {
  std::string name;
  std::vector<std::string_view> values;  // one a key, in the order of `keys`; an absent value is empty
};

struct Repeated {
  std::string_view key;
  std::uint64_t line;   // 1-based line of the repetition; of NUL-separated text, its place
  std::uint64_t first;  // and of the first
};

struct Manifest {
  Manifest() = default;
  Manifest(Manifest&&) = default;
  Manifest& operator=(Manifest&&) = default;
  Manifest(const Manifest&) = delete;
  Manifest& operator=(const Manifest&) = delete;

  std::string name;                          // as it was given; "-" is standard input
  std::string format;                        // "text", "tsv", "csv", "jsonl", "json"
  std::string key_column;                    // what the file calls the key: "key", "id"; empty for text
  std::vector<char> storage;                 // the file's bytes, unchanged
  std::vector<std::vector<char>> unescaped;  // values that do not stand in the file as they are
  std::vector<std::string_view> keys;        // unique, in the order of their first appearance
  std::vector<Column> columns;               // without the key's, in the order of their first appearance
  std::vector<Repeated> repeated;            // keys that stood there again; counted once
  std::uint64_t empty_lines = 0;             // skipped
  std::uint64_t crlf_lines = 0;              // a final CR was stripped from so many lines
  bool bom = false;                          // a byte order mark was skipped
  std::string embedded_rules;                // JSON text of the member "rules", when a JSON manifest carries them

  const Column* column(std::string_view wanted) const {
    for (const Column& c : columns) {
      if (c.name == wanted) return &c;
    }
    return nullptr;
  }
};

}  // namespace bcheck
