// SPDX-License-Identifier: Apache-2.0
#include "render/contact_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"
#include "render/bitmap_font.h"

namespace bcheck {
namespace {

constexpr std::uint32_t kMargin = 16;
constexpr std::uint32_t kGap = 12;  // between tiles
constexpr std::uint32_t kFramed = kThumbnailSide + 2 * kFrame;
constexpr std::size_t kMessageLines = 2;
constexpr std::uint32_t kLabels = 6 + (2 + kMessageLines) * kLineHeight;
constexpr std::size_t kLabelColumns = kFramed / kAdvance;

constexpr Rgb kGround{44, 46, 50};
constexpr Rgb kTileGround{30, 31, 34};
constexpr Rgb kStrong{245, 245, 245};
constexpr Rgb kPlain{190, 192, 196};
constexpr Rgb kHatch{62, 64, 70};
constexpr Rgb kHatchToo{50, 52, 57};

struct SortText {
  std::string_view title;
  Rgb colour;
};

constexpr std::array<SortText, kTileSorts> kSorts{{
    {"fail", {235, 64, 52}},
    {"missing", {176, 108, 255}},
    {"could not be checked", {255, 140, 30}},
    {"unchecked", {150, 152, 156}},
    {"pass, warned", {245, 205, 60}},
    {"pass, near a limit", {80, 165, 255}},
    {"pass", {84, 190, 112}},
}};

const SortText& text_of(TileSort sort) {
  return kSorts.at(static_cast<std::size_t>(sort));
}

// At blanks where there are some, in lines of at most `columns` (> 2) characters; at most `most` lines, the last one
// then cut short with "..".
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t most) {
  constexpr std::string_view kMore = "..";
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    if (glyph_count(text) <= columns) {
      lines.emplace_back(text);
      break;
    }
    std::size_t end = 0;          // behind as many characters as a line takes
    std::size_t before_more = 0;  // behind as many as leave room for the dots
    std::size_t blank = 0;        // the last one that a line may end before
    for (std::size_t glyphs = 0; glyphs < columns; ++glyphs) {
      if (glyphs + kMore.size() == columns) before_more = end;
      std::size_t length = 0;
      glyph_of(text.substr(end), length);
      end += length;
      if (text[end] == ' ') blank = end;
    }
    if (lines.size() + 1 == most) {
      lines.push_back(std::string(text.substr(0, before_more)).append(kMore));
      break;
    }
    const std::size_t cut = blank > 0 ? blank : end;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return lines;
}

struct Line {
  std::string text;
  std::uint32_t scale = 1;
  Rgb colour = kPlain;
};

std::string totals(const SheetPlan& plan) {
  std::string out = fmt::format("{}: {} pass", counted(plan.keys.total(), "key"), plan.keys[Status::kPass]);
  for (const Status status : {Status::kFail, Status::kMissing, Status::kError, Status::kUnchecked}) {
    if (plan.keys[status] > 0) out += fmt::format(", {} {}", plan.keys[status], name_of(status));
  }
  return out;
}

std::string selection(const SheetPlan& plan) {
  const auto shown = static_cast<std::int64_t>(plan.tiles.size());
  if (plan.total() == 0 && plan.filtered) return "no picture is selected";
  if (plan.total() == 0) return fmt::format("none of {} is worth a look", counted(plan.pictures, "picture"));
  std::string out = plan.filtered
                        ? "selected " + counted(plan.total(), "picture")
                        : fmt::format("{} of {} worth a look", plan.total(), counted(plan.pictures, "picture"));
  if (plan.total() > shown) out += fmt::format("; {} shown, {} more are not", shown, plan.total() - shown);
  return out;
}

// A large sheet is looked at from farther away.
std::uint32_t text_scale(std::uint32_t width) {
  return width < 1200 ? 1 : width < 2000 ? 2 : 3;
}

std::vector<Line> heading(const SheetPlan& plan, std::uint32_t width) {
  const std::uint32_t scale = text_scale(width);
  const std::size_t columns = (width - 2 * kMargin) / kAdvance;
  std::vector<Line> lines;
  const auto add = [&](std::string_view text, std::uint32_t size, Rgb colour, std::size_t most) {
    for (std::string& line : wrapped(text, columns / size, most)) lines.push_back({std::move(line), size, colour});
  };
  add(totals(plan), scale + 1, kStrong, 3);
  add(plan.report + ", " + selection(plan), scale, kPlain, 3);
  std::string codes;
  for (const auto& [code, count] : plan.codes) {
    codes += fmt::format("{}{} {}", codes.empty() ? "" : "   ", count, code.empty() ? "without a finding" : code);
  }
  if (!codes.empty()) add(codes, scale, text_of(TileSort::kFail).colour, 4);
  return lines;
}

// What the colours mean: those that occur, each with its number.
std::vector<std::pair<TileSort, std::string>> legend(const SheetPlan& plan) {
  std::vector<std::pair<TileSort, std::string>> out;
  for (std::size_t i = 0; i < kTileSorts; ++i) {
    if (plan.of.at(i) == 0) continue;
    const auto sort = static_cast<TileSort>(i);
    out.emplace_back(sort, fmt::format("{} {}", plan.of.at(i), text_of(sort).title));
  }
  return out;
}

constexpr std::uint32_t kLegendMark = 12;  // its side; a line of the legend is as high

// The legend's entries, from left to right, in as many lines as they take.
std::vector<Box> legend_places(const SheetPlan& plan, std::uint32_t width, std::uint32_t top) {
  std::vector<Box> out;
  const std::uint32_t scale = text_scale(width);
  std::uint32_t x = kMargin;
  for (const auto& [sort, text] : legend(plan)) {
    const auto length = static_cast<std::uint32_t>(scale * (kLegendMark + 6 + kAdvance * glyph_count(text)));
    if (x > kMargin && x + length > width - kMargin) {
      x = kMargin;
      top += scale * (kLegendMark + 6);
    }
    out.push_back({x, top, length, scale * kLegendMark});
    x += length + scale * 18;
  }
  return out;
}

std::uint32_t heading_height(const std::vector<Line>& lines) {
  std::uint32_t height = 0;
  for (const Line& line : lines) height += line.scale * kLineHeight + (line.scale - 1) * 4;
  return height;
}

void draw_heading(const SheetPlan& plan, Canvas& canvas) {
  const std::uint32_t width = canvas.picture().width;
  const std::vector<Line> lines = heading(plan, width);
  std::uint32_t y = kMargin;
  for (const Line& line : lines) {
    canvas.text(kMargin, y, line.scale, line.colour, line.text);
    y += line.scale * kLineHeight + (line.scale - 1) * 4;
  }
  const std::uint32_t scale = text_scale(width);
  const auto entries = legend(plan);
  const auto places = legend_places(plan, width, y + 6);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& [sort, text] = entries[i];
    const std::uint32_t side = places[i].height;
    canvas.fill({places[i].x, places[i].y, side, side}, text_of(sort).colour);
    canvas.text(places[i].x + side + scale * 6, places[i].y + scale * 2, scale, kStrong, text);
  }
}

