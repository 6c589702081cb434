// SPDX-License-Identifier: Apache-2.0
// The blocks of a GIF from the header to the trailer, each frame decoded where it stands.
//
// The common decoders stop at the last pixel that they need and take whatever stands there for the end. So only a walk
// to the trailer that also counts the pixels of each frame sees the last few bytes of a file missing.
#include "validators/image/gif.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/gif_frame.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

constexpr std::string_view kDecoder = "bcheck gif 1";

constexpr std::size_t kScreenEnd = 13;  // signature and logical screen descriptor
constexpr unsigned char kImage = ',';
constexpr unsigned char kExtension = '!';
constexpr unsigned char kTrailer = ';';
constexpr unsigned char kGraphicControl = 0xf9;
constexpr unsigned char kPlainText = 0x01;
constexpr std::size_t kControlSize = 4;
constexpr std::size_t kDescriptorSize = 9;

// LZW packs a few thousand pixels into each byte, so the work that a file asks for is bounded over all of its frames:
// by so many times what one picture may have. A screen recording of 1920 x 1080 in 1900 whole frames is below.
constexpr std::uint64_t kMostPictures = 8;

struct GraphicControl {
  unsigned disposal = 0;
  unsigned delay = 0;
  std::optional<unsigned char> transparent;
};

// In the words of pixel_hash.h, which are those of APNG: nothing, to the background, to what was before.
unsigned dispose_of(unsigned disposal) {
  return disposal == 2 ? 1 : disposal == 3 ? 2 : 0;
}

std::string frame_line(const GifFrame& frame) {
  return fmt::format("frame {} {} {} 100 {} 1", frame.x, frame.y, frame.delay, dispose_of(frame.disposal));
}

class GifWalk {
 public:
  GifWalk(Bytes bytes, PictureCheck& check, Observation& out) : bytes_(bytes), check_(check), out_(out) {}

  void run() {
    if (!read_screen()) return;
    while (!ended_ && read_block()) {
    }
    out_.add("frames", frames_);
    if (!ended_) return;
    if (frames_ == 0) out_.fault(kMissingFrame, Severity::kFail, "the file has no frame");
    check_trailing(bytes_, at_, "the trailer (3B)", out_);
  }

 private:
  bool read_screen();
  bool read_block();
  bool read_extension();
  void read_control(Bytes block);
  bool read_frame();
  bool accept_frame(const GifFrame& frame, const std::string& name);
  void decode_frame(const GifFrame& frame, unsigned code_size, SubBlocks& data, const std::string& name);
  void decode_first(const GifFrame& frame, unsigned code_size, SubBlocks& data, const std::string& name);

  bool table(bool present, unsigned flags, Bytes& colours);
  bool cut(const std::string& where) {
    fault_once(out_, kTruncated, Severity::kFail, fmt::format("the file ends {}", where));
    return false;
  }
  std::uint16_t number(std::size_t at) const { return *little_endian<std::uint16_t>(bytes_, at); }

  Bytes bytes_;
  PictureCheck& check_;
  Observation& out_;
  std::size_t at_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  Bytes colours_;  // the global table
  GraphicControl control_;
  std::int64_t frames_ = 0;
  std::uint64_t pixels_ = 0;  // of all frames so far
  std::string first_line_;    // of the first frame, until a second makes the file an animation
  bool ended_ = false;        // the trailer came
  GifFrameDecoder decoder_;
  GifPainter painter_;
};

// A colour table at the current place, if the flags announce one. False: the file ends inside it.
bool GifWalk::table(bool present, unsigned flags, Bytes& colours) {
  if (!present) return true;
  const auto part = slice(bytes_, at_, 3 * (std::size_t{2} << (flags & 7)));
  if (!part) return cut("inside a colour table");
  colours = *part;
  at_ += part->size();
  return true;
}

bool GifWalk::read_screen() {
  if (bytes_.size() < kScreenEnd) return cut("inside the logical screen descriptor");
  width_ = number(6);
  height_ = number(8);
  const unsigned flags = bytes_[10];
  at_ = kScreenEnd;
  if (width_ == 0 || height_ == 0) {
    out_.fault(kBadHeader, Severity::kFail, fmt::format("a logical screen of {} x {} pixels", width_, height_));
    return false;
  }
  return check_.accept_size(width_, height_, out_) && table((flags & 0x80) != 0, flags, colours_);
}

// False: there is nothing more that makes sense.
bool GifWalk::read_block() {
  if (at_ >= bytes_.size()) {
    return cut(fmt::format("without its trailer (3B), the last byte, behind {}",
                           counted(frames_, frames_ == 1 ? "whole frame" : "frame")));
  }
  const unsigned char introducer = bytes_[at_++];
  switch (introducer) {
    case kImage: return read_frame();
    case kExtension: return read_extension();
    case kTrailer: ended_ = true; return true;
    default: break;
  }
  const Bytes rest = bytes_.subspan(at_ - 1);
  if (std::all_of(rest.begin(), rest.end(), [](unsigned char c) { return c == 0; })) {
    return cut(fmt::format("in zeros, from byte {} on", at_ - 1));
  }
  fault_once(out_, kCorruptData, Severity::kFail,
             fmt::format("byte {:02x} at {}, where a block or the trailer should begin", introducer, at_ - 1));
  return false;
}

