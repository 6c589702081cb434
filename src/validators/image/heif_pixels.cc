// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_pixels.h"

#include "validators/image/libraries.h"

#if BCHECK_HAVE_HEIF

#include <fmt/format.h>
#include <libheif/heif.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/memory_fill.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/heif.h"
#include "validators/image/quiet.h"
#include "validators/image/shared_library.h"

namespace bcheck::image {
namespace {

// As they are called below: heif_.context_alloc().
#define BCHECK_HEIF_FUNCTIONS(X)                  \
  X(context_alloc)                                \
  X(context_free)                                 \
  X(context_get_image_handle)                     \
  X(context_get_list_of_top_level_image_IDs)      \
  X(context_get_number_of_top_level_images)       \
  X(context_get_primary_image_handle)             \
  X(context_read_from_memory_without_copy)        \
  X(context_set_max_decoding_threads)             \
  X(decode_image)                                 \
  X(decoder_descriptor_get_name)                  \
  X(decoding_options_alloc)                       \
  X(decoding_options_free)                        \
  X(get_decoder_descriptors)                      \
  X(get_version)                                  \
  X(image_get_bits_per_pixel)                     \
  X(image_get_bits_per_pixel_range)               \
  X(image_get_decoding_warnings)                  \
  X(image_get_height)                             \
  X(image_get_plane_readonly)                     \
  X(image_get_width)                              \
  X(image_handle_get_auxiliary_image_handle)      \
  X(image_handle_get_height)                      \
  X(image_handle_get_list_of_auxiliary_image_IDs) \
  X(image_handle_get_list_of_thumbnail_IDs)       \
  X(image_handle_get_luma_bits_per_pixel)         \
  X(image_handle_get_number_of_auxiliary_images)  \
  X(image_handle_get_number_of_thumbnails)        \
  X(image_handle_get_thumbnail)                   \
  X(image_handle_get_width)                       \
  X(image_handle_has_alpha_channel)               \
  X(image_handle_is_primary_image)                \
  X(image_handle_release)                         \
  X(image_release)

struct Functions {
#define X(name) decltype(&heif_##name) name = nullptr;
  BCHECK_HEIF_FUNCTIONS(X)
#undef X
  std::string missing;  // why there are none

  Functions() {
    SharedLibrary library(BCHECK_HEIF_SONAME);
#define X(name) library.find(name, "heif_" #name);
    BCHECK_HEIF_FUNCTIONS(X)
#undef X
    missing = library.why();
  }
};

const Functions& functions() {
  static const Functions kFunctions;
  return kFunctions;
}

using Context = std::unique_ptr<heif_context, decltype(&heif_context_free)>;
using Picture = std::unique_ptr<const heif_image_handle, decltype(&heif_image_handle_release)>;
using Pixels = std::unique_ptr<heif_image, decltype(&heif_image_release)>;
using DecodingOptions = std::unique_ptr<heif_decoding_options, decltype(&heif_decoding_options_free)>;

// The most pictures of one file that are looked at: a burst of a phone has a hundred.
constexpr int kMostPictures = 4096;

// What memory is filled with while HEVC is decoded: two bytes of which every bit differs.
constexpr unsigned char kFill = 0x55, kOtherFill = 0xaa;

class HeifReader {
 public:
  HeifReader(Bytes bytes, std::span<const HeifItem> items, PictureCheck& check, Observation& out)
      : bytes_(bytes),
        other_coding_(other_coding(items)),
        twice_(has_coding(items, "hvc1") && MemoryFill::works()),
        check_(check),
        out_(out),
        context_(heif_.context_alloc(), heif_.context_free) {}

  void read();

 private:
  bool failed(const heif_error& error, std::string_view what);
  bool accept(const heif_image_handle* picture);
  bool read_primary();
  bool decode(const heif_image_handle* picture, RowSink* sink, std::string_view what);
  Pixels decoded(const heif_image_handle* picture, heif_chroma layout, std::string_view what);
  Digest digest_of(const heif_image* pixels);
  void hand_over(const heif_image* pixels, const Raster& raster, RowSink& sink);
  bool decode_parts(const heif_image_handle* picture, std::string_view what);

