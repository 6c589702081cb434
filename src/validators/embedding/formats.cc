// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "validators/embedding/faults.h"
#include "validators/magic.h"

namespace bcheck {
namespace {

constexpr std::array kContainers{
    ContainerFormat{"npy", read_npy},     ContainerFormat{"raw", read_raw},
    ContainerFormat{"fvecs", read_fvecs}, ContainerFormat{"ivecs", read_ivecs},
    ContainerFormat{"bvecs", read_bvecs}, ContainerFormat{"fbin", read_fbin},
    ContainerFormat{"u8bin", read_u8bin}, ContainerFormat{"i8bin", read_i8bin},
    ContainerFormat{"npz", read_npz},     ContainerFormat{"csv", read_csv},
    ContainerFormat{"tsv", read_tsv},     ContainerFormat{"json", read_json},
    ContainerFormat{"jsonl", read_jsonl}, ContainerFormat{"safetensors", read_safetensors},
    ContainerFormat{"pt", nullptr},       ContainerFormat{"hdf5", nullptr},
    ContainerFormat{"parquet", nullptr},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kContainers.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kContainers[i].name;
  return words;
}();

// Extensions that are no name of a format.
struct Alias {
  std::string_view extension;
  std::string_view format;
};
constexpr std::array<Alias, 7> kAliases{{
    {"pth", "pt"},
    {"h5", "hdf5"},
    {"hdf", "hdf5"},
    {"pq", "parquet"},
    {"ndjson", "jsonl"},
    {"ibin", ""},
    {"raw", ""},
}};

const ContainerFormat* find_container(std::string_view name) {
  const auto at = std::find_if(kContainers.begin(), kContainers.end(), [&](const auto& c) { return c.name == name; });
  return at == kContainers.end() ? nullptr : &*at;
}

}  // namespace

std::span<const ContainerFormat> container_formats() {
  return kContainers;
}
std::span<const std::string_view> container_words() {
  return kNames;
}

const ContainerFormat* choose_format(const Artifact& artifact, const EmbeddingOptions& options) {
  if (!options.format.empty()) return find_container(options.format);
  if (const Format* const content = format_of_content(artifact.bytes)) {
    if (const ContainerFormat* const found = find_container(content->name)) return found;
  }
  std::string_view name = artifact.extension;
  for (const Alias& alias : kAliases) {
    if (alias.extension == artifact.extension) name = alias.format;
  }
  if (const ContainerFormat* const found = find_container(name)) return found;
  return options.dtype && options.dim ? find_container("raw") : nullptr;
}

bool read_array(const Artifact& artifact, const EmbeddingOptions& options, ArrayView& array, Decoded& decoded,
                Observation& out) {
  array.clear();
  decoded.clear();
  if (artifact.bytes.empty()) return refuse(out, "embedding.empty-file", "the file has 0 bytes");
  const ContainerFormat* const format = choose_format(artifact, options);
  if (format == nullptr) {
    out.unchecked =
        "nothing says which format these vectors have: declare 'format', or 'dtype' and 'dim' of a raw array";
    return false;
  }
  out.format = format->name;
  if (format->read == nullptr) {
    out.unchecked = fmt::format("this build has no reader for vectors in {}", format->name);
    return false;
  }
  if (format->read(artifact, options, array, decoded, out)) return true;
  if (out.unchecked.empty()) out.unchecked = "its values could not be measured";  // where the rules allow the fault
  return false;
}

}  // namespace bcheck
