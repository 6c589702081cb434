// SPDX-License-Identifier: Apache-2.0
#include "validators/image/webp_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kRiffHead = 12;  // "RIFF", size, "WEBP"
constexpr std::size_t kChunkHead = 8;  // four characters, size
constexpr std::uint32_t kMostSide = 16383;

// Flags of VP8X.
constexpr unsigned kIccp = 0x20;
constexpr unsigned kAlpha = 0x10;
constexpr unsigned kExif = 0x08;
constexpr unsigned kXmp = 0x04;
constexpr unsigned kAnimation = 0x02;

struct Chunk {
  std::size_t at = 0;     // of its head in the file
  std::string_view name;  // 4 characters
  Bytes data;             // as much as there is
  bool whole = true;      // the file has all of it
  std::size_t after = 0;  // behind its padding
};

// The size of a picture, by the head of its bitstream.
struct Coded {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool alpha = false;
};

std::uint32_t three_bytes(Bytes bytes, std::size_t at) {
  return static_cast<std::uint32_t>(bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16);
}

bool is_image(std::string_view name) {
  return name == "VP8 " || name == "VP8L";
}

class Walker {
 public:
  Walker(Bytes bytes, WebpLayout& layout, Observation& out) : bytes_(bytes), layout_(layout), out_(out) {}

  void walk() {
    if (bytes_.size() < kRiffHead + kChunkHead) {
      return fail(kTruncated, fmt::format("the file ends after {} bytes, inside its header", bytes_.size()));
    }
    const std::uint64_t size = *little_endian<std::uint32_t>(bytes_, 4);
    std::uint64_t end = size + 8;
    // RIFF pads what is odd; the size itself may be written without the padding.
    if (size % 2 == 1 && bytes_.size() == end + 1 && bytes_.back() == 0) ++end;
    layout_.complete = end <= bytes_.size();
    if (!layout_.complete) {
      fail(kTruncated, fmt::format("the RIFF header promises {} bytes, the file has {}", end, bytes_.size()));
    }
    layout_.end = static_cast<std::size_t>(std::min<std::uint64_t>(end, bytes_.size()));
    if (end < kRiffHead + kChunkHead) return fail(kBadHeader, fmt::format("a RIFF of {} bytes", size));
    walk_chunks();
    if (!stopped_) finish();
  }

 private:
  void fail(std::string_view code, std::string message) { fault_once(out_, code, Severity::kFail, std::move(message)); }
  void doubt(std::string message) { fault_once(out_, kOddMetadata, Severity::kWarn, std::move(message)); }
  void ignore(std::string message) { fault_once(out_, kIgnoredChunk, Severity::kWarn, std::move(message)); }
  void stop(std::string_view code, std::string message) {
    stopped_ = true;
    fail(code, std::move(message));
  }

