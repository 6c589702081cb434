// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_webp.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/checked.h"
#include "validators/image/codes.h"
#include "validators/image/tiff_tags.h"
#include "validators/image/webp_layout.h"

namespace bcheck::image {

bool check_webp_pieces(const TiffFile& file, const TiffPicture& picture, std::string_view name, Observation& out) {
  const TiffPage& page = picture.page;
  if (page.compression != tiff::kWebp) return true;
  const TiffPieces pieces = find_tiff_pieces(picture.directory);
  if (pieces.offsets == nullptr || pieces.counts == nullptr) return true;
  const auto fail = [&](std::string_view code, std::string message) {
    fault_once(out, code, Severity::kFail, std::move(message));
    return false;
  };
  for (std::uint64_t i = 0; i < page.pieces(); ++i) {
    const auto data =
        slice(file.bytes, pieces.offsets->value(file, i).value_or(0), pieces.counts->value(file, i).value_or(0));
    if (!data) return true;  // said by the walk
    const std::string what = fmt::format("{} {} of {}", page.tiled ? "tile" : "strip", i + 1, name);
    const std::string_view text = as_text(*data);
    if (text.substr(0, 4) != "RIFF" || text.substr(std::min<std::size_t>(8, text.size()), 4) != "WEBP") {
      return fail(kCorruptData, fmt::format("{} is no WebP", what));
    }
    Observation seen;
    const WebpLayout layout = read_webp_layout(*data, seen);
    const auto wrong = std::find_if(seen.faults.begin(), seen.faults.end(),
                                    [](const Fault& fault) { return fault.severity == Severity::kFail; });
    if (wrong != seen.faults.end()) return fail(wrong->code, fmt::format("{}: {}", what, wrong->message));
    const std::uint64_t row = i / page.pieces_across() % page.pieces_down() * page.piece_height;
    const std::uint64_t rows =
        page.tiled ? page.piece_height : std::min<std::uint64_t>(page.piece_height, page.height - row);
    if (layout.width != page.piece_width || layout.height != rows) {
      return fail(kCorruptData, fmt::format("{} is a WebP of {} x {} pixels instead of {} x {}", what, layout.width,
                                            layout.height, page.piece_width, rows));
    }
  }
  return true;
}

}  // namespace bcheck::image
