// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "validators/image/codes.h"
#include "validators/image/tiff_tags.h"

namespace bcheck::image {
namespace {

using namespace tiff;

// Without these a page cannot be read, so a type that does not exist is damage and no extension.
constexpr std::array<unsigned, 20> kStructural{
    kImageWidth,   kImageLength,     kBitsPerSample, kCompression,  kPhotometric, kStripOffsets,    kSamplesPerPixel,
    kRowsPerStrip, kStripByteCounts, kPlanarConfig,  kPredictor,    kColorMap,    kTileWidth,       kTileLength,
    kTileOffsets,  kTileByteCounts,  kExtraSamples,  kSampleFormat, kJpegTables,  kYcbcrSubsampling};

class Reader {
 public:
  Reader(const TiffFile& file, const TiffDirectory& directory) : file_(file), directory_(directory) {}

  TiffPageRead read() {
    check_entries();
    read_samples();
    read_size();
    return {std::move(page_), std::move(fault_)};
  }

 private:
  // Keeps the first.
  void fault(std::string_view code, std::string message) {
    if (!fault_) fault_ = TiffPageFault{code, std::move(message)};
  }

  std::uint64_t number(unsigned tag, std::uint64_t otherwise) const {
    const TiffEntry* const entry = directory_.find(tag);
    return entry == nullptr ? otherwise : entry->value(file_).value_or(otherwise);
  }

  void check_entries() {
    for (const TiffEntry& entry : directory_.entries) {
      const bool structural = std::find(kStructural.begin(), kStructural.end(), entry.tag) != kStructural.end();
      if (structural && tiff_type_size(entry.type) == 0) {
        fault(kCorruptData,
              fmt::format("the directory is damaged: tag {} has type {}, which does not exist", entry.tag, entry.type));
      }
      if (entry.tag == kYcbcrSubsampling && entry.count != 2) {
        fault(kCorruptData,
              fmt::format("the directory is damaged: {} values of subsampling instead of 2", entry.count));
      }
    }
  }

  // The one value that all samples must share for libtiff.
  std::uint32_t shared(unsigned tag, std::uint32_t otherwise, std::string_view what) {
    const TiffEntry* const entry = directory_.find(tag);
    if (entry == nullptr) return otherwise;
    const std::uint64_t first = entry->value(file_).value_or(otherwise);
    for (std::uint64_t i = 1; i < std::min<std::uint64_t>(entry->count, page_.samples); ++i) {
      if (entry->value(file_, i).value_or(first) != first) {
        fault(kUnsupported, fmt::format("samples of different {}", what));
      }
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(first, 0xffff));
  }

  void read_samples() {
    constexpr std::uint64_t kMostSamples = 65535;
    const std::uint64_t samples = number(kSamplesPerPixel, 1);
    if (samples == 0 || samples > kMostSamples) return fault(kBadHeader, fmt::format("{} samples a pixel", samples));
    page_.samples = static_cast<std::uint32_t>(samples);
    page_.bits = shared(kBitsPerSample, 1, "depth");
    page_.format = shared(kSampleFormat, 1, "format");
    if (page_.bits == 0) return fault(kBadHeader, "0 bits a sample");
    if (page_.bits > 64) return fault(kUnsupported, fmt::format("{} bits a sample", page_.bits));
    page_.compression = static_cast<std::uint32_t>(std::min<std::uint64_t>(number(kCompression, 1), 0xffff));
    if (directory_.find(kPhotometric) != nullptr) {
      page_.photometric = static_cast<std::uint32_t>(std::min<std::uint64_t>(number(kPhotometric, 0xffff), 0xffff));
    }
    page_.separate = number(kPlanarConfig, 1) == 2 && page_.samples > 1;
    if (const TiffEntry* const extra = directory_.find(kExtraSamples)) {
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(extra->count, page_.samples); ++i) {
        page_.extra.push_back(
            static_cast<std::uint32_t>(std::min<std::uint64_t>(extra->value(file_, i).value_or(0), 3)));
      }
    }
  }

  void read_size() {
    constexpr std::uint64_t kMostSide = 0xffffffff;
    const std::uint64_t width = number(kImageWidth, 0);
    const std::uint64_t height = number(kImageLength, 0);
    if (directory_.find(kImageWidth) == nullptr || directory_.find(kImageLength) == nullptr) {
      return fault(kMissingChunk, "the directory gives no width and height");
    }
    if (width == 0 || height == 0 || width > kMostSide || height > kMostSide) {
      return fault(kBadHeader, fmt::format("impossible size {} x {}", width, height));
    }
    page_.width = static_cast<std::uint32_t>(width);
    page_.height = static_cast<std::uint32_t>(height);
    page_.tiled = directory_.find(kTileWidth) != nullptr || directory_.find(kTileOffsets) != nullptr;
    if (!page_.tiled) {
      page_.piece_width = page_.width;
      const std::uint64_t rows = number(kRowsPerStrip, kMostSide);
      if (rows == 0) return fault(kBadHeader, "0 rows a strip");
      page_.piece_height = static_cast<std::uint32_t>(std::min(rows, height));
      return;
    }
    if (directory_.find(kTileWidth) == nullptr || directory_.find(kTileLength) == nullptr) {
      return fault(kMissingChunk, "the directory gives no size of its tiles");
    }
    const std::uint64_t tile_width = number(kTileWidth, 0);
    const std::uint64_t tile_height = number(kTileLength, 0);
    if (tile_width == 0 || tile_height == 0 || tile_width > kMostSide || tile_height > kMostSide) {
      return fault(kBadHeader, fmt::format("impossible tiles of {} x {}", tile_width, tile_height));
    }
    page_.piece_width = static_cast<std::uint32_t>(tile_width);
    page_.piece_height = static_cast<std::uint32_t>(tile_height);
  }

  const TiffFile& file_;
  const TiffDirectory& directory_;
  TiffPage page_;
  std::optional<TiffPageFault> fault_;
};

}  // namespace

TiffPageRead read_tiff_page(const TiffFile& file, const TiffDirectory& directory) {
  TiffPageRead result = Reader(file, directory).read();
  result.page.at = directory.at;
  return result;
}

}  // namespace bcheck::image