// The reason in large letters, and what there is to say about it in small ones.
void draw_placeholder(const Box& inside, std::string_view word, std::string_view why, Rgb colour, Canvas& canvas) {
  canvas.hatch(inside, kHatch, kHatchToo);
  const auto width = static_cast<std::uint32_t>(kAdvance * glyph_count(word) - 1);
  const std::uint32_t scale = width * 3 < inside.width ? 3 : width * 2 < inside.width ? 2 : 1;
  std::uint32_t y = inside.y + inside.height / 3;
  canvas.text(inside.x + (inside.width - std::min(inside.width, width * scale)) / 2, y, scale, colour, word);
  y += scale * kLineHeight + 8;
  for (const std::string& line : wrapped(why, inside.width / kAdvance - 2, 5)) {
    const auto length = static_cast<std::uint32_t>(kAdvance * glyph_count(line));
    canvas.text(inside.x + (inside.width - std::min(inside.width, length)) / 2, y, 1, kPlain, line);
    y += kLineHeight;
  }
}

// `size` is that of the whole picture, or nothing: it stands at the right end of the first line.
void draw_labels(const SheetTile& tile, const Box& frame, std::string_view size, Canvas& canvas) {
  std::uint32_t y = frame.y + frame.height + 6;
  const auto length = static_cast<std::uint32_t>(kAdvance * glyph_count(size));
  canvas.text(frame.x + frame.width - std::min(frame.width, length), y, 1, kPlain, size);
  std::string name = tile.key;
  if (!tile.artifact.empty()) name += " (" + tile.artifact + ")";
  canvas.text(frame.x, y, 1, kStrong, shortened(name, kLabelColumns - (size.empty() ? 0 : size.size() + 1)));
  y += kLineHeight;
  canvas.text(frame.x, y, 1, text_of(tile.sort).colour,
              shortened(tile.code.empty() ? text_of(tile.sort).title : std::string_view(tile.code), kLabelColumns));
  y += kLineHeight;
  for (const std::string& line : wrapped(tile.message, kLabelColumns, kMessageLines)) {
    canvas.text(frame.x, y, 1, kPlain, line);
    y += kLineHeight;
  }
}

}  // namespace

