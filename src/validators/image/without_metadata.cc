// SPDX-License-Identifier: Apache-2.0
#include "validators/image/without_metadata.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/checked.h"

namespace bcheck::image {
namespace {

constexpr std::array<std::string_view, 6> kPngMetadata{"tEXt", "zTXt", "iTXt", "tIME", "eXIf", "caBX"};
constexpr std::array<std::string_view, 2> kWebpMetadata{"EXIF", "XMP "};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What is kept, neighbours as one.
class Parts {
 public:
  explicit Parts(Bytes file) : file_(file) {}

  void keep(std::size_t from, std::size_t to) {
    if (from == kept_to_ && !kept_.empty()) {
      kept_.back() = {kept_.back().data(), kept_.back().size() + (to - from)};
    } else {
      kept_.push_back(file_.subspan(from, to - from));
    }
    kept_to_ = to;
  }
  void leave_out() { left_out_ = true; }
  std::vector<Bytes> take() { return left_out_ ? std::move(kept_) : std::vector<Bytes>(); }

 private:
  Bytes file_;
  std::vector<Bytes> kept_;
  std::size_t kept_to_ = 0;
  bool left_out_ = false;
};

std::vector<Bytes> of_png(Bytes file) {
  constexpr std::size_t kSignature = 8, kAround = 12;  // length, type and checksum of a chunk
  Parts parts(file);
  parts.keep(0, kSignature);
  std::size_t at = kSignature;
  while (at < file.size()) {
    const auto length = big_endian<std::uint32_t>(file, at);
    if (!length || file.size() - at < kAround || *length > file.size() - at - kAround) return {};
    const std::size_t end = at + kAround + *length;
    if (is_one_of(kPngMetadata, as_text(file.subspan(at + 4, 4)))) {
      parts.leave_out();
    } else {
      parts.keep(at, end);
    }
    at = end;
  }
  return parts.take();
}

bool is_jpeg_metadata(unsigned marker) {
  constexpr unsigned kComment = 0xFE, kApp0 = 0xE0, kApp2 = 0xE2, kApp14 = 0xEE, kApp15 = 0xEF;
  return marker == kComment || (marker > kApp0 && marker <= kApp15 && marker != kApp2 && marker != kApp14);
}

std::vector<Bytes> of_jpeg(Bytes file) {
  constexpr unsigned kStartOfScan = 0xDA;
  Parts parts(file);
  parts.keep(0, 2);
  for (std::size_t at = 2;;) {
    const auto length = big_endian<std::uint16_t>(file, at + 2);
    if (!length || *length < 2 || file[at] != 0xFF || file[at + 1] == 0xFF) return {};  // fill bytes: seldom
    if (file[at + 1] == kStartOfScan) {
      parts.keep(at, file.size());
      return parts.take();
    }
    const std::size_t end = at + 2 + *length;
    if (end > file.size()) return {};
    if (is_jpeg_metadata(file[at + 1])) {
      parts.leave_out();
    } else {
      parts.keep(at, end);
    }
    at = end;
  }
}

std::vector<Bytes> of_webp(Bytes file) {
  constexpr std::size_t kHead = 12, kAround = 8;
  Parts parts(file);
  std::size_t at = kHead;
  while (at < file.size()) {
    const auto length = little_endian<std::uint32_t>(file, at + 4);
    if (!length || *length > file.size() - at - kAround) return {};
    const std::size_t end = std::min<std::size_t>(at + kAround + *length + *length % 2, file.size());
    if (is_one_of(kWebpMetadata, as_text(file.subspan(at, 4)))) {
      parts.leave_out();
    } else {
      parts.keep(at, end);
    }
    at = end;
  }
  return parts.take();
}

}  // namespace

std::vector<Bytes> without_metadata(Bytes file) {
  const std::string_view text = as_text(file);
  if (text.starts_with("\x89PNG\r\n\x1a\n")) return of_png(file);
  if (text.starts_with("\xFF\xD8\xFF")) return of_jpeg(file);
  if (text.size() > 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP") return of_webp(file);
  return {};
}

}  // namespace bcheck::image
