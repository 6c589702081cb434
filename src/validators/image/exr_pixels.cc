// SPDX-License-Identifier: Apache-2.0
#include "validators/image/exr_pixels.h"

#if BCHECK_HAVE_OPENEXR

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/exr.h"

namespace bcheck::image {
namespace {

constexpr std::uint64_t kMostSamples = 16;                         // of max_pixels, over all channels, parts and levels
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{1} << 30;  // unpacked

// The library says "out of memory" of a PIZ or B44 chunk that ends too soon as well, so whether it really lacked some
// is seen here.
thread_local bool refused_memory = false;

void* allocate(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) refused_memory = true;
  return memory;
}

std::string_view code_of(exr_result_t code) {
  switch (code) {
    case EXR_ERR_READ_IO: return kTruncated;
    case EXR_ERR_BAD_CHUNK_LEADER:
    case EXR_ERR_CORRUPT_CHUNK:
    case EXR_ERR_INCORRECT_PART:
    case EXR_ERR_INCORRECT_CHUNK:
    case EXR_ERR_INVALID_SAMPLE_DATA: return kCorruptData;
    case EXR_ERR_FILE_BAD_HEADER:
    case EXR_ERR_MISSING_REQ_ATTR:
    case EXR_ERR_INVALID_ATTR:
    case EXR_ERR_ATTR_TYPE_MISMATCH:
    case EXR_ERR_ATTR_SIZE_MISMATCH:
    case EXR_ERR_NAME_TOO_LONG: return kBadHeader;
    default: return kNotDecodable;
  }
}

std::int64_t extent(std::int32_t from, std::int32_t to) {
  return std::int64_t{to} - from + 1;
}

const exr_attr_chlist_t& channels_of(exr_const_context_t context, int part) {
  static constexpr exr_attr_chlist_t kNone{};
  const exr_attr_chlist_t* channels = nullptr;
  return exr_get_channels(context, part, &channels) == EXR_ERR_SUCCESS && channels != nullptr ? *channels : kNone;
}

}  // namespace

std::int64_t ExrFile::read(exr_const_context_t, void* self, void* buffer, std::uint64_t size, std::uint64_t offset,
                           exr_stream_error_func_ptr_t) {
  const Bytes bytes = static_cast<const ExrFile*>(self)->bytes_;
  if (offset >= bytes.size()) return 0;
  const auto length = std::min<std::uint64_t>(size, bytes.size() - offset);
  std::memcpy(buffer, bytes.data() + offset, static_cast<std::size_t>(length));
  return static_cast<std::int64_t>(length);
}

std::int64_t ExrFile::size(exr_const_context_t, void* self) {
  return static_cast<std::int64_t>(static_cast<const ExrFile*>(self)->bytes_.size());
}

void ExrFile::note(exr_const_context_t context, exr_result_t, const char* message) {
  void* self = nullptr;
  if (message == nullptr || exr_get_user_data(context, &self) != EXR_ERR_SUCCESS || self == nullptr) return;
  std::string& first = static_cast<ExrFile*>(self)->message_;
  try {
    if (first.empty()) first = escaped(message, 200);
  } catch (const std::bad_alloc&) {
    first.clear();  // the code alone is told
  }
}

// True if it is one; says what is wrong, or why nothing can be said.
bool ExrFile::failed(exr_result_t code, std::string_view what, Observation& out) {
  const bool lacks_memory = std::exchange(refused_memory, false);
  if (code == EXR_ERR_OUT_OF_MEMORY) {
    if (lacks_memory) throw std::bad_alloc();
    code = EXR_ERR_CORRUPT_CHUNK;
    message_.clear();
  }
  const std::string message = message_.empty() ? exr_get_default_error_message(code) : message_;
  message_.clear();
  if (code == EXR_ERR_SUCCESS) return false;
  if (code == EXR_ERR_FEATURE_NOT_IMPLEMENTED) {
    out.unchecked = fmt::format("{}: {} cannot decode it: {}", what, exr_decoder(), message);
  } else {
    fault_once(out, code_of(code), Severity::kFail, fmt::format("{}: OpenEXR: {}", what, message));
  }
  return true;
}

