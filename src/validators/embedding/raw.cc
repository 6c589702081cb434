// SPDX-License-Identifier: Apache-2.0
// Elements with next to nothing around them: raw files, and the fbin, u8bin and i8bin of the billion-scale benchmarks,
// which have two 32-bit numbers in front, rows and dimension (big-ann-benchmarks, benchmark/dataset_io.py).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/checked.h"
#include "base/text.h"
#include "validators/embedding/faults.h"
#include "validators/embedding/formats.h"
#include "validators/embedding/sizes.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

// Signatures of at least four bytes, so that no vector begins like one by accident.
constexpr std::array<std::string_view, 6> kOthers{"npy", "zip", "hdf5", "png", "pdf", "parquet"};

// Elements of 2 bytes or more, all of whose bytes are printable, are decimal text and no floats: a sign or exponent
// byte below 0x80 throughout has odds of 1 in 2 an element.
constexpr std::size_t kLeastText = 64;
bool is_plain_text(Bytes bytes) {
  const Bytes start = bytes.first(std::min<std::size_t>(bytes.size(), 65536));
  return start.size() >= kLeastText && std::all_of(start.begin(), start.end(), [](unsigned char c) {
           return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t';
         });
}

bool looks_like_other(Bytes bytes, Dtype dtype, Observation& out) {
  const Format* const content = format_of_content(bytes);
  if (content != nullptr && std::find(kOthers.begin(), kOthers.end(), content->name) != kOthers.end()) {
    return !refuse(out, "embedding.wrong-type", fmt::format("the content is {} and no raw array", content->name));
  }
  if (info_of(dtype).size > 1 && is_plain_text(bytes)) {
    return !refuse(out, "embedding.wrong-type", "the content is text and no raw array");
  }
  return false;
}

bool read_counted(const Artifact& artifact, const EmbeddingOptions& options, Dtype dtype, ArrayView& array,
                  Observation& out) {
  const bool big = options.byteorder == ByteOrder::kBig;
  const auto number = [&](std::uint64_t offset) {
    return big ? big_endian<std::uint32_t>(artifact.bytes, offset)
               : little_endian<std::uint32_t>(artifact.bytes, offset);
  };
  array.dtype = dtype;
  array.big_endian = big && info_of(dtype).size > 1;
  const auto rows = number(0);
  const auto dim = number(4);
  if (!rows || !dim) {
    return refuse(out, "embedding.header-truncated",
                  fmt::format("the file has {} of the 8 bytes that give rows and dimension", artifact.bytes.size()));
  }
  array.shape.assign({*rows, *dim});
  return place_array(artifact.bytes, 8, array, out);
}

}  // namespace

bool read_raw(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&, Observation& out) {
  if (!options.dtype || !options.dim) {
    return refuse(out, "embedding.bad-magic", "no format is recognised; a raw array needs dtype and dim in the rules");
  }
  const Bytes bytes = artifact.bytes;
  array.dtype = *options.dtype;
  array.big_endian = options.byteorder == ByteOrder::kBig && array.element() > 1;
  if (looks_like_other(bytes, array.dtype, out)) return false;
  const auto row_bytes = checked_multiply(*options.dim, array.element());
  if (!row_bytes)
    return refuse(out, "embedding.size-overflow", "dim times the size of an element does not fit into 64 bits");
  if (bytes.size() % *row_bytes != 0) {
    std::string hint;
    const auto rows = little_endian<std::uint32_t>(bytes, 0);
    const auto dim = little_endian<std::uint32_t>(bytes, 4);
    const auto counted_size =
        rows && dim ? checked_multiply(*rows * std::uint64_t{array.element()}, *dim) : std::nullopt;
    if (counted_size && *counted_size == bytes.size() - 8 && *dim == *options.dim) {
      hint = fmt::format("; its first 8 bytes say {} rows of {}, so it is an fbin file", *rows, *dim);
    }
    return refuse(out, "embedding.size-not-multiple",
                  fmt::format("{} bytes are no whole number of rows of {} bytes ({} of {}){}", bytes.size(), *row_bytes,
                              *options.dim, info_of(array.dtype).word, hint));
  }
  array.shape.assign({bytes.size() / *row_bytes, *options.dim});
  return place_array(bytes, 0, array, out);
}

bool read_fbin(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
               Observation& out) {
  return read_counted(artifact, options, Dtype::kF32, array, out);
}
bool read_u8bin(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                Observation& out) {
  return read_counted(artifact, options, Dtype::kU8, array, out);
}
bool read_i8bin(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded&,
                Observation& out) {
  return read_counted(artifact, options, Dtype::kI8, array, out);
}

}  // namespace bcheck
