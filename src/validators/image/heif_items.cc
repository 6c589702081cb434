// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/checked.h"
#include "validators/image/box_numbers.h"
#include "validators/image/boxes.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

struct Widths {
  unsigned offset, length, base, index;
};

bool is_width(unsigned bytes) {
  return bytes == 0 || bytes == 4 || bytes == 8;
}

// Nothing where an extent lies outside of what holds it.
std::optional<HeifItem> read_item(BoxNumbers& in, const Widths& widths, unsigned version, Bytes file, Bytes idat,
                                  Observation& out) {
  HeifItem item;
  item.id = in.next(version < 2 ? 2 : 4);
  const std::uint64_t method = version == 0 ? 0 : in.next(2) & 15;
  const std::uint64_t reference = in.next(2);
  const std::uint64_t base = in.next(widths.base);
  std::uint64_t extents = in.next(2);
  // Extents without any number are all alike, and cost a file nothing.
  if (widths.offset + widths.length + (version > 0 ? widths.index : 0) == 0)
    extents = std::min<std::uint64_t>(extents, 1);
  // Of another file, or made of other items: nothing to compare with.
  const bool here = reference == 0 && method <= 1;
  const Bytes holder = method == 0 ? file : idat;
  for (std::uint64_t i = 0; i < extents && !in.failed(); ++i) {
    if (version > 0) in.next(widths.index);
    const std::uint64_t offset = in.next(widths.offset);
    const std::uint64_t length = in.next(widths.length);
    if (in.failed() || !here) continue;
    const auto start = checked_add(base, offset);
    const auto part = start ? slice(holder, *start, length) : std::nullopt;
    if (!part) {
      fault_once(out, kTruncated, Severity::kFail,
                 fmt::format("the data of item {} lie behind the end of {}", item.id,
                             method == 0 ? "the file" : "the box 'idat'"));
      return std::nullopt;
    }
    if (length > 0) item.extents.push_back(*part);
  }
  return item;
}

constexpr std::uint64_t kMostItems = 1ULL << 20;  // tiles of a picture of 500 million pixels: some thousands

Bytes behind(Bytes body, std::size_t length) {
  return body.size() < length ? Bytes() : body.subspan(length);
}

// The coding of each item, by its number.
std::map<std::uint64_t, std::string_view> types_of(std::span<const Box> boxes) {
  std::map<std::uint64_t, std::string_view> types;
  const Box* const infos = find_box(boxes, "iinf");
  if (infos == nullptr || infos->body.empty()) return types;
  for (const Box& info : boxes_in(behind(infos->body, kFullBox + (infos->body[0] == 0 ? 2 : 4)))) {
    if (info.type != "infe" || info.body.empty() || info.body[0] < 2) continue;
    BoxNumbers in(behind(info.body, kFullBox));
    const unsigned width = info.body[0] == 2 ? 2 : 4;
    const std::uint64_t id = in.next(width);
    const auto type = slice(info.body, kFullBox + width + 2, 4);  // behind the index of its protection
    if (type) types.emplace(id, as_text(*type));
  }
  return types;
}

}  // namespace

bool has_coding(std::span<const HeifItem> items, std::string_view type) {
  return std::any_of(items.begin(), items.end(), [&](const HeifItem& item) { return item.type == type; });
}

std::string_view other_coding(std::span<const HeifItem> items) {
  constexpr std::array<std::string_view, 9> kOthers{"avc1", "avs3", "evc1", "j2k1", "jpeg",
                                                    "jxs1", "lhv1", "unci", "vvc1"};
  for (const HeifItem& item : items) {
    if (std::find(kOthers.begin(), kOthers.end(), item.type) != kOthers.end()) return item.type;
  }
  return {};
}

std::vector<HeifItem> read_heif_items(Bytes bytes, Bytes meta, Observation& out) {
  const std::vector<Box> boxes = boxes_in(behind(meta, kFullBox));
  std::vector<HeifItem> found;
  const Box* const places = find_box(boxes, "iloc");
  if (places == nullptr) {
    fault_once(out, kBadStructure, Severity::kFail, "the box 'meta' has no list of items (iloc)");
    return found;
  }
  const std::map<std::uint64_t, std::string_view> types = types_of(boxes);
  const Box* const idat = find_box(boxes, "idat");
  BoxNumbers in(places->body);
  const auto version = static_cast<unsigned>(in.next(1));
  in.next(3);
  const auto sizes = static_cast<unsigned>(in.next(2));
  const Widths widths{sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, sizes & 15};
  const bool readable = version <= 2 && is_width(widths.offset) && is_width(widths.length) && is_width(widths.base) &&
                        (version == 0 || is_width(widths.index));
  const std::uint64_t items = readable ? in.next(version < 2 ? 2 : 4) : 0;
  if (items > kMostItems) {
    fault_once(out, kBomb, Severity::kFail, fmt::format("{} items; at most {} are looked at", items, kMostItems));
    return found;
  }
  for (std::uint64_t i = 0; i < items && !in.failed(); ++i) {
    auto item = read_item(in, widths, version, bytes, idat == nullptr ? Bytes() : idat->body, out);
    if (!item) return found;
    const auto type = types.find(item->id);
    if (type != types.end()) item->type = type->second;
    found.push_back(std::move(*item));
  }
  if (!readable || in.failed()) {
    fault_once(out, kBadStructure, Severity::kFail, "the list of items (iloc) cannot be read");
  }
  return found;
}

}  // namespace bcheck::image