ExrFile::ExrFile(Bytes bytes, Observation& out) : bytes_(bytes) {
  exr_set_default_memory_routines(allocate, std::free);  // for all of them: not each is asked of the context
  exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
  setup.error_handler_fn = note;
  setup.user_data = this;
  setup.read_fn = read;
  setup.size_fn = size;
  setup.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
  const exr_result_t opened = exr_start_read(&context_, "memory", &setup);
  if (opened != EXR_ERR_SUCCESS) context_ = nullptr;
  int parts = 0;
  if (failed(opened, "the header", out) || failed(exr_get_count(context_, &parts), "the header", out)) return;
  for (int part = 0; part < parts; ++part) {
    exr_storage_t storage{};
    std::int32_t chunks = 0;
    if (failed(exr_get_storage(context_, part, &storage), "the header", out) ||
        failed(exr_get_chunk_count(context_, part, &chunks), "the header", out)) {
      exr_finish(&context_);
      context_ = nullptr;
      return;
    }
    tables_.push_back({storage == EXR_STORAGE_TILED || storage == EXR_STORAGE_DEEP_TILED,
                       storage == EXR_STORAGE_DEEP_SCANLINE || storage == EXR_STORAGE_DEEP_TILED, std::max(chunks, 0)});
  }
}

ExrFile::~ExrFile() {
  if (pipeline_ready_) exr_decoding_destroy(context_, &pipeline_);
  if (context_ != nullptr) exr_finish(&context_);
}

unsigned known_exr_compressions() {
  return static_cast<unsigned>(EXR_COMPRESSION_LAST_TYPE);
}

bool ExrFile::accept(const PictureCheck& check, Observation& out) {
  std::uint64_t samples = 0;
  for (std::size_t i = 0; i < parts(); ++i) {
    const int part = static_cast<int>(i);
    exr_attr_box2i_t window{};
    std::uint64_t unpacked = 0;
    if (failed(exr_get_data_window(context_, part, &window), "the data window", out)) return false;
    const std::int64_t width = extent(window.min.x, window.max.x);
    const std::int64_t height = extent(window.min.y, window.max.y);
    const exr_attr_chlist_t& channels = channels_of(context_, part);
    if (width < 1 || height < 1 || channels.num_channels < 1) {
      fault_once(out, kBadHeader, Severity::kFail,
                 fmt::format("impossible header: {} x {} pixels, {} channels", width, height, channels.num_channels));
      return false;
    }
    // The library's quick ways to unpack half floats take all channels to be as large as the first: wrong values, and
    // writing where nothing may be written.
    const std::span all(channels.entries, static_cast<std::size_t>(channels.num_channels));
    const auto sampled = [](const auto& c) { return c.x_sampling != 1 || c.y_sampling != 1; };
    const auto quick = [](const auto& c) { return c.pixel_type != EXR_PIXEL_FLOAT; };
    if (std::any_of(all.begin(), all.end(), sampled) && std::any_of(all.begin(), all.end(), quick)) {
      out.unchecked =
          fmt::format("channels of fewer samples that are not 32-bit floats, which {} unpacks wrongly", exr_decoder());
      return false;
    }
    const auto pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (i == 0) {
      if (!check.accept_size(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height), out)) return false;
      unsigned bits = 0;
      for (int c = 0; c < channels.num_channels; ++c) {
        bits = std::max(bits, channels.entries[c].pixel_type == EXR_PIXEL_HALF ? 16U : 32U);
      }
      out.add("frames", static_cast<std::int64_t>(parts()));
      out.add("channels", std::int64_t{channels.num_channels});
      out.add("bit_depth", std::int64_t{bits});
    }
    // Smaller copies add at most as much again for each side.
    const auto more =
        checked_multiply(pixels, static_cast<std::uint64_t>(channels.num_channels) * (tables_[i].tiled ? 4 : 1));
    const auto sum = more ? checked_add(samples, *more) : std::nullopt;
    if (!sum || *sum / kMostSamples > check.max_pixels()) {
      fault_once(out, kBomb, Severity::kFail, "declares more samples than are decoded, over all channels and parts");
      return false;
    }
    samples = *sum;
    if (tables_[i].deep) continue;
    if (failed(exr_get_chunk_unpacked_size(context_, part, &unpacked), "the header", out)) return false;
    if (unpacked > kMostChunkBytes) {
      fault_once(
          out, kBomb, Severity::kFail,
          fmt::format("a chunk takes {}; at most {} are decoded", human_bytes(unpacked), human_bytes(kMostChunkBytes)));
      return false;
    }
  }
  return true;
}

