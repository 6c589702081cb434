// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy as a file: a header (npy_header.h), the elements, and nothing behind them.
#include "validators/embedding/formats.h"
#include "validators/embedding/npy_header.h"
#include "validators/embedding/sizes.h"

namespace bcheck {

bool read_npy(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&, Observation& out) {
  std::uint64_t data_offset = 0;
  return read_npy_header(artifact.bytes, options, array, data_offset, out) &&
         place_array(artifact.bytes, data_offset, array, out);
}

}  // namespace bcheck
