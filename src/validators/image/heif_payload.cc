// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif_payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/box_numbers.h"
#include "validators/image/boxes.h"
#include "validators/image/codes.h"
#include "validators/image/zero_run.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kManyZeros = 64;
constexpr std::size_t kHevcLengthSize =
    21;  // where hvcC says how many bytes a length takes (ISO/IEC 14496-15, 8.3.3.1)
constexpr unsigned kObuMetadata = 5, kObuPadding = 15;

// Bytes before a NAL unit that say its length; nothing where items differ in it or none says.
std::optional<std::size_t> length_size(Bytes meta) {
  if (meta.size() < kFullBox) return std::nullopt;
  const std::vector<Box> boxes = boxes_in(meta.subspan(kFullBox));
  const Box* const properties = find_box(boxes, "iprp");
  if (properties == nullptr) return std::nullopt;
  const std::vector<Box> lists = boxes_in(properties->body);
  const Box* const list = find_box(lists, "ipco");
  if (list == nullptr) return std::nullopt;
  std::optional<std::size_t> size;
  for (const Box& box : boxes_in(list->body)) {
    if (box.type != "hvcC" || box.body.size() <= kHevcLengthSize) continue;
    const std::size_t here = (box.body[kHevcLengthSize] & 3U) + 1;
    if (size && *size != here) return std::nullopt;
    size = here;
  }
  return size;
}

// Where three bytes stand that no NAL unit has: two zeros and one below 3.
std::optional<std::size_t> forbidden_in_nal(Bytes unit) {
  for (std::size_t i = 2; i < unit.size();) {
    if (unit[i] > 2) {
      i += 3;
    } else if (unit[i - 1] == 0 && unit[i - 2] == 0) {
      return i - 2;
    } else {
      ++i;
    }
  }
  return std::nullopt;
}

void check_hevc(Bytes data, std::size_t length_bytes, std::uint64_t id, Observation& out) {
  for (std::size_t at = 0; at < data.size();) {
    std::uint64_t length = 0;
    const auto head = slice(data, at, length_bytes);
    if (head) {
      for (const unsigned char byte : *head) length = length << 8 | byte;
    }
    const auto unit = head ? slice(data, at + length_bytes, length) : std::nullopt;
    if (!unit || unit->empty()) {
      return fault_once(
          out, kBadStructure, Severity::kFail,
          fmt::format("item {}: its NAL units do not fill it: the one at byte {} has no such length", id, at));
    }
    if (const auto found = forbidden_in_nal(*unit)) {
      const std::size_t place = at + length_bytes + *found;
      return fault_once(
          out, kCorruptData, Severity::kFail,
          fmt::format("item {}: zero bytes at byte {} of {}, which HEVC never has; a block that was lost", id,
                      grouped(static_cast<std::int64_t>(place)), grouped(static_cast<std::int64_t>(data.size()))));
    }
    at += length_bytes + static_cast<std::size_t>(length);
  }
}

// What the OBU at the beginning of `data` is of, and its size with its header (AV1, 5.3.2). All that is left where it
// does not say, or says more.
struct Obu {
  unsigned type = 0;
  std::size_t size = 0;
};

Obu obu_at(Bytes data) {
  Obu obu{data[0] >> 3 & 15U, data.size()};
  const bool extended = (data[0] & 4U) != 0, sized = (data[0] & 2U) != 0;
  if (!sized) return obu;
  std::uint64_t size = 0;
  std::size_t at = extended ? 2 : 1;
  for (unsigned shift = 0; shift < 56 && at < data.size(); shift += 7, ++at) {  // leb128 (4.10.5)
    size |= std::uint64_t{data[at] & 0x7fU} << shift;
    if ((data[at] & 0x80U) != 0) continue;
    if (size <= data.size() - at - 1) obu.size = at + 1 + static_cast<std::size_t>(size);
    break;
  }
  return obu;
}

void check_av1(Bytes data, std::uint64_t id, Observation& out) {
  for (std::size_t at = 0; at < data.size();) {
    const Bytes rest = data.subspan(at);
    const Obu obu = obu_at(rest);
    // Padding may be anything, and so may what metadata say.
    const bool coded = obu.type != kObuPadding && obu.type != kObuMetadata;
    if (const auto run = coded ? find_zero_run(rest.first(obu.size), kManyZeros) : std::nullopt) {
      return fault_once(out, kCorruptData, Severity::kFail,
                        fmt::format("item {}: {} zero bytes in a row at byte {} of {}, a block that was lost", id,
                                    run->length, grouped(static_cast<std::int64_t>(at + run->at)),
                                    grouped(static_cast<std::int64_t>(data.size()))));
    }
    at += obu.size;
  }
}

}  // namespace

void check_heif_payload(std::span<const HeifItem> items, Bytes meta, std::uint64_t file_size, Observation& out) {
  const std::optional<std::size_t> length_bytes = length_size(meta);
  std::vector<unsigned char> joined;
  std::uint64_t left = 2 * file_size;
  for (const HeifItem& item : items) {
    const bool hevc = item.type == "hvc1" && length_bytes;
    if ((!hevc && item.type != "av01") || item.extents.empty()) continue;
    std::uint64_t size = 0;
    for (const Bytes extent : item.extents) size += extent.size();
    if (size > left) {
      out.unchecked = "items that lie one over another: not all of their data are looked at";
      return;
    }
    left -= size;
    Bytes data = item.extents.front();
    if (item.extents.size() > 1) {
      joined.clear();
      for (const Bytes extent : item.extents) joined.insert(joined.end(), extent.begin(), extent.end());
      data = joined;
    }
    hevc ? check_hevc(data, *length_bytes, item.id, out) : check_av1(data, item.id, out);
  }
}

}  // namespace bcheck::image
