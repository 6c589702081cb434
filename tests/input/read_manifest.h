// SPDX-License-Identifier: Apache-2.0
// A manifest from a literal, for the tests of its readers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/manifest.h"

namespace bcheck {

inline Result<Manifest> read_manifest(std::string_view bytes, ManifestRequest request) {
  return parse_manifest({bytes.begin(), bytes.end()}, request);
}

inline Result<Manifest> read_as(std::string_view format, std::string_view bytes) {
  ManifestRequest request;
  request.path = "m";
  request.format = format;
  return read_manifest(bytes, std::move(request));
}

// "message (hint)", or "no error".
inline std::string trouble(const Result<Manifest>& manifest) {
  if (manifest) return "no error";
  return manifest.error().message + " (" + manifest.error().hint + ")";
}

inline std::vector<std::string> keys_of(const Manifest& manifest) {
  return {manifest.keys.begin(), manifest.keys.end()};
}

// The values of a column, "?" for a column that is not there.
inline std::vector<std::string> column_of(const Manifest& manifest, std::string_view name) {
  const Column* const column = manifest.column(name);
  if (column == nullptr) return {"?"};
  return {column->values.begin(), column->values.end()};
}

}  // namespace bcheck
