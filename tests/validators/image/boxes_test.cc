// SPDX-License-Identifier: Apache-2.0
#include "validators/image/boxes.h"

#include <gtest/gtest.h>

#include <string>

#include "support/make_png.h"
#include "support/observe_image.h"

namespace bcheck::image {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;

constexpr std::string_view kNeeded[]{"ftyp", "meta"};
constexpr std::string_view kKnown[]{"mdat"};

std::string box(std::string_view type, std::string_view body) {
  return word(static_cast<std::uint32_t>(body.size() + 8)) + std::string(type) + std::string(body);
}

TEST(Boxes, TileTheFileOrSomethingIsSaid) {
  const std::string start = box("ftyp", "avif") + box("meta", "1234");
  const std::string data = box("mdat", "12345678");
  struct Case {
    std::string name, bytes;
    std::string_view code;
    std::size_t boxes;
  };
  const std::vector<Case> cases{
      {"whole", start + data, "", 3},
      {"no data", start, "", 2},
      {"an unknown box", start + box("abcd", "xyz"), "", 3},
      {"a long box", start + word(1) + "mdat" + word(0) + word(20) + "1234", "", 3},
      {"a box to the end", start + word(0) + "mdat" + "123", "", 3},
      {"cut in a box", (start + data).substr(0, start.size() + 10), "image.truncated", 3},
      {"cut in the header of a box behind the needed ones", (start + data).substr(0, start.size() + 7),
       "image.trailing-data", 2},
      {"cut in a needed box", start.substr(0, start.size() - 1), "image.truncated", 2},
      {"cut before a needed box", box("ftyp", "avif"), "image.truncated", 1},
      {"cut in the header of a needed box", box("ftyp", "avif") + "\0\0"s, "image.truncated", 1},
      {"zeros", start + data + std::string(100, '\0'), "image.trailing-data", 3},
      {"text", start + data + "appended text\n", "image.trailing-data", 3},
      {"one byte", start + data + "x", "image.trailing-data", 3},
      {"a size below the header's", box("ftyp", "avif") + word(7) + "meta1234", "image.bad-structure", 1},
      {"a size of 64 bits that wraps", start + word(1) + "mdat" + std::string(8, '\xff'), "image.truncated", 3},
      {"a size of 64 bits that is not there", start + word(1) + "mdat", "image.trailing-data", 2},
      {"nothing", "", "image.truncated", 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Observation out;
    EXPECT_EQ(read_file_boxes(as_bytes(c.bytes), kNeeded, kKnown, out).size(), c.boxes);
    EXPECT_EQ(failure(out), c.code);
  }
}

TEST(Boxes, BodiesStayInTheFile) {
  const std::string bytes = box("ftyp", "avif") + word(100) + "mdat" + "123";
  const auto cut = box_at(as_bytes(bytes), 12);
  ASSERT_TRUE(cut);
  EXPECT_FALSE(cut->whole);
  EXPECT_EQ(cut->size, 100U);
  EXPECT_EQ(as_text(cut->body), "123");
  EXPECT_FALSE(box_at(as_bytes(bytes), bytes.size()));
  EXPECT_FALSE(box_at(as_bytes(bytes), bytes.size() + 5));
  EXPECT_EQ(find_box(boxes_in(as_bytes(bytes)), "mdat"), nullptr);
}

}  // namespace
}  // namespace bcheck::image
