// SPDX-License-Identifier: Apache-2.0
#include "render/page_pictures.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

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

// Tiles of one sort and code stand together: these begin with a heading, and open after the first few.
constexpr std::size_t kFirst = 9;

class Shelves {
 public:
  void add(const SheetTile& tile, const std::string& frame) {
    const std::string words = words_of(tile);
    if (words != words_ || tile.sort != sort_) {
      close();
      words_ = words;
      sort_ = tile.sort;
      code_ = tile.sort == TileSort::kAtLimit ? std::string() : tile.code;
    }
    tiles_.push_back(markup_of(tile, frame));
  }

  std::string finish() {
    close();
    return std::move(out_);
  }

 private:
  static std::string markup_of(const SheetTile& tile, const std::string& frame) {
    const std::string key = key_on_page(tile.key);
    return fmt::format(
        R"(<figure class="tile {0}" data-path="{2}"><div class="frame">{3}</div><figcaption>)"
        R"(<a class="name" href="#key={4}" title="{1}">{1}</a><span class="note" title="{5}">{5}</span></figcaption></figure>)"
        "\n",
        class_of(tile.sort), html_name(key), html_name(cut(tile.product.path, kPathOnPage)), frame, fragment(key),
        html_sentence(cut(tile.message, kMostOfMessage)));
  }

  void close() {
    if (tiles_.empty()) return;
    const std::string name = html_name(words_);
    out_ += code_.empty() ? fmt::format("<h3>{}</h3>\n", name)
                          : fmt::format("<h3><a class=\"code\" href=\"#code={}\">{}</a>{}</h3>\n", fragment(code_),
                                        name, sort_ == TileSort::kWarned ? " <small>warn</small>" : "");
    out_ += "<div class=\"gallery\">\n";
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      if (i == kFirst) {
        out_ += fmt::format("</div>\n<details><summary>{} more</summary>\n<div class=\"gallery\">\n",
                            tiles_.size() - kFirst);
      }
      out_ += tiles_[i];
    }
    out_ += tiles_.size() > kFirst ? "</div></details>\n" : "</div>\n";
    tiles_.clear();
  }

  std::string out_, words_, code_;
  TileSort sort_ = TileSort::kFail;
  std::vector<std::string> tiles_;
};

}  // namespace

Result<PagePictures> pictures_of(const SheetPlan& plan, const PageProducts& products) {
  PagePictures out;
  std::int64_t shown = 0;
  Shelves shelves;
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
    shelves.add(tile, frame);
    ++shown;
  }
  if (shown == 0) return out;
  const std::int64_t total = plan.total() - plan.of[static_cast<std::size_t>(TileSort::kMissing)];
  out.markup = fmt::format("<section id=\"pictures\">\n<h2>Pictures <small>{}</small></h2>\n{}</section>\n",
                           shown < total ? fmt::format("{} of {} worth a look", grouped(shown), grouped(total))
                                         : fmt::format("{} worth a look", grouped(shown)),
                           shelves.finish());
  return out;
}

}  // namespace bcheck
