// SPDX-License-Identifier: Apache-2.0
#include "validators/image/trailing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/image/codes.h"

namespace bcheck::image {
namespace {

using namespace std::string_view_literals;

struct Start {
  std::size_t at;
  std::string_view magic;
  std::string_view meaning;
};

constexpr std::array kStarts{
    Start{0, "\xff\xd8\xff"sv, "a second picture (JPEG)"},
    Start{0, "\x89PNG\r\n\x1a\n"sv, "a second picture (PNG)"},
    Start{0, "GIF8"sv, "a second picture (GIF)"},
    Start{8, "WEBP"sv, "a second picture (WebP)"},
    Start{4, "ftypheic"sv, "a second picture (HEIF)"},
    Start{4, "ftypavif"sv, "a second picture (AVIF)"},
    Start{4, "ftyp"sv, "a video (MP4)"},
};

constexpr std::string_view kPngEnd = "\0\0\0\0IEND\xae\x42\x60\x82"sv;

bool is_text(Bytes rest) {
  return std::all_of(rest.begin(), rest.end(),
                     [](unsigned char c) { return (c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r'); });
}

}  // namespace

std::string describe_trailing(Bytes rest) {
  const std::string_view text = as_text(rest);
  if (std::all_of(rest.begin(), rest.end(), [](unsigned char c) { return c == 0; })) return "zeros only";
  if (text == "\n" || text == "\r\n" || text == "\r") return "a line end";
  for (const Start& start : kStarts) {
    if (text.size() > start.at && text.substr(start.at).starts_with(start.magic)) return std::string(start.meaning);
  }
  if (text.ends_with(kPngEnd)) return "the tail of another PNG";
  if (is_text(rest)) return "text " + quote(text, 40);
  return "other data";
}

void check_trailing(Bytes bytes, std::size_t end, std::string_view marker, Observation& out) {
  if (end >= bytes.size()) return;
  const Bytes rest = bytes.subspan(end);
  out.fault(kTrailingData, Severity::kFail,
            fmt::format("{} after {} at byte {}: {}", counted(static_cast<std::int64_t>(rest.size()), "byte"), marker,
                        end, describe_trailing(rest)));
}

bool ends_in_zeros(Bytes bytes, std::size_t from) {
  constexpr std::size_t kEnough = 16;
  const auto last = std::find_if(bytes.rbegin(), bytes.rend(), [](unsigned char c) { return c != 0; });
  const auto zeros = static_cast<std::size_t>(last - bytes.rbegin());
  return zeros >= kEnough && bytes.size() - zeros <= from;
}

}  // namespace bcheck::image
