// SPDX-License-Identifier: Apache-2.0
#include "validators/image/png_animation.h"

#include <fmt/format.h>

#include <utility>

#include "base/checked.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kFrameControlSize = 26;
constexpr unsigned kLastDispose = 2;
constexpr unsigned kLastBlend = 1;

std::uint32_t word(Bytes data, std::size_t at) {
  return *big_endian<std::uint32_t>(data, at);
}

}  // namespace

void PngAnimation::wrong(std::string why) {
  if (wrong_.empty()) wrong_ = std::move(why);
}

void PngAnimation::expect_sequence(std::uint32_t number) {
  if (number != next_sequence_) wrong(fmt::format("sequence number {} where {} is due", number, next_sequence_));
  next_sequence_ = number + 1;
}

void PngAnimation::close_frame() {
  if (!frames_.empty() && !frames_.back().is_image && frames_.back().data.empty()) {
    wrong(fmt::format("frame {} has no data", frames_.size()));
  }
}

void PngAnimation::animation_control(Bytes data, bool after_image) {
  ++controls_;
  if (controls_ > 1) wrong("a second acTL chunk");
  if (after_image) wrong("acTL after the image data");
  if (data.size() != 8) return wrong(fmt::format("acTL of {} bytes instead of 8", data.size()));
  announced_ = word(data, 0);
}

void PngAnimation::frame_control(Bytes data, const PngHeader& canvas) {
  any_ = true;
  close_frame();
  if (data.size() != kFrameControlSize) {
    return wrong(fmt::format("fcTL of {} bytes instead of {}", data.size(), kFrameControlSize));
  }
  expect_sequence(word(data, 0));
  PngFrame frame;
  frame.width = word(data, 4);
  frame.height = word(data, 8);
  frame.x = word(data, 12);
  frame.y = word(data, 16);
  frame.delay_numerator = *big_endian<std::uint16_t>(data, 20);
  frame.delay_denominator = *big_endian<std::uint16_t>(data, 22);
  frame.dispose = data[24];
  frame.blend = data[25];
  const std::size_t number = frames_.size() + 1;
  if (frame.width == 0 || frame.height == 0 || std::uint64_t{frame.x} + frame.width > canvas.width ||
      std::uint64_t{frame.y} + frame.height > canvas.height) {
    wrong(fmt::format("frame {} of {} x {} at {}, {} lies outside the canvas", number, frame.width, frame.height,
                      frame.x, frame.y));
  }
  if (!image_seen_ && (frame.width != canvas.width || frame.height != canvas.height)) {
    wrong("the first frame is the image and yet of another size");
  }
  if (frame.dispose > kLastDispose || frame.blend > kLastBlend) {
    wrong(fmt::format("frame {} has unknown operations ({}, {})", number, frame.dispose, frame.blend));
  }
  frames_.push_back(std::move(frame));
}

void PngAnimation::frame_data(Bytes data) {
  any_ = true;
  if (data.size() < 4) return wrong("fdAT without a sequence number");
  expect_sequence(word(data, 0));
  if (frames_.empty()) return wrong("fdAT before any fcTL");
  if (frames_.back().is_image || !image_seen_) return wrong("fdAT for the frame that is the image");
  frames_.back().data.push_back(data.subspan(4));
}

void PngAnimation::image_data() {
  image_seen_ = true;
  if (frames_.size() > 1) wrong("two fcTL chunks before the image data");
  if (!frames_.empty()) frames_.back().is_image = true;
}

void PngAnimation::finish(PngLayout& layout, Observation& out) {
  const bool animated = announced_ > 0 || controls_ > 1;
  if (!animated && wrong_.empty() && !any_ && controls_ == 0) return;
  if (!animated && (controls_ == 0 || wrong_.empty())) {
    return fault_once(out, kIgnoredChunk, Severity::kWarn,
                      controls_ == 0 ? "animation chunks without an acTL chunk, which viewers ignore"
                                     : "acTL announces no frames, so viewers ignore the animation");
  }
  close_frame();
  if (frames_.size() != announced_) {
    wrong(fmt::format("acTL announces {} frames, the file has {}", announced_, frames_.size()));
  }
  if (!wrong_.empty()) return fault_once(out, kBadStructure, Severity::kFail, "animation: " + wrong_);
  layout.frames = announced_;
  layout.animation = std::move(frames_);
}

}  // namespace bcheck::image
