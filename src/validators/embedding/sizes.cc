// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/sizes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.h"
#include "base/text.h"
#include "validators/embedding/faults.h"

namespace bcheck {
namespace {

std::string shape_text(std::span<const std::uint64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size() && i < 8; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  return text + (shape.size() > 8 ? ", ...)" : ")");
}

}  // namespace

std::optional<std::uint64_t> product(std::span<const std::uint64_t> factors) {
  if (std::find(factors.begin(), factors.end(), 0) != factors.end()) return 0;
  std::optional<std::uint64_t> result = 1;
  for (const std::uint64_t factor : factors) {
    if (result) result = checked_multiply(*result, factor);
  }
  return result;
}

std::optional<std::uint64_t> array_extent(std::uint64_t offset, const ArrayView& array) {
  const auto count = product(array.shape);
  const auto bytes = count ? checked_multiply(*count, array.element()) : std::nullopt;
  return bytes ? checked_add(offset, *bytes) : std::nullopt;
}

bool place_array(Bytes file, std::uint64_t offset, ArrayView& array, Observation& out) {
  return place_array(file, offset, array, out, file.size());
}

bool place_array(Bytes file, std::uint64_t offset, ArrayView& array, Observation& out, std::uint64_t file_size) {
  const std::span<const std::uint64_t> shape = array.shape;
  const auto rows = shape.empty() ? std::optional<std::uint64_t>(1) : product(shape.first(shape.size() - 1));
  const auto count = product(shape);
  const auto bytes = count ? checked_multiply(*count, array.element()) : std::nullopt;
  // Measures are signed; an array of no elements may still have dimensions whose product is out of reach.
  if (!bytes || !rows || *rows > INT64_MAX || *bytes > INT64_MAX) {
    out.fault("embedding.size-overflow", Severity::kFail,
              fmt::format("the size of shape {} does not fit into 64 bits", shape_text(shape)));
    return false;
  }
  array.rows = *rows;
  array.dim = shape.empty() ? 1 : shape.back();
  array.row_stride = count == 0 ? 0 : array.dim * array.element();
  const std::uint64_t present = file_size - offset;
  if (*bytes > present) {
    mismatch(out, "embedding.data-truncated",
             fmt::format("shape {} of {} needs {} bytes of data, {} are there", shape_text(shape),
                         info_of(array.dtype).word, *bytes, present),
             static_cast<std::int64_t>(present), static_cast<std::int64_t>(*bytes));
    return false;
  }
  if (*bytes < present) {
    mismatch(out, "embedding.trailing-data",
             fmt::format("{} behind the {} of the array; most readers ignore them",
                         counted(static_cast<std::int64_t>(present - *bytes), "byte"),
                         counted(static_cast<std::int64_t>(*bytes), "byte")),
             static_cast<std::int64_t>(present), static_cast<std::int64_t>(*bytes));
  }
  array.data = file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(*bytes));
  return true;
}

}  // namespace bcheck
