// SPDX-License-Identifier: Apache-2.0
// Small batches for the tests of the run: a manifest, rules and an output in a temporary directory.
#pragma once

#include <fcntl.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "bcheck/manifest.h"
#include "bcheck/rules.h"
#include "bcheck/source.h"
#include "input/manifest.h"
#include "sources/directory.h"
#include "support/temp_dir.h"

namespace bcheck {

using test::TempDir;

inline Manifest manifest_of(std::string_view text, std::string format = "text") {
  ManifestRequest request;
  request.path = "manifest";
  request.format = std::move(format);
  auto manifest = parse_manifest({text.begin(), text.end()}, request);
  return std::move(manifest.value());
}

inline ArtifactRules artifact_of(std::string name, std::string path, std::string type = "text") {
  ArtifactRules rules;
  rules.name = std::move(name);
  rules.path = std::move(path);
  rules.type = std::move(type);
  return rules;
}

inline Listing listing_of(const std::vector<std::string_view>& sorted_paths) {
  Listing listing;
  std::uint64_t inode = 100;
  for (const std::string_view path : sorted_paths) listing.entries.push_back({path, inode--, EntryKind::kFile});
  return listing;
}

}  // namespace bcheck
