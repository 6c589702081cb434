// SPDX-License-Identifier: Apache-2.0
#include "support/make_webp.h"

#include <webp/encode.h>

#include <stdexcept>
#include <vector>

namespace bcheck::testing {
namespace {

std::string little(std::uint32_t value, unsigned bytes) {
  std::string out;
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

std::string encoded(const WebpSpec& spec, const SampleAt& at) {
  const unsigned channels = spec.alpha ? 4 : 3;
  std::vector<std::uint8_t> pixels;
  for (unsigned y = 0; y < spec.height; ++y) {
    for (unsigned x = 0; x < spec.width; ++x) {
      for (unsigned n = 0; n < channels; ++n) pixels.push_back(static_cast<std::uint8_t>(at(x, y, n)));
    }
  }
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (WebPConfigInit(&config) == 0 || WebPPictureInit(&picture) == 0) throw std::logic_error("another libwebp");
  WebPMemoryWriterInit(&writer);
  config.lossless = spec.lossless ? 1 : 0;
  config.exact = 1;
  config.quality = spec.quality;
  config.method = spec.method;
  picture.use_argb = config.lossless;
  picture.width = static_cast<int>(spec.width);
  picture.height = static_cast<int>(spec.height);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  const int stride = static_cast<int>(spec.width * channels);
  const bool done = (spec.alpha ? WebPPictureImportRGBA(&picture, pixels.data(), stride)
                                : WebPPictureImportRGB(&picture, pixels.data(), stride)) != 0 &&
                    WebPEncode(&config, &picture) != 0;
  std::string file(reinterpret_cast<const char*>(writer.mem), writer.size);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  if (!done) throw std::logic_error("libwebp does not encode that");
  return file;
}

}  // namespace

std::string webp_chunk(std::string_view name, std::string_view data) {
  std::string out(name);
  out += little(static_cast<std::uint32_t>(data.size()), 4);
  out += data;
  if (data.size() % 2 == 1) out += '\0';
  return out;
}

std::string webp_riff(std::string_view chunks) {
  std::string out = "RIFF" + little(static_cast<std::uint32_t>(chunks.size() + 4), 4) + "WEBP";
  out += chunks;
  return out;
}

std::string webp_picture(const WebpSpec& spec, const SampleAt& at) {
  const std::string file = encoded(spec, at);
  const std::size_t extended = file.substr(12, 4) == "VP8X" ? 18 : 0;
  return file.substr(12 + extended);
}

std::string webp_canvas(unsigned flags, unsigned width, unsigned height) {
  return webp_chunk("VP8X", little(flags, 4) + little(width - 1, 3) + little(height - 1, 3));
}

std::string webp_animation() {
  return webp_chunk("ANIM", std::string(6, '\0'));
}

std::string webp_frame(std::string_view picture, unsigned x, unsigned y, unsigned width, unsigned height) {
  std::string data = little(x / 2, 3) + little(y / 2, 3) + little(width - 1, 3) + little(height - 1, 3) + little(40, 3);
  data += '\0';
  data += picture;
  return webp_chunk("ANMF", data);
}

std::string make_webp(const WebpSpec& spec, const SampleAt& at) {
  const std::string picture = webp_picture(spec, at);
  if (picture.substr(0, 4) != "ALPH") return webp_riff(picture);
  return webp_riff(webp_canvas(0x10, spec.width, spec.height) + picture);
}

std::string make_animated_webp(const WebpSpec& spec, unsigned frames) {
  std::string chunks = webp_canvas(spec.alpha ? 0x12 : 0x02, spec.width, spec.height) + webp_animation();
  for (unsigned i = 0; i < frames; ++i) {
    const auto shifted = [i](unsigned x, unsigned y, unsigned n) { return texture(x + 3 * i, y, n); };
    chunks += webp_frame(webp_picture(spec, shifted), 0, 0, spec.width, spec.height);
  }
  return webp_riff(chunks);
}

}  // namespace bcheck::testing
