// SPDX-License-Identifier: Apache-2.0
// What the job reported of each key: from a file of statuses, from a folder of return codes, or from the columns
// `status` and `attempts` of the manifest. docs/manifest.md specifies the formats.
//
// A status never says that a product is good; it is what the products are compared with. So nothing here makes a
// success out of what does not say so: an empty code is kUnknown, an unknown word ends the run with file and line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"
#include "bcheck/report.h"

namespace bcheck {

struct StatusRequest {
  std::string path;          // a file, a folder of return codes, "-"; empty = the columns of the manifest
  std::string format;        // "text", "tsv", "csv", "jsonl", "json"; empty = by extension, then text
  std::string key_column;    // empty = `key` or `id`
  std::string state_column;  // empty = `state` or `status`
};

// Views point into the manifest, which must outlive this, and into `file`.
struct Statuses {
  Statuses() = default;
  Statuses(Statuses&&) = default;
  Statuses& operator=(Statuses&&) = default;
  Statuses(const Statuses&) = delete;
  Statuses& operator=(const Statuses&) = delete;

  // By the key's place in the manifest; empty where nothing is known of any key.
  std::vector<Reported> reported;
  std::vector<std::uint32_t> attempts;  // 0 = not known

  // Columns without a meaning of their own, of the manifest and of the file, sorted by name, each once. Where both have
  // a column, the file's values hold: it knows where the key did run.
  struct Group {
    std::string name;
    const Column* column = nullptr;                         // of the manifest
    std::optional<std::vector<std::string_view>> reported;  // of the file, by the key's place in the manifest
    std::string_view of(std::size_t key) const {
      if (reported && !(*reported)[key].empty()) return (*reported)[key];
      return column == nullptr ? std::string_view() : column->values[key];
    }
  };
  std::vector<Group> groups;

  // Statuses of keys that the manifest does not have: they count nowhere.
  std::int64_t foreign = 0;
  std::vector<std::string> first_foreign;  // the first kFirstKeys, in the order of the file

  std::vector<std::string> notes;  // one sentence each
  Manifest file;                   // what was read
};

// Errors: kBadQuestion, with file, line and what to do.
Result<Statuses> load_statuses(const Manifest& manifest, const StatusRequest& request);

// The same for the bytes of a file.
Result<Statuses> parse_statuses(const Manifest& manifest, std::vector<char> bytes, const StatusRequest& request);

}  // namespace bcheck
