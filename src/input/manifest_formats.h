// SPDX-License-Identifier: Apache-2.0
// The readers of the manifest formats: one file each, all into a ManifestBuilder.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "input/manifest_builder.h"

namespace bcheck {

Result<void> read_text(ManifestBuilder& builder);  // manifest_text.cc
Result<void> read_tsv(ManifestBuilder& builder);   // manifest_table.cc
Result<void> read_csv(ManifestBuilder& builder);
Result<void> read_jsonl(ManifestBuilder& builder);  // manifest_jsonl.cc
Result<void> read_json(ManifestBuilder& builder);   // manifest_json.cc

Result<void> read_status_text(ManifestBuilder& builder);  // status_text.cc

struct ManifestFormat {
  std::string_view name;
  std::array<std::string_view, 4> extensions;  // lower case
  Result<void> (*read)(ManifestBuilder& builder);
};

inline constexpr std::array<ManifestFormat, 5> kManifestFormats{{
    {"text", {"txt", "lst", "list", "keys"}, read_text},
    {"tsv", {"tsv", "tab"}, read_tsv},
    {"csv", {"csv"}, read_csv},
    {"jsonl", {"jsonl", "ndjson"}, read_jsonl},
    {"json", {"json"}, read_json},
}};

// Of a file of statuses: the same, but a line of text holds a state too.
inline constexpr std::array<ManifestFormat, 4> kStatusFormats{{
    {"text", {"txt", "lst", "list", "log"}, read_status_text},
    {"tsv", {"tsv", "tab"}, read_tsv},
    {"csv", {"csv"}, read_csv},
    {"jsonl", {"jsonl", "ndjson"}, read_jsonl},
}};

}  // namespace bcheck
