// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/checksums.h"
#include "validators/image/codes.h"
#include "validators/image/png_animation.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

constexpr std::uint32_t kMostSide = 0x7fffffff;
constexpr std::uint32_t kMostLength = 0x7fffffff;
constexpr std::size_t kChunkOverhead = 12;  // length, type, CRC

struct Chunk {
  std::size_t at = 0;     // of its length field
  std::string_view type;  // 4 letters
  Bytes data;
};

bool is_letter(unsigned char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_critical(std::string_view type) {
  return type[0] >= 'A' && type[0] <= 'Z';
}

bool allowed_depth(unsigned colour, unsigned depth) {
  switch (colour) {
    case 0: return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case 3: return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case 2:
    case 4:
    case 6: return depth == 8 || depth == 16;
    default: return false;
  }
}

class Walker {
 public:
  Walker(Bytes bytes, PngLayout& layout, Observation& out)
      : bytes_(bytes), layout_(layout), out_(out), first_(out.faults.size()) {}

  void walk() {
    std::size_t at = sizeof kPngSignature;
    while (!layout_.complete && !stopped_) {
      const std::optional<Chunk> chunk = next(at);
      if (!chunk) return;
      take(*chunk);
      at += kChunkOverhead + chunk->data.size();
      previous_ = chunk->type;
    }
    layout_.end = at;
    if (layout_.complete) finish();
  }

 private:
  void fail(std::string_view code, std::string message) { fault_once(out_, code, Severity::kFail, std::move(message)); }
  // Before what was found so far: it is the cause, and that its consequence.
  void fail_first(std::string_view code, std::string message) {
    out_.faults.insert(out_.faults.begin() + static_cast<std::ptrdiff_t>(first_),
                       Fault{code, Severity::kFail, std::move(message), {}, {}});
  }
  void ignore(std::string message) { fault_once(out_, kIgnoredChunk, Severity::kWarn, std::move(message)); }

  // The chunk at `at`, whole; otherwise says what is wrong with the file from there on.
  std::optional<Chunk> next(std::size_t at) {
    const auto head = slice(bytes_, at, 8);
    if (!head) {
      fail(kTruncated, bytes_.size() == at ? fmt::format("the file ends at byte {} without an IEND chunk", at)
                                           : fmt::format("the file ends inside a chunk's head at byte {}", at));
      return std::nullopt;
    }
    const std::uint32_t length = *big_endian<std::uint32_t>(*head, 0);
    const Bytes type = head->subspan(4);
    if (!std::all_of(type.begin(), type.end(), is_letter)) {
      lose_structure(at);
      return std::nullopt;
    }
    const auto data = slice(bytes_, at + 8, length);
    if (!data || !slice(bytes_, at + 8 + length, 4)) {
      fail(kTruncated, fmt::format("the {} chunk at byte {} needs {} bytes, the file ends after {}", as_text(type), at,
                                   length + kChunkOverhead, bytes_.size() - at));
      partial(as_text(type), bytes_.subspan(at + 8));
      return std::nullopt;
    }
    const std::uint32_t stored = *big_endian<std::uint32_t>(bytes_, at + 8 + length);
    const std::uint32_t computed = crc32_of(bytes_.subspan(at + 4, 4 + std::size_t{length}));
    if (length > kMostLength) fail(kBadStructure, fmt::format("a chunk of {} bytes; 2^31 - 1 is the most", length));
    if (stored != computed) {
      broken_crc_ = at;
      fail(kCrcMismatch, fmt::format("the {} chunk at byte {} has CRC {:08x}, its bytes give {:08x}{}", as_text(type),
                                     at, stored, computed, is_critical(as_text(type)) ? "" : " (an ancillary chunk)"));
    } else {
      broken_crc_.reset();
    }
    return Chunk{at, as_text(type), *data};
  }

  // No chunk can begin here. After a chunk with a wrong CRC, bytes were lost or added inside that one.
  void lose_structure(std::size_t at) {
    if (ends_in_zeros(bytes_, bytes_.size())) {
      return fail_first(
          kTruncated,
          fmt::format("the file ends in zeros, data that were never written: no chunk begins at byte {}", at));
    }
    std::string message = fmt::format("no chunk begins at byte {}", at);
    if (broken_crc_) {
      message += fmt::format(": bytes are lost or added in the chunk before it, at byte {}", *broken_crc_);
    }
    fail_first(kCorruptData, std::move(message));
  }

  // What is there of a chunk that the file does not hold whole.
  void partial(std::string_view type, Bytes data) {
    if (type == "IDAT" && layout_.header) layout_.data.push_back(data);
  }

  void take(const Chunk& chunk) {
    if (chunk.at == sizeof kPngSignature && chunk.type != "IHDR") return refuse_first(chunk);
    if (chunk.type == "IHDR") return header(chunk);
    if (chunk.type == "IEND") {
      if (!chunk.data.empty()) fail(kBadStructure, fmt::format("IEND holds {} bytes", chunk.data.size()));
      layout_.complete = true;
    } else if (chunk.type == "IDAT") {
      image_data(chunk);
    } else if (chunk.type == "PLTE") {
      palette(chunk);
    } else if (chunk.type == "tRNS") {
      transparency(chunk);
    } else if (chunk.type == "acTL") {
      animation_.animation_control(chunk.data, !layout_.data.empty());
    } else if (chunk.type == "fcTL") {
      animation_.frame_control(chunk.data, *layout_.header);
    } else if (chunk.type == "fdAT") {
      animation_.frame_data(chunk.data);
    } else if (is_critical(chunk.type)) {
      fail(kUnsupported, fmt::format("the critical chunk {} is unknown", chunk.type));
    }
  }

  void refuse_first(const Chunk& chunk) {
    stopped_ = true;
    if (chunk.type == "CgBI") return fail(kUnsupported, "an iOS-optimised picture (CgBI chunk), which is no PNG");
    fail_first(kMissingChunk, fmt::format("the first chunk is {}, not IHDR", chunk.type));
  }

  void header(const Chunk& chunk) {
    if (layout_.header) return fail(kBadStructure, "a second IHDR chunk");
    stopped_ = true;
    if (chunk.data.size() != 13)
      return fail(kBadHeader, fmt::format("IHDR of {} bytes instead of 13", chunk.data.size()));
    PngHeader h;
    h.width = *big_endian<std::uint32_t>(chunk.data, 0);
    h.height = *big_endian<std::uint32_t>(chunk.data, 4);
    h.depth = chunk.data[8];
    h.colour = chunk.data[9];
    if (h.width == 0 || h.height == 0 || h.width > kMostSide || h.height > kMostSide) {
      return fail(kBadHeader, fmt::format("impossible size {} x {}", h.width, h.height));
    }
    if (!allowed_depth(h.colour, h.depth)) {
      return fail(kBadHeader, fmt::format("impossible colour type {} with {} bits a sample", h.colour, h.depth));
    }
    if (chunk.data[10] != 0 || chunk.data[11] != 0 || chunk.data[12] > 1) {
      return fail(kBadHeader, fmt::format("unknown compression {}, filter {} or interlace method {}", chunk.data[10],
                                          chunk.data[11], chunk.data[12]));
    }
    h.interlaced = chunk.data[12] == 1;
    layout_.header = h;
    stopped_ = false;
  }

  void image_data(const Chunk& chunk) {
    if (layout_.data.empty()) {
      animation_.image_data();
      if (layout_.header->colour == 3 && layout_.palette.empty())
        fail(kMissingChunk, "no palette (PLTE) before the image data");
    } else if (previous_ != "IDAT") {
      fail(kBadStructure, fmt::format("image data continue at byte {} after a {} chunk", chunk.at, previous_));
    }
    layout_.data.push_back(chunk.data);
  }

  void palette(const Chunk& chunk) {
    const unsigned colour = layout_.header->colour;
    const bool usable = !chunk.data.empty() && chunk.data.size() % 3 == 0 && chunk.data.size() <= 768;
    if (!layout_.palette.empty()) return fail(kBadStructure, "a second PLTE chunk");
    if (colour != 3) {
      // A suggestion for displays of 256 colours; a decoder of today needs it for nothing.
      if (colour == 0 || colour == 4)
        ignore("a palette in a grey picture");
      else if (!usable)
        ignore(fmt::format("a suggested palette of {} bytes", chunk.data.size()));
      return;
    }
    if (!usable) return fail(kBadStructure, fmt::format("a palette of {} bytes", chunk.data.size()));
    if (!layout_.data.empty()) return fail(kBadStructure, "the palette comes after the image data");
    layout_.palette = chunk.data;
    const std::size_t most = std::size_t{3} << layout_.header->depth;
    if (layout_.palette.size() > most) {
      ignore(
          fmt::format("{} colours in the palette of a {}-bit picture", chunk.data.size() / 3, layout_.header->depth));
      layout_.palette = layout_.palette.first(most);
    }
  }

  void transparency(const Chunk& chunk) {
    const unsigned colour = layout_.header->colour;
    const std::size_t size = chunk.data.size();
    const bool usable = colour == 3   ? size >= 1 && size <= layout_.palette.size() / 3
                        : colour == 0 ? size == 2
                        : colour == 2 ? size == 6
                                      : false;
    if (!usable || !layout_.data.empty() || !layout_.transparency.empty()) {
      return ignore(fmt::format("a tRNS chunk of {} bytes that decoders ignore", size));
    }
    layout_.transparency = chunk.data;
  }

  void finish() {
    if (layout_.data.empty()) fail(kMissingChunk, "no image data (IDAT)");
    animation_.finish(layout_, out_);
  }

  Bytes bytes_;
  PngLayout& layout_;
  Observation& out_;
  const std::size_t first_;  // faults before ours
  PngAnimation animation_;
  std::string_view previous_;
  std::optional<std::size_t> broken_crc_;  // where the chunk before begins, if its CRC was wrong
  bool stopped_ = false;                   // nothing behind the header can be understood
};

}  // namespace

void PngLayout::clear() {
  header.reset();
  palette = transparency = {};
  data.clear();
  frames = 1;
  animation.clear();
  end = 0;
  complete = false;
}

void read_png_layout(Bytes bytes, PngLayout& layout, Observation& out) {
  layout.clear();
  Walker(bytes, layout, out).walk();
}

}  // namespace bcheck::image