Rgb colour_of(TileSort sort) {
  return text_of(sort).colour;
}

SheetLayout lay_out(const SheetPlan& plan) {
  constexpr std::size_t kLeastColumns = 3;  // room for the heading
  constexpr std::size_t kMostColumns = 12;
  SheetLayout out;
  const std::size_t tiles = plan.tiles.size();
  // A little wider than high.
  const auto wanted = static_cast<std::size_t>(std::ceil(std::sqrt(1.8 * static_cast<double>(tiles))));
  const auto columns = static_cast<std::uint32_t>(std::clamp(wanted, kLeastColumns, kMostColumns));
  out.width = 2 * kMargin + columns * kFramed + (columns - 1) * kGap;
  std::uint32_t top = kMargin + heading_height(heading(plan, out.width));
  const auto places = legend_places(plan, out.width, top + 6);
  if (!places.empty()) top = places.back().y + places.back().height;
  top += kMargin;
  for (std::size_t i = 0; i < tiles; ++i) {
    const auto column = static_cast<std::uint32_t>(i % columns);
    const auto row = static_cast<std::uint32_t>(i / columns);
    out.tiles.push_back(
        {kMargin + column * (kFramed + kGap), top + row * (kFramed + kLabels + kGap), kFramed, kFramed});
  }
  out.height = tiles == 0 ? top : out.tiles.back().y + kFramed + kLabels + kMargin;
  return out;
}

Result<ContactSheet> draw_sheet(const SheetPlan& plan, const ReadThumbnail& read) {
  const SheetLayout layout = lay_out(plan);
  Canvas canvas(layout.width, layout.height, kGround);
  ContactSheet out;
  draw_heading(plan, canvas);
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    const SheetTile& tile = plan.tiles[i];
    const Box& frame = layout.tiles[i];
    const Box inside{frame.x + kFrame, frame.y + kFrame, kThumbnailSide, kThumbnailSide};
    const Rgb colour = text_of(tile.sort).colour;
    canvas.fill(inside, kTileGround);
    std::string size;
    if (tile.sort == TileSort::kMissing) {
      draw_placeholder(inside, "missing", tile.product.path, colour, canvas);
    } else {
      const auto thumbnail = read(tile.product);
      if (!thumbnail && thumbnail.error().kind == ErrorKind::kInterrupted) return tl::unexpected(thumbnail.error());
      if (!thumbnail) {
        ++out.unreadable;
        draw_placeholder(inside, "not shown", thumbnail.error().message, colour, canvas);
      } else if (thumbnail->picture.width == 0) {
        draw_placeholder(inside, "no picture", thumbnail->why, colour, canvas);
      } else {
        canvas.place(inside, thumbnail->picture);
      }
      if (thumbnail && thumbnail->width > 0) size = fmt::format("{}x{}", thumbnail->width, thumbnail->height);
    }
    canvas.frame(frame, kFrame, colour);
    draw_labels(tile, frame, size, canvas);
  }
  out.picture = canvas.picture();
  return out;
}

}  // namespace bcheck