  const Functions& heif_ = functions();
  Bytes bytes_;
  std::string_view other_coding_;
  bool twice_;
  Sha256 sha256_;
  PictureCheck& check_;
  Observation& out_;
  Context context_;
  std::uint64_t pixels_ = 0;  // of all pictures so far
  std::vector<std::uint16_t> row_;
};

// True if it is one; says what is wrong, or why nothing can be said.
bool HeifReader::failed(const heif_error& error, std::string_view what) {
  if (error.code == heif_error_Ok) return false;
  const auto said = [&](std::string_view code) {
    fault_once(out_, code, Severity::kFail, fmt::format("{}: libheif: {}", what, escaped(error.message)));
  };
  if (error.subcode == heif_suberror_No_or_invalid_primary_item && !other_coding_.empty()) {
    out_.unchecked = fmt::format("{} is coded as '{}', which this libheif does not know", what, other_coding_);
    return true;
  }
  switch (error.code) {
    case heif_error_Memory_allocation_error:
      if (error.subcode != heif_suberror_Security_limit_exceeded) throw std::bad_alloc();
      said(kBomb);
      break;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
      out_.unchecked = fmt::format("{}, which this libheif cannot decode: {}", what, escaped(error.message));
      break;
    case heif_error_Decoder_plugin_error: said(kCorruptData); break;
    case heif_error_Invalid_input: said(error.subcode == heif_suberror_End_of_data ? kTruncated : kBadStructure); break;
    default: said(kNotDecodable); break;
  }
  return true;
}

// Before anything is decoded: all pictures together are held to what one may have.
bool HeifReader::accept(const heif_image_handle* picture) {
  const int width = heif_.image_handle_get_width(picture);
  const int height = heif_.image_handle_get_height(picture);
  if (width <= 0 || height <= 0) {
    fault_once(out_, kBadHeader, Severity::kFail, fmt::format("impossible size: {} x {} pixels", width, height));
    return false;
  }
  pixels_ += static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (pixels_ <= check_.max_pixels()) return true;
  fault_once(out_, kBomb, Severity::kFail,
             fmt::format("declares pictures of more than {} pixels together",
                         grouped(static_cast<std::int64_t>(check_.max_pixels()))));
  return false;
}

void HeifReader::hand_over(const heif_image* pixels, const Raster& raster, RowSink& sink) {
  int stride = 0;
  const unsigned char* const plane = heif_.image_get_plane_readonly(pixels, heif_channel_interleaved, &stride);
  const std::size_t samples = raster.width * samples_a_pixel(raster.samples);
  const int bits = heif_.image_get_bits_per_pixel_range(pixels, heif_channel_interleaved);
  sink.begin(raster);
  for (std::uint32_t y = 0; y < raster.height; ++y) {
    const unsigned char* row = plane + std::size_t{y} * static_cast<std::size_t>(stride);
    if (raster.bits == 16) {
      row_.resize(samples);
      std::memcpy(row_.data(), row, samples * 2);
      for (std::uint16_t& sample : row_) {
        const std::uint32_t v = sample;
        sample = static_cast<std::uint16_t>(v << (16 - bits) | v >> (2 * bits - 16));
      }
      row = reinterpret_cast<const unsigned char*>(row_.data());
    }
    sink.row({y, 0, 1, raster.width}, row);
  }
}

// Null where that fails; it is said.
Pixels HeifReader::decoded(const heif_image_handle* picture, heif_chroma layout, std::string_view what) {
  const DecodingOptions options(heif_.decoding_options_alloc(), heif_.decoding_options_free);
  if (options == nullptr) throw std::bad_alloc();
  options->strict_decoding = 1;
  heif_image* image = nullptr;
  const heif_error error = heif_.decode_image(picture, &image, heif_colorspace_RGB, layout, options.get());
  Pixels pixels(image, heif_.image_release);
  heif_error warning{};
  if (failed(error, what) || (heif_.image_get_decoding_warnings(image, 0, &warning, 1) > 0 && failed(warning, what))) {
    pixels.reset();
  }
  return pixels;
}

Digest HeifReader::digest_of(const heif_image* pixels) {
  int stride = 0;
  const unsigned char* const plane = heif_.image_get_plane_readonly(pixels, heif_channel_interleaved, &stride);
  const auto bits = static_cast<std::size_t>(heif_.image_get_bits_per_pixel(pixels, heif_channel_interleaved));
  // Not yet known to be the layout that was asked for: no more than there is of a row.
  const std::size_t row =
      std::min(static_cast<std::size_t>(heif_.image_get_width(pixels, heif_channel_interleaved)) * bits / 8,
               static_cast<std::size_t>(stride));
  for (int y = 0; y < heif_.image_get_height(pixels, heif_channel_interleaved); ++y) {
    sha256_.update({plane + static_cast<std::ptrdiff_t>(y) * stride, row});
  }
  return sha256_.finish();
}

// Encoders write 8, 10 and 12 bits. libheif 1.15 looks for a way to convert whatever a header declares, and where there
// is none the search takes seconds and gigabytes, for a file of 657 bytes.
bool HeifReader::decode(const heif_image_handle* picture, RowSink* sink, std::string_view what) {
  const bool alpha = heif_.image_handle_has_alpha_channel(picture) != 0;
  const int declared = heif_.image_handle_get_luma_bits_per_pixel(picture);
  if (declared > 8 && declared != 10 && declared != 12) {
    out_.unchecked = fmt::format("{} of {} bits a sample: of these, 8, 10 and 12 are asked of libheif", what, declared);
    return false;
  }
  const bool wide = declared > 8;
  const heif_chroma layout = wide ? (alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
                                  : (alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
  std::optional<Digest> other;
  if (twice_) {
    const MemoryFill fill(kOtherFill);
    const Pixels pixels = decoded(picture, layout, what);
    if (pixels == nullptr) return false;
    other = digest_of(pixels.get());
  }
  const std::optional<MemoryFill> fill(twice_ ? std::optional<MemoryFill>(std::in_place, kFill) : std::nullopt);
  const Pixels pixels = decoded(picture, layout, what);
  if (pixels == nullptr) return false;
  if (other && digest_of(pixels.get()) != *other) {
    fault_once(out_, kCorruptData, Severity::kFail,
               fmt::format("{}: the data say nothing of a part of it; what is shown there is chance", what));
    return false;
  }

  const int width = heif_.image_get_width(pixels.get(), heif_channel_interleaved);
  const int height = heif_.image_get_height(pixels.get(), heif_channel_interleaved);
  if (width != heif_.image_handle_get_width(picture) || height != heif_.image_handle_get_height(picture)) {
    fault_once(
        out_, kBadStructure, Severity::kFail,
        fmt::format("{}: {} x {} pixels are declared, and {} x {} are there", what,
                    heif_.image_handle_get_width(picture), heif_.image_handle_get_height(picture), width, height));
    return false;
  }
  const int bits = heif_.image_get_bits_per_pixel_range(pixels.get(), heif_channel_interleaved);
  if (bits < 8 || bits > 16 || (bits > 8) != wide) {
    out_.unchecked = fmt::format("{} of {} bits a sample, which libheif hands over in no known way", what, bits);
    return false;
  }
  if (sink == nullptr) return true;
  Raster raster;
  raster.width = static_cast<std::uint32_t>(width);
  raster.height = static_cast<std::uint32_t>(height);
  raster.samples = alpha ? Samples::kRgba : Samples::kRgb;
  raster.bits = wide ? 16 : 8;
  hand_over(pixels.get(), raster, *sink);
  return true;
}

// Thumbnails, depth maps and the like: nobody measures them, and a viewer may show them.
bool HeifReader::decode_parts(const heif_image_handle* picture, std::string_view what) {
  constexpr int kNoAlpha = LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA;  // is decoded with its picture
  const int thumbnails = heif_.image_handle_get_number_of_thumbnails(picture);
  const int others = heif_.image_handle_get_number_of_auxiliary_images(picture, kNoAlpha);
  if (thumbnails > kMostPictures || others > kMostPictures) {
    fault_once(out_, kBomb, Severity::kFail, fmt::format("{} has more than {} parts", what, kMostPictures));
    return false;
  }
  std::vector<heif_item_id> ids(static_cast<std::size_t>(std::max(thumbnails, 0)));
  ids.resize(static_cast<std::size_t>(
      std::max(heif_.image_handle_get_list_of_thumbnail_IDs(picture, ids.data(), static_cast<int>(ids.size())), 0)));
  for (const heif_item_id id : ids) {
    heif_image_handle* found = nullptr;
    const heif_error error = heif_.image_handle_get_thumbnail(picture, id, &found);
    const Picture part(found, heif_.image_handle_release);
    const std::string name = fmt::format("a thumbnail of {}", what);
    if (failed(error, name) || !accept(found) || !decode(found, nullptr, name)) return false;
  }
  ids.resize(static_cast<std::size_t>(std::max(others, 0)));
  ids.resize(static_cast<std::size_t>(std::max(
      heif_.image_handle_get_list_of_auxiliary_image_IDs(picture, kNoAlpha, ids.data(), static_cast<int>(ids.size())),
      0)));
  for (const heif_item_id id : ids) {
    heif_image_handle* found = nullptr;
    const heif_error error = heif_.image_handle_get_auxiliary_image_handle(picture, id, &found);
    const Picture part(found, heif_.image_handle_release);
    const std::string name = fmt::format("an auxiliary picture of {}", what);
    if (failed(error, name) || !accept(found) || !decode(found, nullptr, name)) return false;
  }
  return true;
}

bool HeifReader::read_primary() {
  heif_image_handle* found = nullptr;
  const heif_error error = heif_.context_get_primary_image_handle(context_.get(), &found);
  const Picture picture(found, heif_.image_handle_release);
  if (failed(error, "the primary picture")) return false;
  const auto width = static_cast<std::uint64_t>(std::max(heif_.image_handle_get_width(found), 0));
  const auto height = static_cast<std::uint64_t>(std::max(heif_.image_handle_get_height(found), 0));
  if (!check_.accept_size(width, height, out_) || !accept(found)) return false;
  const bool alpha = heif_.image_handle_has_alpha_channel(found) != 0;
  const int bits = heif_.image_handle_get_luma_bits_per_pixel(found);
  if (bits < 1 && !other_coding_.empty()) {
    out_.unchecked =
        fmt::format("the primary picture is coded as '{}', which this libheif cannot decode", other_coding_);
    return false;
  }
  if (bits < 1) {
    fault_once(out_, kBadStructure, Severity::kFail, "the primary picture does not say how many bits a sample has");
    return false;
  }
  out_.add("frames", std::int64_t{heif_.context_get_number_of_top_level_images(context_.get())});
  out_.add("channels", std::int64_t{alpha ? 4 : 3});
  out_.add("bit_depth", std::int64_t{bits});
  if (!decode(found, &check_.first_picture(), "the primary picture")) return false;
  check_.stats().report(out_);
  if (check_.hashing()) check_.hash().end();
  return decode_parts(found, "the primary picture");
}

void HeifReader::read() {
  if (context_ == nullptr) throw std::bad_alloc();
  heif_.context_set_max_decoding_threads(context_.get(), 0);
  if (failed(heif_.context_read_from_memory_without_copy(context_.get(), bytes_.data(), bytes_.size(), nullptr),
             "the boxes") ||
      !read_primary()) {
    return;
  }
  const int pictures = heif_.context_get_number_of_top_level_images(context_.get());
  if (pictures > kMostPictures) {
    return fault_once(out_, kBomb, Severity::kFail,
                      fmt::format("{} pictures; at most {} are decoded", pictures, kMostPictures));
  }
  std::vector<heif_item_id> ids(static_cast<std::size_t>(std::max(pictures, 0)));
  ids.resize(static_cast<std::size_t>(std::max(
      heif_.context_get_list_of_top_level_image_IDs(context_.get(), ids.data(), static_cast<int>(ids.size())), 0)));
  for (const heif_item_id id : ids) {
    heif_image_handle* found = nullptr;
    const heif_error error = heif_.context_get_image_handle(context_.get(), id, &found);
    const Picture picture(found, heif_.image_handle_release);
    const std::string name = fmt::format("the picture of item {}", id);
    if (failed(error, name)) return;
    if (heif_.image_handle_is_primary_image(found) != 0) continue;
    if (check_.hashing()) check_.hash().note("picture");
    if (!accept(found) || !decode(found, check_.further_picture(), name) || !decode_parts(found, name)) return;
    if (check_.hashing()) check_.hash().end();
  }
}

// Of the decoders for a coding libheif takes the first.
std::string running_decoder(heif_compression_format coding) {
  const Functions& heif = functions();
  const heif_decoder_descriptor* decoder = nullptr;
  if (heif.get_decoder_descriptors(coding, &decoder, 1) < 1) return fmt::format("libheif {}", heif.get_version());
  return fmt::format("libheif {}, {}", heif.get_version(), escaped(heif.decoder_descriptor_get_name(decoder)));
}

}  // namespace

void decode_heif(Bytes bytes, std::span<const HeifItem> items, PictureCheck& check, Observation& out) {
  const Quiet quiet;
  if (!functions().missing.empty()) {
    out.unchecked = fmt::format("libheif cannot be loaded here: {}", functions().missing);
    return;
  }
  HeifReader(bytes, items, check, out).read();
  check.report_hash(!out.failed() && out.unchecked.empty(),
                    running_decoder(out.format == "avif" ? heif_compression_AV1 : heif_compression_HEVC), out);
}

std::string heif_decoder() {
  return "libheif " LIBHEIF_VERSION;
}

}  // namespace bcheck::image

#endif
