// SPDX-License-Identifier: Apache-2.0
#include "support/make_exr.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/make_png.h"

namespace bcheck::testing {
namespace {

std::string little(std::uint64_t value, unsigned bytes) {
  std::string out;
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
  return out;
}
std::string whole(std::int64_t value) {
  return little(static_cast<std::uint64_t>(value), 4);
}
std::string real(float value) {
  return little(std::bit_cast<std::uint32_t>(value), 4);
}

std::string attribute(std::string_view name, std::string_view type, const std::string& value) {
  return std::string(name) + '\0' + std::string(type) + '\0' + whole(static_cast<std::int64_t>(value.size())) + value;
}

// Normal numbers, zero, infinities and NaN; the tests need no others.
std::uint16_t half(double value) {
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | 0x7c00);
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);  // 0.5 <= fraction < 1
  if (value == 0 || exponent < -13) return static_cast<std::uint16_t>(sign);
  const auto mantissa = static_cast<unsigned>(fraction * 2048) & 0x3ff;
  return static_cast<std::uint16_t>(sign | static_cast<unsigned>(exponent + 14) << 10 | mantissa);
}

std::string sample(ExrSample kind, double value) {
  switch (kind) {
    case ExrSample::kUint: return little(static_cast<std::uint32_t>(value), 4);
    case ExrSample::kHalf: return little(half(value), 2);
    case ExrSample::kFloat: return real(static_cast<float>(value));
  }
  return {};
}

// Bytes at even places first, then those at odd ones, each as the difference from the last (ImfZip.cpp).
std::string deflated(const std::string& raw) {
  std::string split;
  for (std::size_t i = 0; i < raw.size(); i += 2) split += raw[i];
  for (std::size_t i = 1; i < raw.size(); i += 2) split += raw[i];
  for (std::size_t i = split.size(); i-- > 1;) {
    split[i] = static_cast<char>(static_cast<unsigned char>(split[i] - split[i - 1] + 128));
  }
  const std::string out = zlib_stream(split);
  return out.size() < raw.size() ? out : raw;
}

std::string header(const ExrSpec& spec, int part) {
  std::string channels;
  for (const std::string& name : spec.channels) {
    const int sampling = &name == &spec.channels.back() ? 1 : spec.sampling;
    channels +=
        name + '\0' + whole(static_cast<int>(spec.sample)) + std::string(4, '\0') + whole(sampling) + whole(sampling);
  }
  const std::string window =
      whole(spec.x) + whole(spec.y) + whole(spec.x + spec.width - 1) + whole(spec.y + spec.height - 1);
  std::string out;
  out += attribute("channels", "chlist", channels + '\0');
  out += attribute("compression", "compression",
                   std::string(1, static_cast<char>(spec.zip ? 2 : static_cast<int>(spec.compression))));
  out += attribute("dataWindow", "box2i", window);
  out += attribute("displayWindow", "box2i", window);
  out += attribute("lineOrder", "lineOrder", std::string(1, '\0'));
  out += attribute("pixelAspectRatio", "float", real(1));
  out += attribute("screenWindowCenter", "v2f", real(0) + real(0));
  out += attribute("screenWindowWidth", "float", real(1));
  if (spec.tile > 0) out += attribute("tiles", "tiledesc", whole(spec.tile) + whole(spec.tile) + '\0');
  if (spec.parts > 1 || spec.deep) {
    out += attribute("name", "string", "part" + std::to_string(part));
    out += attribute("type", "string", spec.deep ? "deepscanline" : spec.tile > 0 ? "tiledimage" : "scanlineimage");
    out += attribute("chunkCount", "int", whole(static_cast<std::int64_t>(exr_chunks(spec))));
  }
  if (spec.deep) {
    out += attribute("version", "int", whole(1));
    out += attribute("maxSamplesPerPixel", "int", whole(0));
  }
  return out + '\0';
}

std::string headers(const ExrSpec& spec) {
  const unsigned version = 2 | (spec.parts > 1 ? 0x1000U : spec.tile > 0 ? 0x200U : 0U) | (spec.deep ? 0x800U : 0U);
  std::string out = std::string("\x76\x2f\x31\x01") + little(version, 4);
  for (int part = 0; part < spec.parts; ++part) out += header(spec, part);
  if (spec.parts > 1) out += '\0';
  return out;
}

// The samples of a rectangle, line by line and in a line channel by channel.
std::string samples(const ExrSpec& spec, const ValueAt& at, int x0, int y0, int width, int height) {
  std::string raw;
  for (int y = y0; y < y0 + height; ++y) {
    for (std::size_t c = 0; c < spec.channels.size(); ++c) {
      const int step = c + 1 == spec.channels.size() ? 1 : spec.sampling;
      if (y % step != 0) continue;
      for (int x = x0; x < x0 + width; x += step) raw += sample(spec.sample, at(x, y, c));
    }
  }
  return spec.zip ? deflated(raw) : raw;
}

std::vector<std::string> chunks(const ExrSpec& spec, const ValueAt& at, int part) {
  std::vector<std::string> out;
  const std::string lead = spec.parts > 1 ? whole(part) : "";
  if (spec.tile == 0) {
    for (int y = 0; y < spec.height; ++y) {
      if (spec.deep) {
        const std::string counts = zlib_stream(std::string(static_cast<std::size_t>(spec.width) * 4, '\0'));
        out.push_back(lead + whole(spec.y + y) + little(counts.size(), 8) + little(0, 8) + little(0, 8) + counts);
        continue;
      }
      const std::string data = samples(spec, at, 0, y, spec.width, 1);
      out.push_back(lead + whole(spec.y + y) + whole(static_cast<std::int64_t>(data.size())) + data);
    }
    return out;
  }
  for (int y = 0; y < spec.height; y += spec.tile) {
    for (int x = 0; x < spec.width; x += spec.tile) {
      const std::string data =
          samples(spec, at, x, y, std::min(spec.tile, spec.width - x), std::min(spec.tile, spec.height - y));
      out.push_back(lead + whole(x / spec.tile) + whole(y / spec.tile) + whole(0) + whole(0) +
                    whole(static_cast<std::int64_t>(data.size())) + data);
    }
  }
  return out;
}

}  // namespace

std::size_t exr_chunks(const ExrSpec& spec) {
  if (spec.tile == 0) return static_cast<std::size_t>(spec.height);
  const auto tiles = [&](int side) { return static_cast<std::size_t>((side + spec.tile - 1) / spec.tile); };
  return tiles(spec.width) * tiles(spec.height);
}

std::size_t exr_table(const ExrSpec& spec) {
  return headers(spec).size();
}

std::string make_exr(const ExrSpec& spec, const ValueAt& at) {
  std::string out = headers(spec);
  const std::size_t all = exr_chunks(spec) * static_cast<std::size_t>(spec.parts);
  std::string table, data;
  const std::size_t start = out.size() + all * 8;
  for (int part = 0; part < spec.parts; ++part) {
    for (const std::string& chunk : chunks(spec, at, part)) {
      table += little(start + data.size(), 8);
      data += chunk;
    }
  }
  return out + table + data;
}

double exr_texture(int x, int y, std::size_t channel) {
  return (x * 3 + y * 5 + static_cast<int>(channel) * 7) % 64 / 32.0;
}

}  // namespace bcheck::testing
