// SPDX-License-Identifier: Apache-2.0
// Reading a manifest: text, TSV, CSV, JSONL or JSON, as docs/manifest.md specifies them.
//
// Nothing is guessed: what cannot be read in one way only is an error of kind kBadQuestion that names the file,
// the line and what to do. A manifest without keys is no error here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"

namespace bcheck {

inline constexpr std::string_view kManifestSchema = "bcheck.manifest/1";

struct ManifestRequest {
  std::string path;            // "-" is standard input
  std::string format;          // "text", "tsv", "csv", "jsonl", "json"; empty = by extension, then text
  std::string key_column;      // empty = `key` or `id`, whichever is there
  bool nul_separated = false;  // of text: a NUL ends each key, and nothing else does
  bool strict = false;         // a repeated key is an error

  // The file says what was reported of keys, and not what was submitted (input/status.h): the columns with a meaning
  // are the state's and `attempts`, and a later line of a key takes the place of an earlier one.
  bool is_status = false;
  std::string state_column = {};       // of a status: empty = `state` or `status`
  bool needs_state = true;             // of a status: a table without a column for it is refused
  bool status_from_elsewhere = false;  // of a manifest: nobody looks at its columns `status` and `attempts`
};

Result<Manifest> load_manifest(const ManifestRequest& request);

// Whether it would be read as text: by its format, or by its extension where none is given.
bool is_text(const ManifestRequest& request);

// The same for bytes that are in memory; nothing is opened, `request.path` only names them.
Result<Manifest> parse_manifest(std::vector<char> bytes, const ManifestRequest& request);

}  // namespace bcheck
