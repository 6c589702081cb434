// SPDX-License-Identifier: Apache-2.0
// Also tests: box_numbers.h
#include "validators/image/heif_canvas.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/make_png.h"
#include "support/observe_image.h"
#include "validators/image/box_numbers.h"

namespace bcheck {
namespace {

using namespace bcheck::testing;
using namespace std::string_literals;

std::string box(std::string_view type, const std::string& body) {
  return word(static_cast<std::uint32_t>(body.size() + 8)) + std::string(type) + body;
}

std::string ispe(std::uint32_t width, std::uint32_t height) {
  return box("ispe", word(0) + word(width) + word(height));
}

std::string meta_of(const std::string& properties, const std::string& associations) {
  return word(0) + box("iprp", box("ipco", properties) + associations);
}

// Item 7 has the properties 1 and 2.
std::string by_bytes() {
  return box("ipma", word(0) + word(1) + "\0\7\2\x81\x02"s);
}
// The same in the wide forms of both numbers.
std::string by_words() {
  return box("ipma", word(0x01000001) + word(1) + word(7) + "\2\x80\1\0\2"s);
}

std::string grid(unsigned width, unsigned height) {
  return "\0\0\1\1"s + word(width << 16 | height);
}

std::string overlay(unsigned width, unsigned height) {
  return "\0\1"s + std::string(8, '\xff') + word(width) + word(height) + word(0);
}

TEST(HeifCanvas, IsTheSizeThatIsDeclared) {
  struct Row {
    const char* name;
    std::string_view type;
    std::vector<std::string> parts;
    std::string meta;
    const char* message;  // empty: nothing is said; "?": it is unchecked
  };
  const std::string other = box("pixi", word(0));
  const Row rows[] = {
      {"a grid", "grid", {grid(64, 48)}, meta_of(other + ispe(64, 48), by_bytes()), ""},
      {"in wide numbers",
       "grid",
       {"\0\1\1\1"s + word(70000) + word(48)},
       meta_of(other + ispe(70000, 48), by_words()),
       ""},
      {"an overlay", "iovl", {overlay(64, 48)}, meta_of(other + ispe(64, 48), by_words()), ""},
      {"in two parts",
       "grid",
       {grid(64, 48).substr(0, 5), grid(64, 48).substr(5)},
       meta_of(other + ispe(64, 48), by_bytes()),
       ""},
      {"another size",
       "grid",
       {grid(30000, 30000)},
       meta_of(other + ispe(64, 48), by_bytes()),
       "item 7 declares 64 x 48 pixels, and puts them together on 30000 x 30000"},
      {"an overlay of another size",
       "iovl",
       {overlay(64, 49)},
       meta_of(other + ispe(64, 48), by_bytes()),
       "item 7 declares 64 x 48 pixels, and puts them together on 64 x 49"},
      {"the wide form says so",
       "grid",
       {grid(64, 49)},
       meta_of(other + ispe(64, 48), by_words()),
       "item 7 declares 64 x 48 pixels, and puts them together on 64 x 49"},
      {"it ends",
       "grid",
       {"\0\0\1\1\0"s},
       meta_of(other + ispe(64, 48), by_bytes()),
       "item 7: its data end before the size of its canvas"},
      {"no size is declared", "grid", {grid(64, 48)}, meta_of(other + other, by_bytes()), ""},
      {"no such property", "grid", {grid(64, 48)}, meta_of(other, by_bytes()), ""},
      {"nothing is associated", "grid", {grid(64, 48)}, meta_of(other + ispe(1, 1), ""), ""},
      {"the association is cut", "grid", {grid(64, 48)}, meta_of(ispe(1, 1), box("ipma", word(0))), ""},
      {"a coded picture", "hvc1", {grid(64, 48)}, meta_of(other + ispe(1, 1), by_bytes()), ""},
      {"data elsewhere", "grid", {}, meta_of(other + ispe(1, 1), by_bytes()), "?"},
      {"a property that is no box",
       "grid",
       {grid(64, 48)},
       meta_of(word(8) + "\x97\x8c\x8f\x9a" + ispe(64, 48), by_bytes()),
       "the list of properties (ipco) cannot be read to its end"},
      {"the same, of no concern", "hvc1", {grid(64, 48)}, meta_of(word(8) + "\x97\x8c\x8f\x9a", by_bytes()), ""},
      {"no properties", "grid", {grid(64, 48)}, word(0), ""},
      {"an empty box", "grid", {grid(64, 48)}, "", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    image::HeifItem item{7, row.type, {}};
    for (const std::string& part : row.parts) item.extents.push_back(as_bytes(part));
    Observation out;
    image::check_heif_canvases(std::vector{item}, as_bytes(row.meta), out);
    const bool unchecked = *row.message == '?';
    EXPECT_EQ(out.unchecked, unchecked ? "item 7 is put together as data say that lie in another file" : "");
    ASSERT_EQ(out.faults.size(), *row.message == '\0' || unchecked ? 0U : 1U);
    if (out.faults.empty()) continue;
    EXPECT_EQ(out.faults[0].code, "image.bad-structure");
    EXPECT_EQ(out.faults[0].message, row.message);
  }
}

TEST(BoxNumbers, AreNoneBehindTheFirstThatIsNotThere) {
  const std::string text = "\1\2\3\4\5";
  image::BoxNumbers in(as_bytes(text));
  EXPECT_EQ(in.next(1), 1U);
  EXPECT_EQ(in.next(0), 0U);
  EXPECT_EQ(in.next(2), 0x203U);
  EXPECT_FALSE(in.failed());
  EXPECT_EQ(in.next(4), 0U);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.next(1), 0U) << "although there are bytes left";
}

}  // namespace
}  // namespace bcheck
