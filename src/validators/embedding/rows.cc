// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/rows.h"

#include "validators/embedding/contract.h"
#include "validators/embedding/formats.h"

namespace bcheck {

bool RowSource::open(const Artifact& artifact, const EmbeddingOptions& options, Observation& out) {
  if (!read_array(artifact, options, array_, decoded_, out)) {
    array_.clear();
    decoded_.clear();
    return false;
  }
  const Meaning meaning = meaning_of(array_, options);
  if (meaning.scores && array_.shape.size() == 1) {
    array_.rows = meaning.rows;
    array_.dim = 1;
    array_.row_stride = array_.element();
    array_.fortran = false;
  }
  reader_.open(array_);
  return true;
}

Bytes RowSource::row(std::uint64_t index) {
  if (array_.dim == 0) return {};
  return {reader_.row(index), static_cast<std::size_t>(array_.dim * array_.element())};
}

}  // namespace bcheck