std::vector<ExrFile::Level> ExrFile::levels(int part) const {
  std::vector<Level> found;
  std::int32_t across = 0, down = 0;
  std::uint32_t tile_x = 0, tile_y = 0;
  exr_tile_level_mode_t mode{};
  exr_tile_round_mode_t round{};
  if (exr_get_tile_levels(context_, part, &across, &down) != EXR_ERR_SUCCESS ||
      exr_get_tile_descriptor(context_, part, &tile_x, &tile_y, &mode, &round) != EXR_ERR_SUCCESS) {
    return found;
  }
  for (int y = 0; y < down; ++y) {
    for (int x = 0; x < across; ++x) {
      if (mode == EXR_TILE_MIPMAP_LEVELS && x != y) continue;
      Level level;
      level.x = x;
      level.y = y;
      exr_get_level_sizes(context_, part, x, y, &level.width, &level.height);
      exr_get_tile_sizes(context_, part, x, y, &level.tile_width, &level.tile_height);
      found.push_back(level);
    }
  }
  return found;
}

bool ExrFile::decode_chunk(int part, const exr_chunk_info_t& chunk, std::int64_t x, std::int64_t y,
                           const std::vector<std::size_t>& channels, Observation& out) {
  const std::string what = fmt::format("the chunk at ({}, {}) of part {}", x, y, part);
  // The library takes as many samples out of one that is not compressed as there should be, whatever its size.
  if (chunk.compression == EXR_COMPRESSION_NONE && chunk.packed_size != chunk.unpacked_size) {
    fault_once(out, kCorruptData, Severity::kFail,
               fmt::format("{}: its samples take {} bytes, it has {}", what, chunk.unpacked_size, chunk.packed_size));
    return false;
  }
  const exr_result_t ready = pipeline_ready_ ? exr_decoding_update(context_, part, &chunk, &pipeline_)
                                             : exr_decoding_initialize(context_, part, &chunk, &pipeline_);
  if (failed(ready, what, out)) return false;
  pipeline_ready_ = true;
  std::size_t samples = 0;
  for (int c = 0; c < pipeline_.channel_count; ++c) {
    const exr_coding_channel_info_t& channel = pipeline_.channels[c];
    samples += static_cast<std::size_t>(channel.width) * static_cast<std::size_t>(channel.height);
  }
  samples_.resize(std::max(samples_.size(), samples));
  float* at = samples_.data();
  for (int c = 0; c < pipeline_.channel_count; ++c) {
    exr_coding_channel_info_t& channel = pipeline_.channels[c];
    channel.user_bytes_per_element = sizeof(float);
    channel.user_data_type = EXR_PIXEL_FLOAT;
    channel.user_pixel_stride = sizeof(float);
    channel.user_line_stride = static_cast<std::int32_t>(static_cast<std::size_t>(channel.width) * sizeof(float));
    channel.decode_to_ptr = reinterpret_cast<std::uint8_t*>(at);
    at += static_cast<std::size_t>(channel.width) * static_cast<std::size_t>(channel.height);
  }
  if (failed(exr_decoding_choose_default_routines(context_, part, &pipeline_), what, out) ||
      failed(exr_decoding_run(context_, part, &pipeline_), what, out)) {
    return false;
  }
  const float* from = samples_.data();
  for (int c = 0; c < pipeline_.channel_count; ++c) {
    const exr_coding_channel_info_t& channel = pipeline_.channels[c];
    const auto width = static_cast<std::size_t>(channel.width);
    for (std::int32_t row = 0; row < channel.height; ++row, from += width) {
      stats_.add(channels[static_cast<std::size_t>(c)], from, width, 1, x, y + std::int64_t{row} * channel.y_samples);
    }
  }
  return true;
}

