// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_baseline.h"

#include "base/checked.h"

namespace bcheck::image {
namespace {

constexpr unsigned kSof0 = 0xc0;
constexpr unsigned kSof1 = 0xc1;
constexpr unsigned kDht = 0xc4;
constexpr unsigned kSos = 0xda;
constexpr unsigned kDqt = 0xdb;
constexpr unsigned kDri = 0xdd;
constexpr unsigned kApp0 = 0xe0;
constexpr unsigned kApp14 = 0xee;
constexpr unsigned kApp15 = 0xef;
constexpr unsigned kCom = 0xfe;

constexpr unsigned kMostSide = 65500;  // of libjpeg
constexpr unsigned kMostBlocks = 10;   // of an MCU (T.81, B.2.3)

class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  std::optional<JpegBaseline> read() {
    if (bytes_.size() < 2 || bytes_[0] != 0xff || bytes_[1] != 0xd8) return std::nullopt;
    for (std::size_t at = 2;;) {
      const auto head = slice(bytes_, at, 4);
      if (!head || (*head)[0] != 0xff) return std::nullopt;
      const unsigned marker = (*head)[1];
      const unsigned length = *big_endian<std::uint16_t>(*head, 2);
      if (length < 2) return std::nullopt;
      const auto data = slice(bytes_, at + 4, length - 2);
      if (!data || !take(marker, *data)) return std::nullopt;
      at += 2 + std::size_t{length};
      if (marker != kSos) continue;
      out_.scan = at;
      return out_;
    }
  }

 private:
  bool take(unsigned marker, Bytes data) {
    switch (marker) {
      case kSof0:
      case kSof1: return take_frame(data);
      case kDht: return take_codes(data);
      case kDqt: return take_quantisers(data);
      case kDri:
        if (data.size() != 2) return false;
        out_.restart_interval = *big_endian<std::uint16_t>(data, 0);
        return true;
      case kSos: return take_scan(data);
      default: return ((marker >= kApp0 && marker <= kApp15) || marker == kCom) && take_metadata(marker, data);
    }
  }

  // What decides of the colours, as libjpeg has it: JFIF is YCbCr (another major version is warned of), Adobe says.
  bool take_metadata(unsigned marker, Bytes data) {
    if (marker == kApp0 && data.size() >= 14 && as_text(data).starts_with(std::string_view("JFIF", 5))) {
      jfif_ = true;
      return data[5] == 1;
    }
    if (marker == kApp14 && data.size() >= 12 && as_text(data).starts_with("Adobe")) {
      adobe_ = true;
      transform_ = data[11];
    }
    return true;
  }

  bool take_frame(Bytes data) {
    if (out_.components != 0 || data.size() < 6 || data[0] != 8) return false;
    out_.height = *big_endian<std::uint16_t>(data, 1);
    out_.width = *big_endian<std::uint16_t>(data, 3);
    out_.components = data[5];
    if (out_.components != 1 && out_.components != 3) return false;
    if (data.size() != 6 + 3 * std::size_t{out_.components}) return false;
    if (out_.width == 0 || out_.width > kMostSide || out_.height == 0 || out_.height > kMostSide) return false;
    unsigned blocks = 0;
    for (unsigned c = 0; c < out_.components; ++c) {
      const Bytes part = data.subspan(6 + 3 * std::size_t{c}, 3);
      JpegComponent& component = out_.component[c];
      component = {part[0], std::uint32_t{part[1]} >> 4, std::uint32_t{part[1]} & 15, part[2], 0, 0};
      if (component.across < 1 || component.across > 4 || component.down < 1 || component.down > 4) return false;
      if (component.quantiser > 3) return false;
      const JpegComponent& luma = out_.component[0];
      if (luma.across % component.across != 0 || luma.down % component.down != 0) return false;
      for (unsigned before = 0; before < c; ++before) {
        if (out_.component[before].id == component.id) return false;
      }
      blocks += component.across * component.down;
    }
    return out_.components == 1 || blocks <= kMostBlocks;
  }

  bool take_codes(Bytes data) {
    constexpr std::size_t kCounts = 16;
    while (!data.empty()) {
      if (data.size() < 1 + kCounts) return false;
      const unsigned number = data[0];
      std::size_t values = 0;
      for (std::size_t i = 1; i <= kCounts; ++i) values += data[i];
      if (values > 256 || data.size() < 1 + kCounts + values) return false;
      if ((number & ~0x10U) > 3) return false;
      (number >= 0x10 ? out_.ac : out_.dc)[number & 3] = data.subspan(1, kCounts + values);
      data = data.subspan(1 + kCounts + values);
    }
    return true;
  }

  // Tables of 16 bits are for 12 bits a sample; libjpeg takes them, and differs from build to build in what it makes of
  // large steps.
  bool take_quantisers(Bytes data) {
    constexpr std::size_t kTable = 1 + 64;
    for (; !data.empty(); data = data.subspan(kTable)) {
      if (data.size() < kTable || data[0] > 3) return false;
      steps_[data[0]] = data[1];
    }
    return true;
  }

  bool take_scan(Bytes data) {
    const std::size_t count = out_.components;
    if (count == 0 || data.size() != 4 + 2 * count || data[0] != count) return false;
    for (std::size_t c = 0; c < count; ++c) {
      JpegComponent& component = out_.component[c];
      const unsigned tables = data[2 + 2 * c];
      component.dc_table = tables >> 4;
      component.ac_table = tables & 15;
      if (data[1 + 2 * c] != component.id || component.dc_table > 3 || component.ac_table > 3) return false;
      if (out_.dc[component.dc_table].empty() || out_.ac[component.ac_table].empty()) return false;
      if (!steps_[component.quantiser]) return false;
    }
    const Bytes last = data.subspan(1 + 2 * count);
    if (last[0] != 0 || last[1] != 63 || last[2] != 0) return false;
    out_.luma_step = *steps_[out_.component[0].quantiser];
    return count == 1 || is_ycc();
  }

  bool is_ycc() const {
    if (jfif_) return true;
    if (adobe_) return transform_ == 1;
    return !(out_.component[0].id == 'R' && out_.component[1].id == 'G' && out_.component[2].id == 'B');
  }

  Bytes bytes_;
  JpegBaseline out_;
  std::array<std::optional<unsigned>, 4> steps_;
  bool jfif_ = false;
  bool adobe_ = false;
  unsigned transform_ = 0;
};

}  // namespace

std::optional<JpegBaseline> read_jpeg_baseline(Bytes bytes) {
  return Reader(bytes).read();
}

}  // namespace bcheck::image
