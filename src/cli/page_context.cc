// SPDX-License-Identifier: Apache-2.0
#include "cli/page_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "analysis/product_folder.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "run/pictures.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr std::string_view kImage = "image";
constexpr std::array<std::string_view, 10> kTexts{"csv", "html", "json", "jsonl", "srt",
                                                  "svg", "text", "tsv",  "vtt",   "xml"};

std::vector<Limit> limits_of_type(std::string_view name) {
  std::vector<Limit> out;
  const Type* const type = find_type(name);
  if (type == nullptr) return out;
  for (const DefaultLimit& limit : type->limits) {
    out.push_back({std::string(limit.measure), {limit.min, limit.max, {}}});
  }
  return out;
}

Result<PageProducts> products_of(const std::string& output) {
  auto folder = ProductFolder::open(output);
  if (!folder) return tl::unexpected(std::move(folder.error()));
  const auto products = std::make_shared<const ProductFolder>(std::move(*folder));
  PictureSettings settings;
  settings.stop = was_interrupted;
  const std::shared_ptr<PictureReader> pictures = isolated_pictures(std::move(settings));
  PageProducts out;
  out.is_picture = [](std::string_view format) { return type_of_format(format).name == kImage; };
  out.is_text = [](std::string_view format) {
    return std::find(kTexts.begin(), kTexts.end(), type_of_format(format).name) != kTexts.end();
  };
  out.picture_limits = limits_of_type(kImage);
  out.thumbnail = [products, pictures](const Outcome& product) -> Result<Thumbnail> {
    const auto bytes = products->read(product);
    if (!bytes) return tl::unexpected(bytes.error());
    return pictures->thumbnail(as_bytes({bytes->data(), bytes->size()}), kPageThumbnailSide);
  };
  out.png = png_of;
  out.read = [products](const Outcome& product) -> Result<std::vector<char>> {
    if (was_interrupted()) return tl::unexpected(Error{ErrorKind::kInterrupted, "interrupted", {}});
    return products->read(product);
  };
  return out;
}

}  // namespace

Result<PageContext> page_context(const std::string& output, const std::string& file) {
  PageContext context;
  context.type_of_format = [](std::string_view format) { return type_of_format(format).name; };
  context.default_limits = limits_of_type;
  if (output.empty()) return context;
  auto products = products_of(output);
  if (!products) return tl::unexpected(std::move(products.error()));
  context.products = std::move(*products);
  if (!file.empty() && lies_beneath(file, output)) {
    return bad_question(fmt::format("{} lies in the output {}", quote(file), quote(output)),
                        "nothing is written there");
  }
  return context;
}

}  // namespace bcheck