void ExrFile::decode_lines(int part, const std::vector<std::size_t>& channels, Observation& out) {
  exr_attr_box2i_t window{};
  std::int32_t step = 0;
  if (failed(exr_get_data_window(context_, part, &window), "the data window", out) ||
      failed(exr_get_scanlines_per_chunk(context_, part, &step), "the header", out)) {
    return;
  }
  for (std::int64_t y = window.min.y; y <= window.max.y; y += std::max(step, 1)) {
    exr_chunk_info_t chunk{};
    const std::string what = fmt::format("the chunk of line {} of part {}", y, part);
    if (failed(exr_read_scanline_chunk_info(context_, part, static_cast<int>(y), &chunk), what, out) ||
        !decode_chunk(part, chunk, window.min.x, y, channels, out)) {
      return;
    }
  }
}

void ExrFile::decode_tiles(int part, const std::vector<std::size_t>& full, const std::vector<std::size_t>& copies,
                           Observation& out) {
  for (const Level& level : levels(part)) {
    if (level.tile_width < 1 || level.tile_height < 1) continue;
    const bool picture = level.x == 0 && level.y == 0;
    for (int ty = 0; std::int64_t{ty} * level.tile_height < level.height; ++ty) {
      for (int tx = 0; std::int64_t{tx} * level.tile_width < level.width; ++tx) {
        exr_chunk_info_t chunk{};
        const std::string what =
            fmt::format("tile ({}, {}) of level ({}, {}) of part {}", tx, ty, level.x, level.y, part);
        if (failed(exr_read_tile_chunk_info(context_, part, tx, ty, level.x, level.y, &chunk), what, out) ||
            !decode_chunk(part, chunk, std::int64_t{tx} * level.tile_width, std::int64_t{ty} * level.tile_height,
                          picture ? full : copies, out)) {
          return;
        }
      }
    }
  }
}

void ExrFile::decode(Observation& out) {
  stats_.begin();
  bool deep = false;
  const std::size_t before = out.faults.size();
  const auto stopped = [&] { return out.faults.size() > before || !out.unchecked.empty(); };
  for (std::size_t i = 0; i < parts() && !stopped(); ++i) {
    const int part = static_cast<int>(i);
    deep = deep || tables_[i].deep;
    if (tables_[i].deep) continue;
    const exr_attr_chlist_t& channels = channels_of(context_, part);
    const auto name = [&](int c) { return std::string_view(channels.entries[c].name.str); };
    bool coloured = false;
    for (int c = 0; c < channels.num_channels; ++c) coloured = coloured || is_colour_name(name(c));
    std::vector<std::size_t> full, copies;
    for (int c = 0; c < channels.num_channels; ++c) {
      const bool colour = coloured ? is_colour_name(name(c)) : !is_alpha_name(name(c));
      const FloatStats::Role role = is_alpha_name(name(c)) ? FloatStats::Role::kAlpha
                                    : colour               ? FloatStats::Role::kColour
                                                           : FloatStats::Role::kCounted;
      full.push_back(stats_.add_channel(std::string(name(c)), i == 0 ? role : FloatStats::Role::kCounted));
      copies.push_back(tables_[i].tiled ? stats_.add_channel(std::string(name(c)), FloatStats::Role::kCounted)
                                        : full.back());
    }
    tables_[i].tiled ? decode_tiles(part, full, copies, out) : decode_lines(part, full, out);
    if (pipeline_ready_) exr_decoding_destroy(context_, &pipeline_);
    pipeline_ready_ = false;
    pipeline_ = {};
  }
  if (stopped()) return;
  if (deep) {
    out.unchecked = "deep data, which are not decoded here";
    return;
  }
  stats_.report(out);
}

}  // namespace bcheck::image

#endif
