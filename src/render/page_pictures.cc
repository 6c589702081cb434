// SPDX-License-Identifier: Apache-2.0
#include "render/page_pictures.h"

#include <fmt/format.h>

#include <string_view>

#include "base/text.h"
#include "render/page_markup.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfMessage = 200;  // code points

std::string_view class_of(TileSort sort) {
  switch (sort) {
    case TileSort::kFail: return "fail";
    case TileSort::kMissing: return "missing";
    case TileSort::kError: return "error";
    case TileSort::kUnchecked: return "unchecked";
    case TileSort::kWarned: return "warned";
    case TileSort::kAtLimit: return "near";
    case TileSort::kChosen: break;
  }
  return "pass";
}

std::string words_of(const SheetTile& tile) {
  if (tile.sort == TileSort::kAtLimit) return "near its limit: " + tile.code;
  return tile.code.empty() ? std::string(class_of(tile.sort)) : tile.code;
}

std::string image(const Thumbnail& thumbnail, const PageProducts& products) {
  return fmt::format(R"(<img src="data:image/png;base64,{}" width="{}" height="{}" alt="">)",
                     base64(products.png(thumbnail.picture)), thumbnail.picture.width, thumbnail.picture.height);
}

}  // namespace

Result<PagePictures> pictures_of(const SheetPlan& plan, const PageProducts& products) {
  PagePictures out;
  std::int64_t shown = 0;
  std::string tiles;
  for (const SheetTile& tile : plan.tiles) {
    if (tile.product.path.empty() || tile.sort == TileSort::kMissing) continue;
    const auto thumbnail = products.thumbnail(tile.product);
    std::string frame;
    if (!thumbnail) {
      if (thumbnail.error().kind == ErrorKind::kInterrupted) return tl::unexpected(thumbnail.error());
      ++out.unreadable;
      frame = html_sentence(cut(thumbnail.error().message, kMostOfMessage));
    } else if (thumbnail->picture.pixels.empty()) {
      frame = html_sentence(cut(thumbnail->why, kMostOfMessage));
    } else {
      frame = image(*thumbnail, products);
    }
    const std::string key = key_on_page(tile.key);
    const std::string said = html_sentence(cut(tile.message, kMostOfMessage));
    tiles += fmt::format(
        R"(<figure class="tile {0}" data-key="{1}" data-artifact="{2}"><div class="frame">{3}</div><figcaption>)"
        R"(<a class="name" href="#key={4}" title="{1}">{1}</a><span>{5}</span><span class="note" title="{6}">{6}</span>)"
        "</figcaption></figure>\n",
        class_of(tile.sort), html_name(key), html_name(tile.artifact), frame, fragment(key), html_name(words_of(tile)),
        said);
    ++shown;
  }
  if (shown == 0) return out;
  const std::int64_t total = plan.total() - plan.of[static_cast<std::size_t>(TileSort::kMissing)];
  out.markup = fmt::format(
      "<section id=\"pictures\">\n<h2>Pictures <small>{}</small></h2>\n<div class=\"gallery\">\n{}</div>\n</section>\n",
      shown < total ? fmt::format("{} of {} worth a look", grouped(shown), grouped(total))
                    : fmt::format("{} worth a look", grouped(shown)),
      tiles);
  return out;
}

}  // namespace bcheck
