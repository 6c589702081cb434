// SPDX-License-Identifier: Apache-2.0
// By what products of different keys are found to have the same content where the products themselves are not at hand:
// what the report of a shard says of them (run/batch_checks.h compares, `bcheck merge` compares between shards).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bcheck {

// What a product is compared as, and so what its extent is.
enum class ContentKind : std::uint8_t {
  kNone,     // it is not compared
  kLabel,    // a short one of another type, by its bytes; no extent
  kOther,    // by its bytes; no extent
  kText,     // by its words, white space left out of account; extent: code points
  kVector,   // by its bytes; extent: dimension
  kPicture,  // by its bytes but metadata; extent: width * 65536 + height, 0 where one of them is more than 65535
};

std::string_view name_of(ContentKind kind);  // "none", "label", "other", "text", "vector", "picture"
std::optional<ContentKind> content_kind_of(std::string_view name);

// Keyed with nothing, so that marks of different runs are comparable. Whoever makes two contents with one digest has
// found a collision of the first 128 bits of SHA-256.
struct SharedMark {
  ContentKind kind = ContentKind::kNone;
  std::uint32_t extent = 0;
  std::array<std::uint64_t, 2> digest{};  // the first 16 bytes of SHA-256, big-endian

  bool operator==(const SharedMark&) const = default;
};

}  // namespace bcheck
