// SPDX-License-Identifier: Apache-2.0
#include "validators/image/boxes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.h"
#include "validators/image/codes.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

// A file of a few bytes a box would cost more to list than to decode; pictures have a dozen.
constexpr std::size_t kMostBoxes = 1 << 16;

bool is_word(std::string_view type) {
  return std::all_of(type.begin(), type.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool contains(std::span<const std::string_view> types, std::string_view type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::string missing_of(std::span<const std::string_view> needed, std::span<const Box> boxes) {
  for (const std::string_view type : needed) {
    if (find_box(boxes, type) == nullptr) return std::string(type);
  }
  return {};
}

}  // namespace

std::optional<Box> box_at(Bytes bytes, std::size_t at) {
  const auto size = big_endian<std::uint32_t>(bytes, at);
  const auto word = slice(bytes, at + 4, 4);
  if (!size || !word || !is_word(as_text(*word))) return std::nullopt;
  Box box;
  box.type = as_text(*word);
  box.at = at;
  box.size = *size;
  std::size_t header = 8;
  const std::size_t left = bytes.size() - at;
  if (*size == 0) box.size = left;  // to the end of the file
  if (*size == 1) {
    const auto large = big_endian<std::uint64_t>(bytes, at + 8);
    if (!large) return std::nullopt;
    box.size = *large;
    header = 16;
  }
  if (box.size < header) return std::nullopt;
  box.whole = box.size <= left;
  const std::size_t length = box.whole ? static_cast<std::size_t>(box.size) : left;
  box.body = bytes.subspan(at + header, length - header);
  return box;
}

std::vector<Box> boxes_in(Bytes bytes) {
  std::vector<Box> boxes;
  std::size_t at = 0;
  while (at < bytes.size() && boxes.size() < kMostBoxes) {
    const std::optional<Box> box = box_at(bytes, at);
    if (!box || !box->whole) break;
    boxes.push_back(*box);
    at += static_cast<std::size_t>(box->size);
  }
  return boxes;
}

const Box* find_box(std::span<const Box> boxes, std::string_view type) {
  const auto at = std::find_if(boxes.begin(), boxes.end(), [&](const Box& b) { return b.type == type; });
  return at == boxes.end() ? nullptr : &*at;
}

std::vector<Box> read_file_boxes(Bytes bytes, std::span<const std::string_view> needed,
                                 std::span<const std::string_view> known, Observation& out) {
  std::vector<Box> boxes = boxes_in(bytes);
  // Where the first box comes again, another file begins.
  const auto again = std::find_if(boxes.begin() + (boxes.empty() ? 0 : 1), boxes.end(),
                                  [&](const Box& b) { return b.type == needed.front(); });
  boxes.erase(again, boxes.end());
  const std::size_t end = boxes.empty() ? 0 : boxes.back().at + static_cast<std::size_t>(boxes.back().size);
  const std::string missing = missing_of(needed, boxes);
  if (end < bytes.size()) {
    const std::optional<Box> next = box_at(bytes, end);
    if (next && !next->whole && (contains(needed, next->type) || contains(known, next->type))) {
      fault_once(out, kTruncated, Severity::kFail,
                 fmt::format("the box '{}' at byte {} has {} bytes, and the file ends after {}", next->type, end,
                             next->size, bytes.size() - end));
      boxes.push_back(*next);
      return boxes;
    }
    if (missing.empty()) {
      check_trailing(bytes, end, fmt::format("the box '{}'", boxes.back().type), out);
      return boxes;
    }
    if (bytes.size() - end < 8) {
      fault_once(out, kTruncated, Severity::kFail, "the file ends inside the header of a box");
    } else {
      fault_once(out, kBadStructure, Severity::kFail, fmt::format("no box stands at byte {}", end));
    }
    return boxes;
  }
  if (!missing.empty()) {
    fault_once(out, kTruncated, Severity::kFail, fmt::format("the file ends before its box '{}'", missing));
  }
  return boxes;
}

}  // namespace bcheck::image
