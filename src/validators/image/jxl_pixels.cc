// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jxl_pixels.h"

#include "validators/image/libraries.h"

#if BCHECK_HAVE_JXL

#include <fmt/format.h>
#include <jxl/decode.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "base/checked.h"
#include "validators/image/codes.h"
#include "validators/image/float_stats.h"
#include "validators/image/jxl.h"
#include "validators/image/quiet.h"
#include "validators/image/shared_library.h"

namespace bcheck::image {
namespace {

// As they are called below: jxl_.ProcessInput(decoder).
#define BCHECK_JXL_FUNCTIONS(X) \
  X(Create)                     \
  X(Destroy)                    \
  X(GetBasicInfo)               \
  X(GetExtraChannelInfo)        \
  X(GetFrameHeader)             \
  X(ProcessInput)               \
  X(ReleaseInput)               \
  X(SetImageOutCallback)        \
  X(SetInput)                   \
  X(SubscribeEvents)            \
  X(Version)

struct Functions {
#define X(name) decltype(&JxlDecoder##name) name = nullptr;
  BCHECK_JXL_FUNCTIONS(X)
#undef X
  std::string missing;  // why there are none

  Functions() {
    SharedLibrary library(BCHECK_JXL_SONAME);
#define X(name) library.find(name, "JxlDecoder" #name);
    BCHECK_JXL_FUNCTIONS(X)
#undef X
    missing = library.why();
  }
};

const Functions& functions() {
  static const Functions kFunctions;
  return kFunctions;
}

constexpr std::uint64_t kMostPictures = 16;  // of max_pixels, over all frames: seconds of work each

class JxlReader {
 public:
  JxlReader(Bytes bytes, PictureCheck& check, Observation& out)
      : bytes_(bytes), check_(check), out_(out), decoder_(jxl_.Create(nullptr), jxl_.Destroy) {}

  JxlDecoded read();

 private:
  bool begin_picture();
  bool begin_frame();
  bool ask_for_pixels();
  void end_frame();
  void take(std::size_t x, std::size_t y, std::size_t count, const void* pixels);
  static void on_pixels(void* self, std::size_t x, std::size_t y, std::size_t count, const void* pixels);
  void fail(std::string_view code, std::string message);

