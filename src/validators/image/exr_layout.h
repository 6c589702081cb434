// SPDX-License-Identifier: Apache-2.0
// What lies where in an OpenEXR file: headers, tables of offsets, chunks (openexr.com, "OpenEXR File Layout").
//
// Our own walk, since a writer that died leaves a file with good headers and a table of zeros, which lenient readers
// show as a black picture or search for chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"

namespace bcheck::image {

struct ExrHeaders {
  bool several_parts = false;
  std::size_t parts = 0;
  unsigned compression = 0;  // the largest number of one, over all parts
  std::size_t end = 0;       // where the tables of offsets begin
};

// Nothing, with image.truncated or image.bad-header, if the attributes cannot be walked to their end.
std::optional<ExrHeaders> read_exr_headers(Bytes bytes, Observation& out);

struct ExrTable {
  bool tiled = false;
  bool deep = false;
  std::int64_t chunks = 0;  // >= 0
};

// Looks at every chunk of every part, in the order of the file: image.truncated where a table or chunk is not all there
// or was never written, image.bad-structure where chunks lie in the headers or in one another, image.trailing-data
// behind the last.
void check_exr_chunks(Bytes bytes, const ExrHeaders& headers, std::span<const ExrTable> tables, Observation& out);

}  // namespace bcheck::image
