// SPDX-License-Identifier: Apache-2.0
// The containers of vectors. A new one is one reader in a file of its own and one row of the table in formats.cc.
#pragma once

#include <span>
#include <string_view>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/embedding/array_view.h"
#include "validators/embedding/decoded.h"
#include "validators/embedding/options.h"

namespace bcheck {

// Looks at the structure, raises the faults of the container, and hands over its array. False if there is none that
// could be measured; then a fault says why. Sizes that do not agree are told here, before anything is allocated. What
// the file does not hold as it is needed is put into `decoded`, which, like `array`, arrives empty.
using ArrayReader = bool (*)(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array,
                             Decoded& decoded, Observation& out);

struct ContainerFormat {
  std::string_view name;  // the word of option `format`
  ArrayReader read;       // null: known, and this build has no reader for it
};

std::span<const ContainerFormat> container_formats();
std::span<const std::string_view> container_words();  // their names

// By option `format`, else by content, else by extension, else raw if dtype and dim are declared; null if nothing
// tells.
const ContainerFormat* choose_format(const Artifact& artifact, const EmbeddingOptions& options);

// From an artifact to its array: chooses the format, sets it in `out`, and reads. False if there is nothing to measure;
// then a fault or `unchecked` says why. `array` and `decoded` lose what they had and keep their memory.
bool read_array(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
                Observation& out);

// One a format.
bool read_npy(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_raw(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_fvecs(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_ivecs(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_bvecs(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_fbin(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_u8bin(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_i8bin(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_npz(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_safetensors(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_csv(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_tsv(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_json(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);
bool read_jsonl(const Artifact&, const EmbeddingOptions&, ArrayView&, Decoded&, Observation&);

}  // namespace bcheck
