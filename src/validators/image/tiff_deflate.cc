// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_deflate.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <vector>

#include "base/checked.h"
#include "validators/image/codes.h"
#include "validators/image/tiff_tags.h"

namespace bcheck::image {
namespace {

class Inflater {
 public:
  Inflater() {
    if (inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  enum class End { kWhole, kShort, kDamaged, kTooLong };

  // `most`: bytes that a full piece has.
  End inflate_all(Bytes data, std::uint64_t most, std::vector<unsigned char>& buffer) {
    inflateReset(&stream_);
    std::uint64_t made = 0;
    while (true) {
      if (stream_.avail_in == 0 && !data.empty()) {
        const std::size_t step = std::min<std::size_t>(data.size(), std::numeric_limits<uInt>::max());
        stream_.next_in = const_cast<unsigned char*>(data.data());  // zlib only reads
        stream_.avail_in = static_cast<uInt>(step);
        data = data.subspan(step);
      }
      stream_.next_out = buffer.data();
      stream_.avail_out = static_cast<uInt>(buffer.size());
      const int code = inflate(&stream_, Z_NO_FLUSH);
      made += buffer.size() - stream_.avail_out;
      if (code == Z_STREAM_END) return finish(End::kWhole);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code == Z_BUF_ERROR && data.empty()) return finish(End::kShort);
      if (code != Z_OK && code != Z_BUF_ERROR) return finish(End::kDamaged);
      if (made > most + buffer.size()) return finish(End::kTooLong);
    }
  }

  const char* message() const { return stream_.msg != nullptr ? stream_.msg : "no zlib stream"; }

 private:
  End finish(End end) {
    stream_.avail_in = 0;
    return end;
  }

  z_stream stream_{};
};

}  // namespace

void check_deflated(const TiffFile& file, const TiffPicture& picture, std::string_view name, Observation& out) {
  const TiffPage& page = picture.page;
  if (page.compression != tiff::kAdobeDeflate && page.compression != tiff::kDeflate) return;
  const TiffPieces pieces = find_tiff_pieces(picture.directory);
  if (pieces.offsets == nullptr || pieces.counts == nullptr) return;
  const std::uint64_t most = page.piece_row_bytes() * page.piece_height;
  std::vector<unsigned char> buffer(1 << 15);
  Inflater inflater;
  for (std::uint64_t i = 0; i < page.pieces(); ++i) {
    const auto data =
        slice(file.bytes, pieces.offsets->value(file, i).value_or(0), pieces.counts->value(file, i).value_or(0));
    if (!data) return;
    const std::string what = fmt::format("{} {} of {}", page.tiled ? "tile" : "strip", i + 1, name);
    switch (inflater.inflate_all(*data, most, buffer)) {
      case Inflater::End::kWhole: break;
      case Inflater::End::kShort:
        return fault_once(out, kCorruptData, Severity::kFail, fmt::format("{} lacks the end of its zlib stream", what));
      case Inflater::End::kDamaged:
        return fault_once(out, kCorruptData, Severity::kFail, fmt::format("{}: {}", what, inflater.message()));
      case Inflater::End::kTooLong:
        return fault_once(out, kExtraData, Severity::kFail, fmt::format("{} holds more than its {} bytes", what, most));
    }
  }
}

}  // namespace bcheck::image
