// SPDX-License-Identifier: Apache-2.0
#include "sources/record_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {

Result<std::vector<std::string>> parse_pointer(std::string_view pointer) {
  std::vector<std::string> tokens;
  if (pointer.empty()) return tokens;
  if (pointer.front() != '/') {
    // A bare name is what people write first, and of a table it is the column.
    if (pointer.find('/') == std::string_view::npos) return std::vector<std::string>{std::string(pointer)};
    return bad_question(fmt::format("{} is no place in a record", quote(pointer)),
                        "write a JSON pointer, which begins with '/': \"/response/body\"");
  }
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    std::string token;
    for (std::size_t i = 0; i < end; ++i) {
      if (pointer[i] != '~') {
        token += pointer[i];
        continue;
      }
      const char next = i + 1 < end ? pointer[++i] : '\0';
      if (next != '0' && next != '1') {
        return bad_question(fmt::format("a '~' in a JSON pointer is written ~0, and '/' is ~1"), "");
      }
      token += next == '0' ? '~' : '/';
    }
    tokens.push_back(std::move(token));
    pointer.remove_prefix(end);
  }
  return tokens;
}

Result<RecordPlaces> RecordPlaces::make(std::string_view key) {
  RecordPlaces places;
  if (auto added = places.add(key); !added) return tl::unexpected(std::move(added.error()));
  return places;
}

Result<std::size_t> RecordPlaces::add(std::string_view pointer) {
  auto tokens = parse_pointer(pointer);
  if (!tokens) return tl::unexpected(std::move(tokens.error()));
  std::int32_t at = 0;
  for (std::string& token : *tokens) {
    std::int32_t next = child(at, token);
    if (next == kNone) {
      next = static_cast<std::int32_t>(nodes_.size());
      nodes_[static_cast<std::size_t>(at)].children.push_back(next);
      nodes_.push_back({std::move(token), kNone, {}});
    }
    at = next;
  }
  Node& node = nodes_[static_cast<std::size_t>(at)];
  if (node.field == kNone) {
    node.field = static_cast<std::int32_t>(pointers_.size());
    pointers_.emplace_back(pointer);
  }
  return static_cast<std::size_t>(node.field);
}

std::string RecordPlaces::column(std::size_t field) const {
  const auto tokens = parse_pointer(pointers_[field]);
  return tokens && tokens->size() == 1 ? tokens->front() : std::string();
}

std::int32_t RecordPlaces::child(std::int32_t parent, std::string_view token) const {
  for (const std::int32_t index : node(parent).children) {
    if (node(index).token == token) return index;
  }
  return kNone;
}

}  // namespace bcheck
