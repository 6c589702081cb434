// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "validators/image/box_numbers.h"
#include "validators/image/boxes.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

struct Size {
  std::uint64_t width = 0, height = 0;

  bool operator==(const Size&) const = default;
};

using Sizes = std::map<std::uint64_t, Size>;  // by item

std::optional<Size> size_in(const Box& box) {
  if (box.type != "ispe") return std::nullopt;
  BoxNumbers in(box.body);
  in.next(kFullBox);
  const Size size{in.next(4), in.next(4)};
  return in.failed() ? std::nullopt : std::optional(size);
}

// What a box `ipma` associates (ISO/IEC 23008-12, 9.3.1): properties by their place in `ipco`, from 1.
void associate(Bytes body, std::span<const Box> properties, Sizes& sizes) {
  BoxNumbers in(body);
  const std::uint64_t version = in.next(1);
  const unsigned width = (in.next(3) & 1) != 0 ? 2 : 1;
  const std::uint64_t essential = std::uint64_t{1} << (8 * width - 1);
  const std::uint64_t entries = in.next(4);
  for (std::uint64_t i = 0; i < entries && !in.failed(); ++i) {
    const std::uint64_t item = in.next(version < 1 ? 2 : 4);
    for (std::uint64_t left = in.next(1); left > 0 && !in.failed(); --left) {
      const std::uint64_t place = in.next(width) & ~essential;
      if (place == 0 || place > properties.size()) continue;
      if (const auto size = size_in(properties[place - 1]))
        sizes.insert_or_assign(item, *size);  // as libheif: the last one
    }
  }
}

// Nothing where the list of properties is not readable to its end: the decoder may count on where this cannot.
std::optional<Sizes> declared_sizes(Bytes meta) {
  Sizes sizes;
  if (meta.size() < kFullBox) return sizes;
  const std::vector<Box> boxes = boxes_in(meta.subspan(kFullBox));
  const Box* const properties = find_box(boxes, "iprp");
  if (properties == nullptr) return sizes;
  const std::vector<Box> lists = boxes_in(properties->body);
  const Box* const list = find_box(lists, "ipco");
  if (list == nullptr) return sizes;
  const std::vector<Box> all = boxes_in(list->body);
  const std::uint64_t end = all.empty() ? 0 : all.back().at + all.back().size;
  if (end != list->body.size()) return std::nullopt;
  for (const Box& box : lists) {
    if (box.type == "ipma") associate(box.body, all, sizes);
  }
  return sizes;
}

// Nothing where the data end before it.
std::optional<Size> canvas_of(const HeifItem& item) {
  constexpr std::size_t kMost = 24;  // the longest head of the two
  std::vector<unsigned char> head;
  for (const Bytes extent : item.extents) {
    head.insert(head.end(), extent.begin(),
                extent.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, extent.size())));
  }
  BoxNumbers in(head);
  in.next(1);
  const unsigned width = (in.next(1) & 1) != 0 ? 4 : 2;
  in.next(item.type == "grid" ? 2 : 8);  // rows and columns; the colour of the ground
  const Size size{in.next(width), in.next(width)};
  return in.failed() ? std::nullopt : std::optional(size);
}

}  // namespace

void check_heif_canvases(std::span<const HeifItem> items, Bytes meta, Observation& out) {
  const std::optional<Sizes> sizes = declared_sizes(meta);
  for (const HeifItem& item : items) {
    if (item.type != "grid" && item.type != "iovl") continue;
    if (item.extents.empty()) {
      out.unchecked = fmt::format("item {} is put together as data say that lie in another file", item.id);
      return;
    }
    if (!sizes) {
      return fault_once(out, kBadStructure, Severity::kFail, "the list of properties (ipco) cannot be read to its end");
    }
    const auto declared = sizes->find(item.id);
    if (declared == sizes->end()) continue;
    const auto canvas = canvas_of(item);
    if (canvas == declared->second) continue;
    const Size& size = declared->second;
    fault_once(out, kBadStructure, Severity::kFail,
               canvas ? fmt::format("item {} declares {} x {} pixels, and puts them together on {} x {}", item.id,
                                    size.width, size.height, canvas->width, canvas->height)
                      : fmt::format("item {}: its data end before the size of its canvas", item.id));
  }
}

}  // namespace bcheck::image
