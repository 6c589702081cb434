// SPDX-License-Identifier: Apache-2.0
#include "run/same_content.h"

#include <algorithm>
#include <charconv>
#include <variant>

#include "base/checked.h"

namespace bcheck {
namespace {

// Bytes of the white space at the start: ASCII and controls, no-break space, those of U+2000 to U+200A, line and
// paragraph separators, ideographic space; 0 if there is none.
std::size_t white(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) <= 0x20) return 1;
  if (byte(0) < 0xC2) return 0;
  if (byte(0) == 0xC2 && byte(1) == 0xA0) return 2;
  if (byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80) return 3;
  if (byte(0) != 0xE2 || byte(1) != 0x80) return 0;
  const unsigned last = byte(2);
  return (last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
}

// What is more than one byte long; nearly all characters begin with another.
bool may_begin_white(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte == 0xC2 || byte == 0xE2 || byte == 0xE3;
}

// Less is a label in JSON, a flag, a number: it repeats by design.
constexpr std::size_t kLeastBytes = 64;

}  // namespace

// One pass in place of a copy of each run: a byte is always written, and only counted if it is not one more blank.
std::string_view ContentMarker::collapsed(std::string_view text) {
  if (collapsed_.size() < text.size()) collapsed_.resize(text.size());
  char* const begin = collapsed_.data();
  char* to = begin;
  bool gap = true;  // so that none begins it
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (may_begin_white(c)) {
      if (const std::size_t size = white(text.substr(i)); size != 0) {
        *to = ' ';
        to += !gap;
        gap = true;
        i += size;
        continue;
      }
    }
    const bool blank = static_cast<unsigned char>(c) <= 0x20;
    *to = blank ? ' ' : c;
    to += !(blank && gap);
    gap = blank;
    ++i;
  }
  if (gap && to != begin) --to;
  return {begin, static_cast<std::size_t>(to - begin)};
}

ContentMarker::Compared ContentMarker::compared(std::string_view bytes, Status status,
                                                std::span<const Measure> measures) {
  if (status == Status::kError || bytes.empty()) return {};
  for (const Measure& measure : measures) {
    const auto* const number = std::get_if<std::int64_t>(&measure.value);
    const bool text = measure.name == "chars";
    if (number == nullptr || (!text && measure.name != "dim")) continue;
    if (status == Status::kFail) return {};
    const auto extent = static_cast<std::uint32_t>(std::clamp<std::int64_t>(*number, 0, UINT32_MAX));
    if (text) return {collapsed(bytes), extent, ContentKind::kText};
    return {bytes, extent, ContentKind::kVector};
  }
  if (bytes.size() < kLeastBytes) return {};
  return {bytes, 0, ContentKind::kOther};
}

ContentMark ContentMarker::of(std::string_view bytes, Status status, std::span<const Measure> measures) {
  const Compared content = compared(bytes, status, measures);
  if (content.kind == ContentKind::kNone) return {};
  return {siphash(content.bytes, secret_), content.extent, content.kind};
}

std::array<std::uint64_t, 2> ContentMarker::digest_of(const Compared& content, std::string_view bytes,
                                                      std::string_view sha256) {
  std::array<std::uint64_t, 2> out{};
  if (!sha256.empty() && content.bytes.data() == bytes.data()) {
    for (std::size_t half = 0; half < 2; ++half) {
      std::from_chars(sha256.data() + 16 * half, sha256.data() + 16 * (half + 1), out[half], 16);
    }
    return out;
  }
  if (!sha256_) sha256_.emplace();
  sha256_->update(as_bytes(content.bytes));
  const Digest digest = sha256_->finish();
  for (std::size_t half = 0; half < 2; ++half) out[half] = *big_endian<std::uint64_t>(digest, 8 * half);
  return out;
}

// A text is hashed as it is compared, which costs less than another SHA-256 and is seldom the file's own bytes.
ContentMark ContentMarker::of_file(std::string_view bytes, Status status, std::span<const Measure> measures,
                                   std::string_view sha256) {
  const Compared content = compared(bytes, status, measures);
  if (content.kind == ContentKind::kNone) return {};
  if (content.kind == ContentKind::kText) return {siphash(content.bytes, secret_), content.extent, content.kind};
  const auto digest = digest_of(content, bytes, sha256);
  const auto* const start = reinterpret_cast<const char*>(digest.data());
  return {siphash({start, sizeof digest}, secret_), content.extent, content.kind};
}

std::optional<SharedMark> ContentMarker::shared(std::string_view bytes, Status status,
                                                std::span<const Measure> measures, std::string_view sha256) {
  const Compared content = compared(bytes, status, measures);
  if (content.kind == ContentKind::kNone) return std::nullopt;
  return SharedMark{content.kind, content.extent, digest_of(content, bytes, sha256)};
}

}  // namespace bcheck
