// SPDX-License-Identifier: Apache-2.0
// The header and samples of an OpenEXR file, by OpenEXR's core: the side that can be exchanged for another decoder.
#pragma once

#include <string>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/exr_layout.h"
#include "validators/image/float_stats.h"
#include "validators/image/libraries.h"
#include "validators/image/picture_check.h"

#if BCHECK_HAVE_OPENEXR

#include <OpenEXR/openexr.h>

namespace bcheck::image {

// Compressions from 0 to below that are known to this version; it reads any other as the most usual one.
unsigned known_exr_compressions();

// One file in memory, open for reading. Throws std::bad_alloc from every member.
class ExrFile {
 public:
  // Reads the headers; open() is false, with a fault, if that fails.
  ExrFile(Bytes bytes, Observation& out);
  ~ExrFile();
  ExrFile(const ExrFile&) = delete;
  ExrFile& operator=(const ExrFile&) = delete;

  bool open() const { return context_ != nullptr; }
  std::size_t parts() const { return tables_.size(); }
  const std::vector<ExrTable>& tables() const { return tables_; }

  // Adds width, height, frames, channels and bit_depth; false with a fault where the pictures are too large to decode:
  // the first part is held to max_pixels, the samples of all parts and levels to 16 times that. False with `unchecked`
  // where this library would decode wrongly.
  bool accept(const PictureCheck& check, Observation& out);

  // Decodes every chunk of every part and level but deep ones, and adds the measures. Memory: a chunk, packed and
  // unpacked.
  void decode(Observation& out);

 private:
  struct Level {
    int x = 0, y = 0, width = 0, height = 0, tile_width = 0, tile_height = 0;
  };
  static std::int64_t read(exr_const_context_t, void* self, void* buffer, std::uint64_t size, std::uint64_t offset,
                           exr_stream_error_func_ptr_t);
  static std::int64_t size(exr_const_context_t, void* self);
  static void note(exr_const_context_t context, exr_result_t code, const char* message);

  bool failed(exr_result_t code, std::string_view what, Observation& out);
  std::vector<Level> levels(int part) const;
  void decode_lines(int part, const std::vector<std::size_t>& channels, Observation& out);
  void decode_tiles(int part, const std::vector<std::size_t>& full, const std::vector<std::size_t>& copies,
                    Observation& out);
  bool decode_chunk(int part, const exr_chunk_info_t& chunk, std::int64_t x, std::int64_t y,
                    const std::vector<std::size_t>& channels, Observation& out);

  Bytes bytes_;
  exr_context_t context_ = nullptr;
  exr_decode_pipeline_t pipeline_{};  // EXR_DECODE_PIPELINE_INITIALIZER is all zeros
  bool pipeline_ready_ = false;       // for the part that is being decoded
  std::string message_;               // the first that the library gave since it was asked last
  std::vector<ExrTable> tables_;
  std::vector<float> samples_;
  FloatStats stats_;
};

}  // namespace bcheck::image

#endif
