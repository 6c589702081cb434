// SPDX-License-Identifier: Apache-2.0
// Answers go through the pipe as the first byte, which says which sort it is, and plain structs of fixed size: both
// ends are this program. The reading end checks sizes all the same, for the writing end may have been taken over.
#include "run/pictures.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "validators/image/pictures.h"

namespace bcheck {
namespace {

constexpr char kAnswer = 'A';
constexpr char kRefusal = 'R';  // the rest is why
constexpr std::uint32_t kUnset = 0;
constexpr std::uint32_t kSet = 1;

// What the child writes. Nothing is left between the members, so that nothing goes out that was never set; no bool, for
// another value than 0 and 1 would be no value at all.
struct ThumbnailHead {
  std::uint32_t width, height, whole_width, whole_height, why;  // `why`: bytes of it, behind the pixels
  std::uint32_t whole;
};

struct WireFacts {
  std::uint32_t width, height;
  double stddev;
  std::uint64_t dhash;
  std::uint64_t hashed;
};

struct WireDistance {
  WireFacts a, b;
  double psnr;
  std::uint32_t measured, same_pixels;
};

static_assert(sizeof(ThumbnailHead) == 24 && sizeof(WireFacts) == 32 && sizeof(WireDistance) == 80);

template <typename Part>
void append(std::string& out, const Part& part) {
  static_assert(std::is_trivially_copyable_v<Part>);
  out.append(reinterpret_cast<const char*>(&part), sizeof part);
}

template <typename Part>
bool take(std::string_view& from, Part& part) {
  if (from.size() < sizeof part) return false;
  std::memcpy(&part, from.data(), sizeof part);
  from.remove_prefix(sizeof part);
  return true;
}

std::string written(const Thumbnail& thumbnail) {
  std::string out(1, kAnswer);
  append(out, ThumbnailHead{thumbnail.picture.width, thumbnail.picture.height, thumbnail.width, thumbnail.height,
                            static_cast<std::uint32_t>(thumbnail.why.size()), thumbnail.whole ? kSet : kUnset});
  out.append(reinterpret_cast<const char*>(thumbnail.picture.pixels.data()), 3 * thumbnail.picture.pixels.size());
  return out += thumbnail.why;
}

std::optional<Thumbnail> read_thumbnail(std::string_view text, std::uint32_t side) {
  ThumbnailHead head{};
  if (!take(text, head)) return std::nullopt;
  const std::size_t pixels = std::size_t{head.width} * head.height;
  if (head.width > side || head.height > side || (head.width == 0) != (head.height == 0)) return std::nullopt;
  if (text.size() != 3 * pixels + head.why) return std::nullopt;
  Thumbnail out;
  out.picture.width = head.width;
  out.picture.height = head.height;
  out.picture.pixels.resize(pixels);
  if (pixels > 0) std::memcpy(out.picture.pixels.data(), text.data(), 3 * pixels);
  out.width = head.whole_width;
  out.height = head.whole_height;
  out.whole = head.whole != kUnset && pixels > 0;
  out.why = text.substr(3 * pixels);
  return out;
}

WireFacts wire(const PictureFacts& facts) {
  return {facts.width, facts.height, facts.stddev, facts.dhash.value_or(0), facts.dhash ? kSet : kUnset};
}

PictureFacts facts(const WireFacts& wire) {
  PictureFacts out{wire.width, wire.height, wire.stddev, {}};
  if (wire.hashed != kUnset) out.dhash = wire.dhash;
  return out;
}

std::string written(const Result<PictureDistance>& distance) {
  if (!distance) return kRefusal + distance.error().message;
  std::string out(1, kAnswer);
  append(out, WireDistance{wire(distance->a), wire(distance->b), distance->psnr.value_or(0),
                           distance->psnr ? kSet : kUnset, distance->same_pixels ? kSet : kUnset});
  return out;
}

class IsolatedPictures final : public PictureReader {
 public:
  explicit IsolatedPictures(PictureSettings settings) : settings_(std::move(settings)) {}

  Result<Thumbnail> thumbnail(Bytes bytes, std::uint32_t side) override {
    side = std::clamp<std::uint32_t>(side, 1, kMostThumbnail);
    auto text = answer([&] { return written(image::make_thumbnail(bytes, side, settings_.shown_pixels)); });
    if (!text) return tl::unexpected(std::move(text.error()));
    auto out = read_thumbnail(*text, side);
    if (!out) return incomplete("the decoder gave no answer that can be read");
    return std::move(*out);
  }

  Result<PictureDistance> compare(Bytes a, Bytes b) override {
    const auto text = answer([&] { return written(image::distance(a, b, settings_.compared_pixels)); });
    if (!text) return tl::unexpected(text.error());
    std::string_view rest = *text;
    WireDistance distance{};
    if (!take(rest, distance) || !rest.empty()) return incomplete("the decoder gave no answer that can be read");
    PictureDistance out{facts(distance.a), facts(distance.b), distance.same_pixels != kUnset, {}};
    if (distance.measured != kUnset) out.psnr = distance.psnr;
    return out;
  }

 private:
  // Without its first byte.
  Result<std::string> answer(const std::function<std::string()>& work) const {
    if (settings_.stop && settings_.stop()) {
      return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
    }
    auto text = isolated(work, settings_.limits);
    if (!text) {
      if (text.error().kind != ErrorKind::kInterrupted) text.error().message = "decoding: " + text.error().message;
      return text;
    }
    const char sort = text->empty() ? '\0' : text->front();
    if (sort == kRefusal) return incomplete(escaped(std::string_view(*text).substr(1)));
    if (sort != kAnswer) return incomplete("the decoder gave no answer that can be read");
    text->erase(0, 1);
    return text;
  }

  PictureSettings settings_;
};

}  // namespace

std::unique_ptr<PictureReader> isolated_pictures(PictureSettings settings) {
  return std::make_unique<IsolatedPictures>(std::move(settings));
}

std::string png_of(const Picture& picture) {
  return image::to_png(picture);
}

}  // namespace bcheck
