// SPDX-License-Identifier: Apache-2.0
#include "validators/zeros.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/checked.h"
#include "base/text.h"

namespace bcheck {
namespace {

// Compressed or under checksums to the last byte, or closed by a signature.
constexpr std::array<std::string_view, 7> kClosed{"arrow", "bzip2", "flac", "ogg", "parquet", "pdf", "zstd"};

constexpr std::array<std::string_view, 11> kCharacters{"csv", "gltf", "html", "json", "jsonl", "obj",
                                                       "srt", "svg",  "tsv",  "vtt",  "xml"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string number(std::uint64_t value) {
  return grouped(static_cast<std::int64_t>(value));
}

// Where the end record of the archive, with its comment, covers the last byte that is not zero: writers that fill a
// block (bsdtar to a pipe) pad a whole archive so.
bool ends_in_zip_record(Bytes bytes, std::uint64_t end) {
  constexpr std::uint64_t kRecord = 22, kLongest = kRecord + 65535;
  const std::uint64_t from = end > kLongest ? end - kLongest : 0;
  const std::string_view window = as_text(bytes.subspan(from, end - from));
  const auto at = window.rfind("PK\5\6");
  if (at == window.npos) return false;
  const auto comment = little_endian<std::uint16_t>(bytes, from + at + 20);
  return comment && end <= from + at + kRecord + *comment;
}

bool is_utf16(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

}  // namespace

bool all_zero(Bytes bytes) {
  return !bytes.empty() && bytes[0] == 0 && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

std::uint64_t zeros_at_end(Bytes bytes) {
  std::size_t end = bytes.size();
  for (std::uint64_t word = 0; end >= sizeof word; end -= sizeof word) {
    std::memcpy(&word, bytes.data() + end - sizeof word, sizeof word);
    if (word != 0) break;
  }
  while (end > 0 && bytes[end - 1] == 0) --end;
  return bytes.size() - end;
}

bool is_only_characters(const Format& format) {
  return contains(kCharacters, format.name);
}

std::optional<Fault> find_zero_tail(Bytes bytes, const Format& format) {
  const bool characters = is_only_characters(format);
  const bool zip = format.family == "zip", xz = format.name == "xz";
  if (!characters && !zip && !xz && !contains(kClosed, format.name)) return std::nullopt;
  // Text of less than a sector: a few suffice, and more than UTF-16 or UTF-32 end in.
  const std::uint64_t enough = characters && bytes.size() < 512 ? 4 : kZeroTail;
  const std::uint64_t zeros = zeros_at_end(bytes);
  if (zeros < enough || zeros == bytes.size() || (characters && is_utf16(bytes))) return std::nullopt;

  const std::uint64_t end = bytes.size() - zeros;
  if (xz && zeros % 4 == 0 && as_text(bytes.first(end)).ends_with("YZ")) return std::nullopt;  // stream padding
  Fault fault{"artifact.zero-tail", Severity::kFail,
              fmt::format("the last {} of {} bytes are zero", number(zeros), number(bytes.size()))};
  if (zip && ends_in_zip_record(bytes, end)) {
    fault.severity = Severity::kWarn;
    fault.message += ", behind a complete end record";
  } else if (end % 4096 == 0) {
    fault.message += "; they begin at a multiple of 4,096, as after a lost write";
  }
  fault.measured = static_cast<std::int64_t>(zeros);
  return fault;
}

std::optional<Fault> find_zero_run(Bytes bytes) {
  if (is_utf16(bytes)) return std::nullopt;
  const unsigned char* at = bytes.data();
  const unsigned char* const end = at + bytes.size();
  while (at < end) {
    const auto* const first = static_cast<const unsigned char*>(std::memchr(at, 0, static_cast<std::size_t>(end - at)));
    if (first == nullptr) return std::nullopt;
    at = std::find_if(first, end, [](unsigned char byte) { return byte != 0; });
    const auto run = static_cast<std::uint64_t>(at - first);
    if (run < kZeroTail) continue;
    Fault fault{"artifact.zero-run", Severity::kFail,
                fmt::format("{} zero bytes from byte {} on, in the middle of text", number(run),
                            number(static_cast<std::uint64_t>(first - bytes.data())))};
    fault.measured = static_cast<std::int64_t>(run);
    return fault;
  }
  return std::nullopt;
}

bool zeros_are_said(const Observation& out) {
  return std::any_of(out.faults.begin(), out.faults.end(), [](const Fault& fault) {
    return fault.code == "artifact.zero-tail" || fault.code == "artifact.zero-run";
  });
}

}  // namespace bcheck