  const Functions& jxl_ = functions();
  Bytes bytes_;
  PictureCheck& check_;
  Observation& out_;
  std::unique_ptr<JxlDecoder, decltype(&JxlDecoderDestroy)> decoder_;
  JxlBasicInfo info_{};
  JxlPixelFormat format_{};
  Raster raster_;
  FloatStats floats_;
  RowSink* sink_ = nullptr;  // of the current frame
  std::uint64_t frames_ = 0;
  bool begun_ = false;
  bool real_ = false;   // floating-point samples
  bool black_ = false;  // a channel of black ink
  bool out_of_memory_ = false;
};

void JxlReader::fail(std::string_view code, std::string message) {
  fault_once(out_, code, Severity::kFail, std::move(message));
}

bool JxlReader::begin_picture() {
  if (jxl_.GetBasicInfo(decoder_.get(), &info_) != JXL_DEC_SUCCESS) return false;
  begun_ = true;
  if (!check_.accept_size(info_.xsize, info_.ysize, out_)) return false;
  const std::uint32_t colours = info_.num_color_channels;
  const bool alpha = info_.alpha_bits > 0;
  real_ = info_.exponent_bits_per_sample > 0;
  for (std::uint32_t i = 0; i < info_.num_extra_channels; ++i) {
    JxlExtraChannelInfo extra{};
    if (jxl_.GetExtraChannelInfo(decoder_.get(), i, &extra) != JXL_DEC_SUCCESS) return false;
    black_ = black_ || extra.type == JXL_CHANNEL_BLACK;
  }
  out_.add("channels", static_cast<std::int64_t>(colours + (alpha ? 1 : 0)));
  out_.add("bit_depth", static_cast<std::int64_t>(info_.bits_per_sample));
  const bool wide = info_.bits_per_sample > 8;
  format_ = {colours + (alpha ? 1 : 0),
             real_  ? JXL_TYPE_FLOAT
             : wide ? JXL_TYPE_UINT16
                    : JXL_TYPE_UINT8,
             JXL_NATIVE_ENDIAN, 0};
  raster_.width = info_.xsize;
  raster_.height = info_.ysize;
  raster_.samples =
      colours == 1 ? (alpha ? Samples::kGreyAlpha : Samples::kGrey) : (alpha ? Samples::kRgba : Samples::kRgb);
  raster_.bits = wide ? 16 : 8;
  raster_.interlaced = true;  // rows come in pieces
  constexpr std::array<const char*, 3> kColours{"R", "G", "B"};
  floats_.begin();
  for (std::uint32_t c = 0; c < colours; ++c) {
    floats_.add_channel(colours == 1 ? "Y" : kColours.at(c), FloatStats::Role::kColour);
  }
  if (alpha) floats_.add_channel("A", FloatStats::Role::kAlpha);
  return true;
}

bool JxlReader::begin_frame() {
  ++frames_;
  if (frames_ > 1 && frames_ * info_.xsize * info_.ysize > kMostPictures * check_.max_pixels()) {
    fail(kBomb, fmt::format("more than {} frames of {} x {} pixels", frames_ - 1, info_.xsize, info_.ysize));
    return false;
  }
  if (check_.hashing() && info_.have_animation != JXL_FALSE) {
    JxlFrameHeader header{};
    if (jxl_.GetFrameHeader(decoder_.get(), &header) != JXL_DEC_SUCCESS) return false;
    check_.hash().note(fmt::format("frame 0 0 {} {} 0 0",
                                   std::uint64_t{header.duration} * info_.animation.tps_denominator,
                                   info_.animation.tps_numerator));
  }
  return true;
}

bool JxlReader::ask_for_pixels() {
  sink_ = frames_ <= 1 ? &check_.first_picture() : check_.further_picture();
  if (!real_ && sink_ != nullptr) sink_->begin(raster_);
  return jxl_.SetImageOutCallback(decoder_.get(), &format_, on_pixels, this) == JXL_DEC_SUCCESS;
}

// Called from within libjxl, through which no exception may pass.
void JxlReader::on_pixels(void* self, std::size_t x, std::size_t y, std::size_t count, const void* pixels) {
  auto& reader = *static_cast<JxlReader*>(self);
  try {
    if (!reader.out_of_memory_) reader.take(x, y, count, pixels);
  } catch (const std::bad_alloc&) {
    reader.out_of_memory_ = true;
  }
}

void JxlReader::take(std::size_t x, std::size_t y, std::size_t count, const void* pixels) {
  if (!real_) {
    if (sink_ == nullptr) return;
    return sink_->row(
        {static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x), 1, static_cast<std::uint32_t>(count)},
        static_cast<const unsigned char*>(pixels));
  }
  if (frames_ > 1) return;
  const auto* const samples = static_cast<const float*>(pixels);
  for (std::size_t c = 0; c < format_.num_channels; ++c) {
    floats_.add(c, samples + c, count, format_.num_channels, static_cast<std::int64_t>(x),
                static_cast<std::int64_t>(y));
  }
}

void JxlReader::end_frame() {
  if (!real_ && check_.hashing()) check_.hash().end();
  if (frames_ > 1 || black_) return;
  real_ ? floats_.report(out_) : check_.stats().report(out_);
}

JxlDecoded JxlReader::read() {
  if (decoder_ == nullptr) throw std::bad_alloc();
  jxl_.SubscribeEvents(decoder_.get(), JXL_DEC_BASIC_INFO | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE);
  jxl_.SetInput(decoder_.get(), bytes_.data(), bytes_.size());
  // The input stays open: closed, what is missing at its end is an error like any other.
  const std::size_t before = out_.faults.size();
  const auto gave_up = [this] {
    if (!begun_) return fail(kBadHeader, "libjxl: the header cannot be decoded");
    fail(kCorruptData,
         fmt::format("libjxl: the data of frame {} cannot be decoded", std::max(frames_, std::uint64_t{1})));
  };
  for (;;) {
    const JxlDecoderStatus status = jxl_.ProcessInput(decoder_.get());
    if (out_of_memory_) throw std::bad_alloc();
    bool good = true;
    switch (status) {
      case JXL_DEC_SUCCESS: {
        out_.add("frames", static_cast<std::int64_t>(frames_));
        if (black_) out_.unchecked = "a picture in four inks, which is not measured";
        if (real_ && check_.hashing()) {
          fault_once(out_, kNoContentHash, Severity::kWarn, "content_sha256 is not made of floating-point samples");
        }
        return {bytes_.size() - jxl_.ReleaseInput(decoder_.get()), !real_};
      }
      case JXL_DEC_NEED_MORE_INPUT:
        fail(kTruncated, begun_ ? fmt::format("the codestream ends in frame {}", std::max(frames_, std::uint64_t{1}))
                                : "the codestream ends in its header");
        return {};
      case JXL_DEC_BASIC_INFO: good = begin_picture(); break;
      case JXL_DEC_FRAME: good = begin_frame(); break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER: good = ask_for_pixels(); break;
      case JXL_DEC_FULL_IMAGE: end_frame(); break;
      default: good = false; break;
    }
    if (good) continue;
    if (out_.faults.size() == before) gave_up();
    return {};
  }
}

}  // namespace

JxlDecoded decode_jxl(Bytes codestream, PictureCheck& check, Observation& out) {
  const Quiet quiet;
  if (functions().missing.empty()) return JxlReader(codestream, check, out).read();
  out.unchecked = fmt::format("libjxl cannot be loaded here: {}", functions().missing);
  return {};
}

std::string jxl_running_decoder() {
  const std::uint32_t version = functions().missing.empty() ? functions().Version() : 0;
  return fmt::format("libjxl {}.{}.{}", version / 1'000'000, version / 1000 % 1000, version % 1000);
}

std::string jxl_decoder() {
  return fmt::format("libjxl {}.{}.{}", JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION, JPEGXL_PATCH_VERSION);
}

}  // namespace bcheck::image

#endif
