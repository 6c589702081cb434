// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/rows.h"

#include <utility>

#include "validators/embedding/contract.h"
#include "validators/embedding/formats.h"

namespace bcheck {

bool RowSource::open(const Artifact& artifact, const EmbeddingOptions& options, Observation& out) {
  watched_ = false;
  lost_.reset();
  if (!read_array(artifact, options, array_, decoded_, out)) {
    array_.clear();
    decoded_.clear();
    return false;
  }
  in_blocks_ = array_;
  const Meaning meaning = meaning_of(array_, options);
  if (meaning.scores && array_.shape.size() == 1) {
    array_.rows = meaning.rows;
    array_.dim = 1;
    array_.row_stride = array_.element();
    array_.fortran = false;
  }
  reader_.open(array_);
  if (array_.dim == 1) {
    in_blocks_.dim = array_.rows;
    in_blocks_.rows = 1;
    in_blocks_.row_stride = array_.rows * array_.row_stride;
    in_blocks_.fortran = false;
  }
  const auto offset = offset_in_file(out.format, artifact.bytes, in_blocks_);
  watched_ = offset && array_.rows > 0 && array_.dim > 0 && watch_.open(in_blocks_, *offset);
  return true;
}

Bytes RowSource::row(std::uint64_t index) {
  if (array_.dim == 0) return {};
  return {reader_.row(index), static_cast<std::size_t>(array_.dim * array_.element())};
}

std::optional<ConstantColumns> RowSource::constant_columns() {
  if (array_.rows < kLeastColumnRows || array_.dim == 0) return std::nullopt;
  columns_.open(array_);
  for (std::uint64_t index = 0; index < array_.rows && !columns_.settled(); ++index) {
    columns_.look(index, reader_.row(index));
  }
  const ConstantColumns found = columns_.constant();
  return found.count == columns_.tail_start() ? std::nullopt : std::optional(found);
}

void RowSource::look_for_lost_blocks(std::uint64_t from, std::uint64_t to) {
  if (!watched_ || lost_) return;
  watch_.start(from * array_.dim);
  watch_.look_to(to * array_.dim);
  if (watch_.suspects()) lost_ = watch_.finish().count > 0;
}

std::optional<LostBlocks> RowSource::lost_blocks(std::uint64_t index) {
  if (!watched_) return std::nullopt;
  if (!lost_.value_or(false)) return LostBlocks();
  LostBlocks lost = watch_.among(index * array_.dim, (index + 1) * array_.dim);
  if (array_.dim == 1) std::swap(lost.first_row, lost.first_column);
  return lost;
}

}  // namespace bcheck
