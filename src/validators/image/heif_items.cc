// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/checked.h"
#include "validators/image/boxes.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

// Numbers one behind the other, of widths that the box itself declares. After the first that is not all there, every
// number is 0 and failed() is true.
class Numbers {
 public:
  explicit Numbers(Bytes bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }

  std::uint64_t next(unsigned width) {
    const auto part = slice(bytes_, at_, width);
    failed_ = failed_ || !part;
    if (failed_) return 0;
    at_ += width;
    std::uint64_t value = 0;
    for (const unsigned char byte : *part) value = value << 8 | byte;
    return value;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

struct Widths {
  unsigned offset, length, base, index;
};

bool is_width(unsigned bytes) {
  return bytes == 0 || bytes == 4 || bytes == 8;
}

// False where an extent lies outside of what holds it.
bool check_item(Numbers& in, const Widths& widths, unsigned version, std::uint64_t file, std::uint64_t idat,
                Observation& out) {
  const std::uint64_t id = in.next(version < 2 ? 2 : 4);
  const std::uint64_t method = version == 0 ? 0 : in.next(2) & 15;
  const std::uint64_t reference = in.next(2);
  const std::uint64_t base = in.next(widths.base);
  const std::uint64_t extents = in.next(2);
  // Of another file, or made of other items: nothing to compare with.
  const bool here = reference == 0 && method <= 1;
  const std::uint64_t most = method == 0 ? file : idat;
  for (std::uint64_t i = 0; i < extents && !in.failed(); ++i) {
    if (version > 0) in.next(widths.index);
    const std::uint64_t offset = in.next(widths.offset);
    const std::uint64_t length = in.next(widths.length);
    if (in.failed() || !here) continue;
    const auto start = checked_add(base, offset);
    const auto end = start ? checked_add(*start, length) : std::nullopt;
    if (end && *end <= most) continue;
    fault_once(
        out, kTruncated, Severity::kFail,
        fmt::format("the data of item {} lie behind the end of {}", id, method == 0 ? "the file" : "the box 'idat'"));
    return false;
  }
  return true;
}

constexpr std::size_t kFullBox = 4;  // version and flags

Bytes behind(Bytes body, std::size_t length) {
  return body.size() < length ? Bytes() : body.subspan(length);
}

}  // namespace

std::string_view other_coding(Bytes meta) {
  constexpr std::array<std::string_view, 9> kOthers{"avc1", "avs3", "evc1", "j2k1", "jpeg",
                                                    "jxs1", "lhv1", "unci", "vvc1"};
  const std::vector<Box> boxes = boxes_in(behind(meta, kFullBox));
  const Box* const infos = find_box(boxes, "iinf");
  if (infos == nullptr || infos->body.empty()) return {};
  for (const Box& info : boxes_in(behind(infos->body, kFullBox + (infos->body[0] == 0 ? 2 : 4)))) {
    if (info.type != "infe" || info.body.empty() || info.body[0] < 2) continue;
    // Behind the item's number, of 2 or 4 bytes, and the index of its protection.
    const auto type = slice(info.body, kFullBox + (info.body[0] == 2 ? 2 : 4) + 2, 4);
    if (type && std::find(kOthers.begin(), kOthers.end(), as_text(*type)) != kOthers.end()) return as_text(*type);
  }
  return {};
}

void check_heif_items(Bytes bytes, Bytes meta, Observation& out) {
  const std::vector<Box> boxes = boxes_in(behind(meta, kFullBox));
  const Box* const places = find_box(boxes, "iloc");
  if (places == nullptr) {
    return fault_once(out, kBadStructure, Severity::kFail, "the box 'meta' has no list of items (iloc)");
  }
  const Box* const idat = find_box(boxes, "idat");
  Numbers in(places->body);
  const auto version = static_cast<unsigned>(in.next(1));
  in.next(3);
  const auto sizes = static_cast<unsigned>(in.next(2));
  const Widths widths{sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, sizes & 15};
  const bool readable = version <= 2 && is_width(widths.offset) && is_width(widths.length) && is_width(widths.base) &&
                        (version == 0 || is_width(widths.index));
  const std::uint64_t items = readable ? in.next(version < 2 ? 2 : 4) : 0;
  for (std::uint64_t i = 0; i < items && !in.failed(); ++i) {
    if (!check_item(in, widths, version, bytes.size(), idat == nullptr ? 0 : idat->body.size(), out)) return;
  }
  if (!readable || in.failed()) {
    fault_once(out, kBadStructure, Severity::kFail, "the list of items (iloc) cannot be read");
  }
}

}  // namespace bcheck::image