  // The chunk at `at` of what ends at `end`; otherwise says why there is none.
  std::optional<Chunk> next(std::size_t at, std::size_t end, bool cut) {
    if (end - at < kChunkHead) {
      if (!cut) stop(kBadStructure, fmt::format("{} bytes at byte {} are no chunk", end - at, at));
      return std::nullopt;
    }
    const std::string_view name = as_text(bytes_.subspan(at, 4));
    if (!std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c < 0x7f; })) {
      stop(kCorruptData, fmt::format("no chunk begins at byte {}: {}", at, quote(name)));
      return std::nullopt;
    }
    const std::uint64_t size = *little_endian<std::uint32_t>(bytes_, at + 4);
    const std::uint64_t there = end - at - kChunkHead;
    Chunk chunk{at, name, bytes_.subspan(at + kChunkHead, static_cast<std::size_t>(std::min(size, there))),
                size <= there, end};
    if (!chunk.whole && !cut) {
      stop(kBadStructure, fmt::format("the chunk {} at byte {} has {} bytes, of which {} are inside what holds it",
                                      quote(name), at, size, there));
      return std::nullopt;
    }
    // The padding of the last chunk is missing in files of old encoders.
    if (chunk.whole)
      chunk.after = static_cast<std::size_t>(std::min<std::uint64_t>(at + kChunkHead + size + size % 2, end));
    return chunk;
  }

  void walk_chunks() {
    bool first = true;
    for (std::size_t at = kRiffHead; at < layout_.end && !stopped_;) {
      const std::optional<Chunk> chunk = next(at, layout_.end, !layout_.complete);
      if (!chunk) return;
      first ? take_first(*chunk) : take(*chunk);
      first = false;
      at = chunk->after;
    }
  }

  void take_first(const Chunk& chunk) {
    if (is_image(chunk.name)) return still(chunk);
    if (chunk.name != "VP8X") {
      return stop(kMissingChunk, fmt::format("the first chunk is {}, not VP8, VP8L or VP8X", quote(chunk.name)));
    }
    if (!chunk.whole) return;
    if (chunk.data.size() < 10)
      return stop(kBadHeader, fmt::format("VP8X of {} bytes instead of 10", chunk.data.size()));
    extended_ = true;
    flags_ = chunk.data[0];
    layout_.animated = (flags_ & kAnimation) != 0;
    layout_.width = three_bytes(chunk.data, 4) + 1;
    layout_.height = three_bytes(chunk.data, 7) + 1;
  }

  void take(const Chunk& chunk) {
    const std::string_view name = chunk.name;
    if (name == "VP8X") return fail(kBadStructure, "a second VP8X chunk");
    if (!extended_) return ignore(fmt::format("a chunk {} after the picture of a simple file", quote(name)));
    if (name == "ANIM") return animation(chunk);
    if (name == "ANMF") return frame(chunk);
    if (name == "ALPH") return alpha(chunk);
    if (is_image(name)) {
      if (layout_.animated) return fail(kBadStructure, "a picture outside the frames of an animation");
      return layout_.frames.empty() && !partial_ ? still(chunk) : fail(kBadStructure, "a second picture");
    }
    if (name == "ICCP") {
      seen_ |= kIccp;
      if (!layout_.frames.empty()) doubt("the colour profile comes after the picture");
    } else if (name == "EXIF") {
      seen_ |= kExif;
    } else if (name == "XMP ") {
      seen_ |= kXmp;
    }
  }

  void animation(const Chunk& chunk) {
    if (anim_) return fail(kBadStructure, "a second ANIM chunk");
    if (!layout_.frames.empty()) fail(kBadStructure, "the ANIM chunk comes after a frame");
    anim_ = true;
    if (!chunk.whole) return;
    if (chunk.data.size() < 6) return fail(kBadStructure, fmt::format("ANIM of {} bytes", chunk.data.size()));
    layout_.background = *little_endian<std::uint32_t>(chunk.data, 0);
    layout_.loops = *little_endian<std::uint16_t>(chunk.data, 4);
  }

  void alpha(const Chunk& chunk) {
    if (layout_.animated) return fail(kBadStructure, "alpha outside the frames of an animation");
    if (!layout_.frames.empty() || alpha_) return fail(kBadStructure, "a second or a late ALPH chunk");
    seen_ |= kAlpha;
    alpha_ = chunk;
  }

  void still(const Chunk& chunk) {
    const std::optional<Coded> coded = picture(chunk);
    if (!coded) {
      partial_ = true;
      return;
    }
    if (!extended_) {
      layout_.width = coded->width;
      layout_.height = coded->height;
    } else if (coded->width != layout_.width || coded->height != layout_.height) {
      return stop(kBadStructure, fmt::format("a picture of {} x {} pixels on a canvas of {} x {}", coded->width,
                                             coded->height, layout_.width, layout_.height));
    }
    if (!chunk.whole) {
      partial_ = true;
      return;
    }
    WebpFrame frame;
    frame.width = coded->width;
    frame.height = coded->height;
    set_picture(frame, *coded, chunk, alpha_);
    layout_.frames.push_back(frame);
  }

  void set_picture(WebpFrame& frame, const Coded& coded, const Chunk& image, const std::optional<Chunk>& alpha) {
    frame.lossless = image.name == "VP8L";
    if (frame.lossless && alpha) ignore("an ALPH chunk with a lossless picture");
    const bool separate = alpha && !frame.lossless;
    frame.alpha = coded.alpha || separate;
    const std::size_t from = separate ? alpha->at : image.at;
    frame.data = bytes_.subspan(from, image.at + kChunkHead + image.data.size() - from);
    frame.image = stream_of(image);
    frame.image.zeros = find_zero_run(image.data, kManyZeros);
    if (!separate) return;
    frame.alpha_stream = stream_of(*alpha);
    // Stored alpha, method 0, may well be zeros.
    const bool stored = alpha->data.empty() || (alpha->data[0] & 3) == 0;
    if (!stored) frame.alpha_stream.zeros = find_zero_run(alpha->data, kManyZeros);
  }

  static WebpStream stream_of(const Chunk& chunk) { return {chunk.data, chunk.at + kChunkHead, std::nullopt}; }

  void frame(const Chunk& chunk) {
    if (!layout_.animated)
      return fail(kBadStructure, "a frame (ANMF) in a file whose flags say that it is no animation");
    if (!anim_) fail(kBadStructure, "a frame (ANMF) before the ANIM chunk");
    constexpr std::size_t kFrameHead = 16;
    if (!chunk.whole) return;
    if (chunk.data.size() < kFrameHead) return stop(kBadStructure, fmt::format("ANMF of {} bytes", chunk.data.size()));
    const std::size_t number = layout_.frames.size() + 1;
    WebpFrame frame;
    frame.x = 2 * three_bytes(chunk.data, 0);
    frame.y = 2 * three_bytes(chunk.data, 3);
    frame.width = three_bytes(chunk.data, 6) + 1;
    frame.height = three_bytes(chunk.data, 9) + 1;
    frame.duration = three_bytes(chunk.data, 12);
    frame.dispose = chunk.data[15] & 1U;
    frame.blend = chunk.data[15] >> 1 & 1U;
    if (frame.x + frame.width > layout_.width || frame.y + frame.height > layout_.height) {
      return stop(kBadStructure,
                  fmt::format("frame {}, {} x {} at {}, {}, is not inside the canvas of {} x {}", number, frame.width,
                              frame.height, frame.x, frame.y, layout_.width, layout_.height));
    }
    frame_chunks(chunk, kFrameHead, number, frame);
  }

  void frame_chunks(const Chunk& chunk, std::size_t head, std::size_t number, WebpFrame& frame) {
    const std::size_t end = chunk.at + kChunkHead + chunk.data.size();
    std::optional<Chunk> alpha;
    for (std::size_t at = chunk.at + kChunkHead + head; at < end && !stopped_;) {
      const std::optional<Chunk> part = next(at, end, false);
      if (!part) return;
      at = part->after;
      if (part->name == "ALPH" && frame.data.empty()) {
        if (alpha) return stop(kBadStructure, fmt::format("frame {} has two ALPH chunks", number));
        seen_ |= kAlpha;
        alpha = part;
      } else if (is_image(part->name)) {
        if (!frame.data.empty()) return stop(kBadStructure, fmt::format("frame {} has two pictures", number));
        const std::optional<Coded> coded = picture(*part);
        if (!coded) return;
        if (coded->width != frame.width || coded->height != frame.height) {
          return stop(kBadStructure, fmt::format("frame {} is {} x {} pixels, its picture {} x {}", number, frame.width,
                                                 frame.height, coded->width, coded->height));
        }
        set_picture(frame, *coded, *part, alpha);
      }
    }
    if (stopped_) return;
    if (frame.data.empty()) return stop(kMissingChunk, fmt::format("frame {} has no picture", number));
    layout_.frames.push_back(frame);
  }

  // The head of a VP8 or VP8L bitstream.
  std::optional<Coded> picture(const Chunk& chunk) {
    const bool lossless = chunk.name == "VP8L";
    const Bytes data = chunk.data;
    if (data.size() < (lossless ? 5U : 10U)) {
      if (chunk.whole) stop(kTruncated, fmt::format("a picture of {} bytes", data.size()));
      return std::nullopt;
    }
    const std::optional<Coded> coded = lossless ? lossless_head(data) : lossy_head(data);
    if (!coded) return std::nullopt;
    if (coded->width == 0 || coded->height == 0 || coded->width > kMostSide || coded->height > kMostSide) {
      stop(kBadHeader, fmt::format("impossible size {} x {}", coded->width, coded->height));
      return std::nullopt;
    }
    return coded;
  }

  std::optional<Coded> lossy_head(Bytes data) {
    const std::uint32_t tag = three_bytes(data, 0);
    if (data[3] != 0x9d || data[4] != 0x01 || data[5] != 0x2a || (tag & 1) != 0) {
      stop(kBadHeader, "a VP8 chunk that holds no key frame");
      return std::nullopt;
    }
    if ((tag >> 1 & 7) > 3) {
      stop(kUnsupported, fmt::format("VP8 of profile {}", tag >> 1 & 7));
      return std::nullopt;
    }
    if ((tag >> 4 & 1) == 0) {
      stop(kBadHeader, "a VP8 frame that is not to be shown");
      return std::nullopt;
    }
    return Coded{*little_endian<std::uint16_t>(data, 6) & 0x3fffU, *little_endian<std::uint16_t>(data, 8) & 0x3fffU,
                 false};
  }

  std::optional<Coded> lossless_head(Bytes data) {
    const std::uint32_t bits = *little_endian<std::uint32_t>(data, 1);
    if (data[0] != 0x2f) {
      stop(kBadHeader, fmt::format("a VP8L chunk that begins with {:02x} instead of 2f", data[0]));
      return std::nullopt;
    }
    if (bits >> 29 != 0) {
      stop(kUnsupported, fmt::format("VP8L of version {}", bits >> 29));
      return std::nullopt;
    }
    return Coded{(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1, (bits >> 28 & 1) != 0};
  }

  void finish() {
    if (!layout_.complete) return;
    if (layout_.frames.empty() && !out_.failed()) {
      return fail(kMissingChunk, layout_.animated ? "an animation without a frame" : "no picture (VP8 or VP8L)");
    }
    if (!extended_) return;
    if (layout_.animated && !anim_) fail(kBadStructure, "an animation without an ANIM chunk");
    if (!layout_.animated && anim_) fail(kBadStructure, "an ANIM chunk in a file that is no animation");
    constexpr std::pair<unsigned, std::string_view> kMetadata[]{
        {kIccp, "a colour profile"}, {kExif, "EXIF data"}, {kXmp, "XMP data"}};
    for (const auto& [flag, what] : kMetadata) {
      if ((flags_ & flag) != 0 && (seen_ & flag) == 0) doubt(fmt::format("the flags promise {}, there is none", what));
      if ((flags_ & flag) == 0 && (seen_ & flag) != 0) doubt(fmt::format("{} that the flags do not announce", what));
    }
    if ((seen_ & kAlpha) != 0 && (flags_ & kAlpha) == 0) doubt("alpha that the flags do not announce");
  }

  Bytes bytes_;
  WebpLayout& layout_;
  Observation& out_;
  unsigned flags_ = 0;
  unsigned seen_ = 0;  // as flags
  bool extended_ = false;
  bool anim_ = false;
  bool partial_ = false;  // the picture is there, and not whole
  bool stopped_ = false;
  std::optional<Chunk> alpha_;
};

}  // namespace

WebpLayout read_webp_layout(Bytes bytes, Observation& out) {
  WebpLayout layout;
  Walker(bytes, layout, out).walk();
  return layout;
}

}  // namespace bcheck::image