bool GifWalk::read_extension() {
  if (at_ >= bytes_.size()) return cut("inside an extension");
  const unsigned char label = bytes_[at_++];
  if (label == kGraphicControl && at_ < bytes_.size()) {
    const auto block = slice(bytes_, at_ + 1, bytes_[at_]);
    if (block && !block->empty()) read_control(*block);
  }
  // A control is for one graphic; a text is one, which no decoder shows.
  if (label == kPlainText) control_ = {};
  SubBlocks data(bytes_, at_);
  data.skip();
  at_ = data.position();
  return data.cut() ? cut(fmt::format("inside an extension ({:02x})", label)) : true;
}

void GifWalk::read_control(Bytes block) {
  if (block.size() != kControlSize) {
    return fault_once(
        out_, kBadStructure, Severity::kFail,
        fmt::format("a graphic control of {} instead of 4", counted(static_cast<std::int64_t>(block.size()), "byte")));
  }
  control_ = {};
  control_.disposal = block[0] >> 2 & 7;
  control_.delay = *little_endian<std::uint16_t>(block, 1);
  if ((block[0] & 1) != 0) control_.transparent = block[3];
}

// False with image.bomb. A decoder that makes the canvas as large as its frames need asks for more than the logical
// screen says.
bool GifWalk::accept_frame(const GifFrame& frame, const std::string& name) {
  const std::uint64_t right = std::max<std::uint64_t>(width_, std::uint64_t{frame.x} + frame.width);
  const std::uint64_t bottom = std::max<std::uint64_t>(height_, std::uint64_t{frame.y} + frame.height);
  pixels_ += std::uint64_t{frame.width} * frame.height;
  const bool large = right * bottom > check_.max_pixels();
  if (!large && pixels_ <= kMostPictures * check_.max_pixels()) return true;
  out_.fault(kBomb, Severity::kFail,
             large ? fmt::format("{} of {} x {} at {}, {} asks for a canvas of {} x {} pixels; at most {} are decoded",
                                 name, frame.width, frame.height, frame.x, frame.y, right, bottom,
                                 grouped(static_cast<std::int64_t>(check_.max_pixels())))
                   : fmt::format("{} pixels in {}; at most {} are decoded", grouped(static_cast<std::int64_t>(pixels_)),
                                 counted(frames_, "frame"),
                                 grouped(static_cast<std::int64_t>(kMostPictures * check_.max_pixels()))));
  return false;
}

bool GifWalk::read_frame() {
  const auto descriptor = slice(bytes_, at_, kDescriptorSize);
  if (!descriptor) return cut("inside an image descriptor");
  GifFrame frame;
  frame.x = number(at_);
  frame.y = number(at_ + 2);
  frame.width = number(at_ + 4);
  frame.height = number(at_ + 6);
  const unsigned flags = bytes_[at_ + 8];
  frame.interlaced = (flags & 0x40) != 0;
  frame.palette = colours_;
  frame.transparent = control_.transparent;
  frame.delay = control_.delay;
  frame.disposal = control_.disposal;
  control_ = {};
  at_ += kDescriptorSize;
  const std::string name = fmt::format("frame {}", ++frames_);
  if (!accept_frame(frame, name) || !table((flags & 0x80) != 0, flags, frame.palette)) return false;
  if (at_ >= bytes_.size()) return cut(fmt::format("before the data of {}", name));
  const unsigned code_size = bytes_[at_++];
  SubBlocks data(bytes_, at_);
  decode_frame(frame, code_size, data, name);
  data.skip();
  at_ = data.position();
  return !data.cut();
}

void GifWalk::decode_frame(const GifFrame& frame, unsigned code_size, SubBlocks& data, const std::string& name) {
  if (frame.width == 0 || frame.height == 0) {
    return fault_once(out_, kBadHeader, Severity::kFail,
                      fmt::format("{} of {} x {} pixels", name, frame.width, frame.height));
  }
  if (frame.x + frame.width > width_ || frame.y + frame.height > height_) {
    fault_once(out_, kFrameOutside, Severity::kWarn,
               fmt::format("{} of {} x {} at {}, {} reaches beyond the canvas of {} x {}", name, frame.width,
                           frame.height, frame.x, frame.y, width_, height_));
  }
  if (frame.palette.empty()) {
    fault_once(out_, kBadStructure, Severity::kFail,
               fmt::format("{} has no colour table, and the file none for all", name));
  }
  if (frames_ == 1) return decode_first(frame, code_size, data, name);
  GifPainter* painter = nullptr;
  if (check_.hashing()) {
    if (frames_ == 2) check_.hash().note(first_line_);
    check_.hash().note(frame_line(frame));
    GifFrame alone = frame;  // the picture is the frame and nothing else
    alone.x = alone.y = 0;
    painter_.begin(alone, frame.width, frame.height, check_.hash());
    painter = &painter_;
  }
  decoder_.decode(frame, code_size, data, painter, name, out_);
  if (check_.hashing()) check_.hash().end();
}

void GifWalk::decode_first(const GifFrame& frame, unsigned code_size, SubBlocks& data, const std::string& name) {
  painter_.begin(frame, width_, height_, check_.first_picture());
  out_.add("channels", std::int64_t{3} + (painter_.has_alpha() ? 1 : 0));
  const std::size_t colours = std::max<std::size_t>(frame.palette.size() / 3, 2);
  std::int64_t depth = 1;
  while (std::size_t{1} << depth < colours) ++depth;
  out_.add("bit_depth", depth);
  if (decoder_.decode(frame, code_size, data, &painter_, name, out_)) {
    painter_.end();
    check_.stats().report(out_);
    if (check_.hashing()) check_.hash().end();
  }
  if (check_.hashing()) first_line_ = frame_line(frame);
}

}  // namespace

void check_gif(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  GifWalk(bytes, check, out).run();
  check.report_hash(!out.failed(), std::string(kDecoder), out);
}

}  // namespace bcheck::image
