// SPDX-License-Identifier: Apache-2.0
#include "run/same_content.h"

#include <algorithm>
#include <charconv>
#include <variant>

#include "base/bytes16.h"
#include "base/checked.h"
#include "validators/image/without_metadata.h"

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

// What white() reads behind a byte.
constexpr std::size_t kBehind = 2;

// Blanks of one byte among sixteen; nothing where two stand in a row or white space of more bytes may begin.
std::optional<Bytes16> lone_blanks(const char* p) {
  const Bytes16 here = load16(p), next = load16(p + 1), third = load16(p + kBehind);
  const Bytes16 blanks = flags16(here <= 0x20);
  const Bytes16 wide =
      (flags16(here == 0xC2) & flags16(next == 0xA0)) |
      (flags16(here == 0xE3) & flags16(next == 0x80) & flags16(third == 0x80)) |
      (flags16(here == 0xE2) & flags16(next == 0x80) &
       (flags16(third <= 0x8A) | flags16(third == 0xA8) | flags16(third == 0xA9) | flags16(third == 0xAF)));
  if (any((blanks & flags16(next <= 0x20)) | wide)) return std::nullopt;
  return blanks;
}

// Less is a label in JSON, a flag, a number: it repeats by design.
constexpr std::size_t kLeastBytes = 64;

// Of a picture.
std::uint32_t extent_of(std::int64_t width, std::int64_t height) {
  constexpr std::int64_t kMost = UINT16_MAX;
  if (width <= 0 || height <= 0 || width > kMost || height > kMost) return 0;
  return static_cast<std::uint32_t>(width << 16 | height);
}

}  // namespace

// Sixteen bytes at once where no white space among them is a run; else a byte is always written, and only counted if it
// is not one more blank.
std::string_view ContentMarker::collapsed(std::string_view text) {
  if (collapsed_.size() < text.size()) collapsed_.resize(text.size());
  char* const begin = collapsed_.data();
  char* to = begin;
  bool gap = true;  // so that none begins it
  std::size_t next_block = 0;
  for (std::size_t i = 0; i < text.size();) {
    while (i >= next_block && i + sizeof(Bytes16) + kBehind <= text.size()) {
      next_block = i + sizeof(Bytes16);
      if (gap && static_cast<unsigned char>(text[i]) <= 0x20) break;
      const std::optional<Bytes16> blanks = lone_blanks(text.data() + i);
      if (!blanks) break;
      const Bytes16 copied = (load16(text.data() + i) & ~*blanks) | (*blanks & ' ');
      store16(to, copied);
      to += sizeof copied;
      i = next_block;
      gap = static_cast<unsigned char>(text[i - 1]) <= 0x20;
    }
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

ContentMarker::Answers ContentMarker::answers_of(const ArtifactRules& rules) {
  const auto option = rules.options.find("allow_texts");
  return option == rules.options.end() ? nullptr : std::get_if<std::vector<std::string>>(&option->second);
}

// As the check of texts takes them: the whole text, without the blanks around it.
bool ContentMarker::is_answer(std::string_view text) const {
  if (answers_ == nullptr) return false;
  return std::any_of(answers_->begin(), answers_->end(), [&](std::string_view answer) {
    const std::size_t first = answer.find_first_not_of(" \t\r\n");
    if (first == answer.npos) return false;
    return answer.substr(first, answer.find_last_not_of(" \t\r\n") - first + 1) == text;
  });
}

ContentMarker::Compared ContentMarker::compared(std::string_view bytes, Status status,
                                                std::span<const Measure> measures) {
  if (status == Status::kError || bytes.empty()) return {};
  std::int64_t width = 0;
  for (const Measure& measure : measures) {
    const auto* const number = std::get_if<std::int64_t>(&measure.value);
    if (number == nullptr) continue;
    if (measure.name == "width") width = *number;
    if (measure.name == "height" && status == Status::kPass) {
      return {bytes, extent_of(width, *number), ContentKind::kPicture, image::without_metadata(as_bytes(bytes))};
    }
    const bool text = measure.name == "chars";
    if (!text && measure.name != "dim") continue;
    if (status == Status::kFail) return {};
    const auto extent = static_cast<std::uint32_t>(std::clamp<std::int64_t>(*number, 0, UINT32_MAX));
    if (text) {
      const std::string_view words = collapsed(bytes);
      return is_answer(words) ? Compared() : Compared{words, extent, ContentKind::kText};
    }
    return {bytes, extent, ContentKind::kVector};
  }
  if (bytes.size() >= kLeastBytes) return {bytes, 0, ContentKind::kOther};
  if (status == Status::kFail) return {};
  return {bytes, 0, ContentKind::kLabel};
}

ContentMark ContentMarker::of(std::string_view bytes, Status status, std::span<const Measure> measures,
                              std::optional<std::uint64_t> hash) {
  const Compared content = compared(bytes, status, measures);
  if (content.kind == ContentKind::kNone) return {};
  const bool known = hash && content.kind != ContentKind::kText;  // a text is not compared as it stands
  return {known ? *hash : siphash(content.bytes, secret_), content.extent, content.kind};
}

std::array<std::uint64_t, 2> ContentMarker::digest_of(const Compared& content, std::string_view bytes,
                                                      std::string_view sha256) {
  std::array<std::uint64_t, 2> out{};
  if (!sha256.empty() && content.bytes.data() == bytes.data() && content.parts.empty()) {
    for (std::size_t half = 0; half < 2; ++half) {
      std::from_chars(sha256.data() + 16 * half, sha256.data() + 16 * (half + 1), out[half], 16);
    }
    return out;
  }
  if (!sha256_) sha256_.emplace();
  if (content.parts.empty()) sha256_->update(as_bytes(content.bytes));
  for (const Bytes part : content.parts) sha256_->update(part);
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
