// SPDX-License-Identifier: Apache-2.0
#include "validators/container/document.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "base/json_fast.h"

namespace bcheck {
namespace {

constexpr std::array kMeasures{kBytes};

// What files of any such type can suffer from. The words are known before the checks are, so that rules written now
// stay good; no check raises one yet.
constexpr std::array kFindings{
    FindingInfo{"file.bad-reference", Severity::kFail, "an index or a name leads to nothing"},
    FindingInfo{"file.bad-signature", Severity::kFail, "the first bytes are not those of the format"},
    FindingInfo{"file.bad-structure", Severity::kFail, "lengths, offsets or counts contradict each other"},
    FindingInfo{"file.columns", Severity::kFail, "records of different shape"},
    FindingInfo{"file.corrupt-data", Severity::kFail, "the data cannot be decoded"},
    FindingInfo{"file.crc-mismatch", Severity::kFail, "a stored checksum is not that of the data"},
    FindingInfo{"file.encoding", Severity::kFail, "not the encoding that it declares"},
    FindingInfo{"file.encrypted", Severity::kFail, "it cannot be judged without its key"},
    FindingInfo{"file.limit", Severity::kFail, "beyond what is examined"},
    FindingInfo{"file.missing-part", Severity::kFail, "a part that the format needs is absent"},
    FindingInfo{"file.nonfinite", Severity::kFail, "NaN or Inf where numbers are wanted"},
    FindingInfo{"file.syntax", Severity::kFail, "against the grammar of the format"},
    FindingInfo{"file.trailing-data", Severity::kFail, "bytes behind the end of the data"},
    FindingInfo{"file.truncated", Severity::kFail, "the file ends before the data do"},
    FindingInfo{"file.unsupported", Severity::kFail, "a feature of the format that nothing here reads"},
};

struct Row {
  std::string_view name;
  std::string_view summary;
  std::array<std::string_view, 3> formats;  // the first is the type's own; empty = no more
};

// Sorted by name. Arrays and vectors are looked into by type embedding, pictures by type image.
constexpr std::array kRows{
    Row{"7z", "7-Zip archive", {"7z"}},
    Row{"arrow", "Apache Arrow file", {"arrow"}},
    Row{"bzip2", "bzip2, also around a tar", {"bzip2"}},
    Row{"docx", "Word document", {"docx"}},
    Row{"epub", "EPUB book", {"epub"}},
    Row{"flac", "FLAC sound", {"flac"}},
    Row{"gguf", "GGUF model", {"gguf"}},
    Row{"glb", "glTF 2.0 scene, binary", {"glb"}},
    Row{"gltf", "glTF 2.0 scene, JSON", {"gltf"}},
    Row{"hdf5", "HDF5 container", {"hdf5"}},
    Row{"las", "LAS point cloud", {"las"}},
    Row{"mp3", "MP3 sound", {"mp3"}},
    Row{"mp4", "MPEG-4 and QuickTime film or sound", {"mp4", "m4a", "mov"}},
    Row{"npy", "NumPy array", {"npy"}},
    Row{"npz", "NumPy arrays in a zip", {"npz"}},
    Row{"obj", "Wavefront OBJ mesh", {"obj"}},
    Row{"ogg", "Ogg sound or film: Vorbis, Opus, FLAC, Theora", {"ogg"}},
    Row{"onnx", "ONNX model", {"onnx"}},
    Row{"parquet", "Apache Parquet file", {"parquet"}},
    Row{"pdf", "PDF document", {"pdf"}},
    Row{"ply", "PLY mesh or point cloud", {"ply"}},
    Row{"pptx", "PowerPoint presentation", {"pptx"}},
    Row{"pt", "PyTorch file", {"pt"}},
    Row{"rar", "RAR archive", {"rar"}},
    Row{"safetensors", "safetensors tensors", {"safetensors"}},
    Row{"sqlite", "SQLite 3 database", {"sqlite"}},
    Row{"stl", "STL mesh", {"stl"}},
    Row{"tar", "tar archive, also compressed as a whole", {"tar"}},
    Row{"wav", "WAVE sound", {"wav"}},
    Row{"webm", "WebM and Matroska film or sound", {"webm", "mkv"}},
    Row{"xlsx", "Excel workbook", {"xlsx"}},
    Row{"xz", "xz, also around a tar", {"xz"}},
    Row{"zip", "zip archive", {"zip"}},
    Row{"zstd", "Zstandard, also around a tar", {"zstd"}},
};

std::vector<Type> make_types() {
  std::vector<Type> types;
  for (const Row& row : kRows) {
    const auto end = std::find(row.formats.begin(), row.formats.end(), std::string_view());
    const std::span formats(row.formats.begin(), static_cast<std::size_t>(end - row.formats.begin()));
    types.push_back({row.name, "file", row.summary, formats, kMeasures, kFindings, {}, {}, nullptr});
  }
  return types;
}

}  // namespace

std::span<const Type> unchecked_types() {
  static const std::vector<Type> types = make_types();
  return types;
}

// The grammar of JSON is our own; what is UTF-8 simdjson says.
std::vector<Decoder> document_decoders() {
  return {{"gzip", fmt::format("zlib {}", zlibVersion())},
          {"json", fmt::format("simdjson {}", simdjson_version())},
          {"xml", expat_version()}};
}

}  // namespace bcheck
