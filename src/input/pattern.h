// SPDX-License-Identifier: Apache-2.0
// Where an artifact lies, for each key: "{key}.png", "{gpu}/{key}/caption.txt".
//
// `{key}` is the key and `{column}` the value of a column of the manifest, byte by byte; `{{` and `}}` are braces.
// There are no wildcards. A key with "/" makes folders. Keys and columns are hostile: what comes out is a path
// beneath the output, or an error.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/manifest.h"

namespace bcheck {

class PathTemplate {
 public:
  // Errors say what is wrong with the template and do not name where it stood.
  static Result<PathTemplate> parse(std::string_view text);

  // The columns that it uses, each once; `{key}` is none of them.
  const std::vector<std::string>& columns() const { return columns_; }

  // Those columns in the manifest, in that order; null where the name is the manifest's own word for the key. An
  // error names a column that the manifest does not have.
  Result<std::vector<const Column*>> find_columns(const Manifest& manifest) const;

  // The path for one key, in the plain spelling of a listing (input/relative_path.h). `values` are those of
  // columns(). An error names the key.
  Result<std::string> expand(std::string_view key, std::span<const std::string_view> values = {}) const;

  // The path for key number `row`. `found` is what find_columns() gave for this manifest.
  Result<std::string> expand(const Manifest& manifest, std::size_t row, std::span<const Column* const> found) const;

 private:
  static constexpr std::size_t kLiteral = static_cast<std::size_t>(-1);
  static constexpr std::size_t kKey = static_cast<std::size_t>(-2);

  struct Part {
    std::size_t what = kLiteral;  // kLiteral, kKey or a place in columns_
    std::string literal;
  };

  std::string text_;
  std::vector<Part> parts_;
  std::vector<std::string> columns_;
};

}  // namespace bcheck
