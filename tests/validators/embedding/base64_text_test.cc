// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/base64_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"

namespace bcheck {
namespace {

std::optional<std::string> decode(std::string_view text) {
  std::vector<unsigned char> out(base64_room(text));
  const auto size = decode_base64(text, out.data());
  if (!size) return std::nullopt;
  EXPECT_LE(*size, out.size());
  return std::string(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(*size));
}

TEST(Base64Text, IsTheInverse) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(decode(base64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 37);
  }
}

TEST(Base64Text, RefusesWhatIsNotCanonical) {
  for (const std::string_view text : {"A", "AA", "AAA", "A===", "====", "AA=A", "=AAA", "AAA=AAAA", "AA A", "AAA\n",
                                      "AA-_", "AAAA=", "AB==", "AAB=", "AA\xC3\xA9", "AAAAA==="}) {
    EXPECT_EQ(decode(text), std::nullopt) << text;
  }
  EXPECT_EQ(decode(""), "");
  EXPECT_EQ(decode("AAA="), std::string(2, '\0'));
}

}  // namespace
}  // namespace bcheck
