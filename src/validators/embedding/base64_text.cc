// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/base64_text.h"

#include <array>
#include <cstdint>

namespace bcheck {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kNone = 1U << 24;  // beyond the 24 bits of four digits

constexpr auto kValues = [] {
  std::array<std::uint32_t, 256> values;
  values.fill(kNone);
  for (std::uint32_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kDigits[i])] = i;
  return values;
}();

std::uint32_t value_of(char c) {
  return kValues[static_cast<unsigned char>(c)];
}

}  // namespace

std::optional<std::size_t> decode_base64(std::string_view text, unsigned char* out) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.empty()) return 0;
  const std::size_t padding = !text.ends_with('=') ? 0 : !text.ends_with("==") ? 1 : 2;
  const unsigned char* const start = out;
  const std::size_t whole = text.size() - (padding != 0 ? 4 : 0);
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < whole; i += 4) {
    const std::uint32_t a = value_of(text[i]), b = value_of(text[i + 1]);
    const std::uint32_t c = value_of(text[i + 2]), d = value_of(text[i + 3]);
    seen |= a | b | c | d;
    const std::uint32_t bits = a << 18 | b << 12 | c << 6 | d;
    *out++ = static_cast<unsigned char>(bits >> 16);
    *out++ = static_cast<unsigned char>(bits >> 8);
    *out++ = static_cast<unsigned char>(bits);
  }
  if (padding != 0) {
    const std::uint32_t a = value_of(text[whole]), b = value_of(text[whole + 1]);
    const std::uint32_t c = padding == 2 ? 0 : value_of(text[whole + 2]);
    const std::uint32_t bits = a << 18 | b << 12 | c << 6;
    seen |= a | b | c;
    if ((bits & (padding == 2 ? 0xFFFFU : 0xFFU)) != 0) return std::nullopt;
    *out++ = static_cast<unsigned char>(bits >> 16);
    if (padding == 1) *out++ = static_cast<unsigned char>(bits >> 8);
  }
  if ((seen & kNone) != 0) return std::nullopt;
  return static_cast<std::size_t>(out - start);
}

}  // namespace bcheck
