// SPDX-License-Identifier: Apache-2.0
// libheif is loaded and not linked: every test is a process of its own, and would wait for the library to start.
#include "support/make_heif.h"

#include "validators/image/libraries.h"

#if BCHECK_HAVE_HEIF

#include <dlfcn.h>
#include <libheif/heif.h>

#include <stdexcept>

namespace bcheck::testing {
namespace {

void* library() {
  static void* const kLibrary = dlopen(BCHECK_HEIF_SONAME, RTLD_NOW);
  return kLibrary;
}

template <typename Function>
Function* function(const char* name) {
  if (void* const found = dlsym(library(), name)) return reinterpret_cast<Function*>(found);
  throw std::runtime_error(std::string("no function ") + name);
}
#define HEIF(name) function<decltype(heif_##name)>("heif_" #name)

void must(const heif_error& error) {
  if (error.code != heif_error_Ok) throw std::runtime_error(error.message);
}

heif_compression_format coding(bool av1) {
  return av1 ? heif_compression_AV1 : heif_compression_HEVC;
}

void put(unsigned char* out, unsigned value, int bits) {
  out[0] = static_cast<unsigned char>(value & 0xff);
  if (bits > 8) out[1] = static_cast<unsigned char>(value >> 8);
}

void fill(heif_image* image, heif_channel channel, int width, int height, int samples, int bits, const SampleAt& at) {
  must(HEIF(image_add_plane)(image, channel, width, height, bits));
  int stride = 0;
  unsigned char* const plane = HEIF(image_get_plane)(image, channel, &stride);
  for (int y = 0; y < height; ++y) {
    unsigned char* out = plane + static_cast<std::ptrdiff_t>(y) * stride;
    for (int i = 0; i<width * samples; ++i, out += bits> 8 ? 2 : 1) {
      put(out, at(static_cast<unsigned>(i / samples), static_cast<unsigned>(y), static_cast<unsigned>(i % samples)),
          bits);
    }
  }
}

// More than 8 bits as grey in three planes: not every encoder converts these.
heif_image* draw(const HeifSpec& spec, const SampleAt& at) {
  heif_image* image = nullptr;
  if (spec.bits > 8) {
    must(HEIF(image_create)(spec.width, spec.height, heif_colorspace_YCbCr, heif_chroma_444, &image));
    const auto middle = [&](unsigned, unsigned, unsigned) { return 1U << (spec.bits - 1); };
    fill(image, heif_channel_Y, spec.width, spec.height, 1, spec.bits, at);
    fill(image, heif_channel_Cb, spec.width, spec.height, 1, spec.bits, middle);
    fill(image, heif_channel_Cr, spec.width, spec.height, 1, spec.bits, middle);
    return image;
  }
  must(HEIF(image_create)(spec.width, spec.height, heif_colorspace_RGB,
                          spec.alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &image));
  fill(image, heif_channel_interleaved, spec.width, spec.height, spec.alpha ? 4 : 3, 8, at);
  return image;
}

heif_error append(heif_context*, const void* data, std::size_t size, void* out) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
  return {heif_error_Ok, heif_suberror_Unspecified, "good"};
}

}  // namespace

std::string no_heif(bool av1) {
  if (library() == nullptr) return "libheif cannot be loaded";
  return HEIF(have_encoder_for_format)(coding(av1)) != 0 ? "" : "libheif has no encoder for it";
}

std::string make_heif(const HeifSpec& spec, const SampleAt& at) {
  heif_context* const context = HEIF(context_alloc)();
  heif_encoder* encoder = nullptr;
  must(HEIF(context_get_encoder_for_format)(context, coding(spec.av1), &encoder));
  must(HEIF(encoder_set_lossy_quality)(encoder, 90));
  for (int i = 0; i < spec.pictures; ++i) {
    heif_image* const image = draw(spec, at);
    heif_image_handle* picture = nullptr;
    must(HEIF(context_encode_image)(context, image, encoder, nullptr, &picture));
    if (spec.thumbnail > 0) {
      heif_image_handle* small = nullptr;
      must(HEIF(context_encode_thumbnail)(context, image, picture, encoder, nullptr, spec.thumbnail, &small));
      HEIF(image_handle_release)(small);
    }
    HEIF(image_handle_release)(picture);
    HEIF(image_release)(image);
  }
  std::string out;
  heif_writer writer{1, append};
  must(HEIF(context_write)(context, &writer, &out));
  HEIF(encoder_release)(encoder);
  HEIF(context_free)(context);
  return out;
}

}  // namespace bcheck::testing

#else

#include <cstdlib>

namespace bcheck::testing {

std::string no_heif(bool) {
  return "this build has no libheif";
}

std::string make_heif(const HeifSpec&, const SampleAt&) {
  std::abort();  // no_heif() says so
}

}  // namespace bcheck::testing

#endif
