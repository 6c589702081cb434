// SPDX-License-Identifier: Apache-2.0
// The fast way through a PNG against libpng: the same observation of any bytes.
//
// CRCs and the Adler-32 would hide nearly everything behind them, so the first byte says what the rest is: a file, the
// compressed data of a picture whose chunks are right, or such data whose checksum is put right too.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/same_observation.h"
#include "validators/image/checksums.h"
#include "validators/image/inflate.h"
#include "validators/image/picture_check.h"
#include "validators/image/png.h"

namespace {

using namespace bcheck;
using namespace bcheck::image;

constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 16;
constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

Observation judge(PictureCheck& check, std::string_view file) {
  Observation out;
  check.begin();
  check_png(as_bytes(file), check, out);
  return out;
}

void compare(std::string_view file) {
  static PictureCheck fast(kMostPixels, true);
  static PictureCheck slow(kMostPixels, true);
  slow.only_libpng();
  testing::require_same(judge(fast, file), judge(slow, file));
}

std::string word(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
  return out;
}

std::string chunk(std::string_view type, std::string_view data) {
  const std::string body = std::string(type) + std::string(data);
  return word(static_cast<std::uint32_t>(data.size())) + body + word(crc32_of(as_bytes(body)));
}

// The stream with the checksum of what it gives, if it ends where it should.
void right_checksum(std::string& stream) {
  std::vector<unsigned char> memory(std::size_t{1} << 18);
  Inflate inflate;
  const Bytes whole = as_bytes(stream);
  inflate.begin({&whole, 1});
  unsigned char* out = memory.data();
  if (inflate.run(memory.data(), out, memory.data() + memory.size() - Inflate::kSlack) != Inflate::State::kEnd) return;
  const Bytes made(memory.data(), static_cast<std::size_t>(out - memory.data()));
  stream.replace(stream.size() - 4, 4, word(adler32_of(kAdlerOfNothing, made)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.starts_with(kSignature)) {
    compare(input);
    return 0;
  }
  // Kind and colour type, width, height, the size of a chunk; then the data.
  if (size < 4) return 0;
  constexpr std::array<unsigned char, 5> kColours{0, 2, 3, 4, 6};
  const unsigned char colour = kColours[(data[0] >> 1) % kColours.size()];
  std::string stream(input.substr(4));
  if ((data[0] & 1) != 0) right_checksum(stream);
  const std::string header{'\10', static_cast<char>(colour), '\0', '\0', '\0'};
  std::string file(kSignature);
  file += chunk("IHDR", word(1U + data[1]) + word(1U + data[2]) + header);
  if (colour == 3) file += chunk("PLTE", std::string(96, 'p'));
  const std::size_t piece = data[3] == 0 ? stream.size() + 1 : data[3];
  for (std::size_t at = 0; at < stream.size(); at += piece) file += chunk("IDAT", stream.substr(at, piece));
  file += chunk("IEND", "");
  compare(file);
  return 0;
}
