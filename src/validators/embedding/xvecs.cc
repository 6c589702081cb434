// SPDX-License-Identifier: Apache-2.0
// fvecs, ivecs, bvecs: rows of a 4-byte dimension and that many elements, without a header of the file.
//
// Format: the file page of INRIA's Yael library and TEXMEX; faiss contrib/vecs_io.py. Usual readers believe the first
// dimension and reshape, so each row's own is compared here.
#include <fmt/format.h>

#include "base/checked.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kMostDim = 1'000'000;  // beyond any embedding known; a float read as a dimension lies above it

std::int32_t dim_at(Bytes bytes, std::uint64_t offset, bool big) {
  return (big ? big_endian<std::int32_t>(bytes, offset) : little_endian<std::int32_t>(bytes, offset)).value_or(0);
}

bool plausible(std::int64_t dim, std::uint64_t size, std::uint64_t element) {
  return dim >= 1 && dim <= static_cast<std::int64_t>(kMostDim) &&
         size % (4 + static_cast<std::uint64_t>(dim) * element) == 0;
}

bool read_rows(const Artifact& artifact, const EmbeddingOptions& options, Dtype dtype, ArrayView& array,
               Observation& out) {
  const Bytes bytes = artifact.bytes;
  const std::uint64_t element = info_of(dtype).size;
  const bool big = options.byteorder == ByteOrder::kBig;
  array.dtype = dtype;
  array.big_endian = big && element > 1;
  if (bytes.size() < 4) {
    return refuse(out, "embedding.data-truncated",
                  fmt::format("the file ends after {} bytes, inside of the first dimension", bytes.size()));
  }
  const std::int64_t first = dim_at(bytes, 0, big);
  const std::int64_t swapped = dim_at(bytes, 0, !big);
  if (!plausible(first, bytes.size(), element) && plausible(swapped, bytes.size(), element)) {
    return refuse(
        out, "embedding.endian-suspect",
        fmt::format("the first dimension reads as {}; in the other byte order it is {}, and the file has a whole "
                    "number of such rows",
                    first, swapped));
  }
  if (first == 0) return refuse(out, "embedding.dim-mismatch", "the first row has dimension 0");
  if (first < 0 || first > static_cast<std::int64_t>(kMostDim)) {
    return refuse(out, "embedding.shape-invalid",
                  fmt::format("the first row has dimension {}; 1 to {} make sense", first, kMostDim));
  }
  const std::uint64_t dim = static_cast<std::uint64_t>(first);
  const std::uint64_t stride = 4 + dim * element;
  std::uint64_t rows = 0;
  for (std::uint64_t at = 0; at < bytes.size(); at += stride, ++rows) {
    const std::uint64_t left = bytes.size() - at;
    const std::int64_t own = left < 4 ? first : dim_at(bytes, at, big);
    if (own != first) {
      return refuse(out, "embedding.dim-changes",
                    fmt::format("row {} has dimension {}, the rows before it {}; a reader that believes the first one "
                                "takes garbage for vectors",
                                rows, own, first));
    }
    if (left < stride) {
      return refuse(out, "embedding.data-truncated", fmt::format("row {} has {} of its {} bytes", rows, left, stride));
    }
  }
  array.shape.assign({rows, dim});
  array.rows = rows;
  array.dim = dim;
  array.row_stride = stride;
  array.data = bytes.subspan(4);
  return true;
}

}  // namespace

bool read_fvecs(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                Observation& out) {
  return read_rows(artifact, options, Dtype::kF32, array, out);
}
bool read_ivecs(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                Observation& out) {
  return read_rows(artifact, options, Dtype::kI32, array, out);
}
bool read_bvecs(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                Observation& out) {
  return read_rows(artifact, options, Dtype::kU8, array, out);
}

}  // namespace bcheck
