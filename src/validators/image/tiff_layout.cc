// SPDX-License-Identifier: Apache-2.0
#include "validators/image/tiff_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/checked.h"
#include "base/text.h"
#include "validators/image/codes.h"
#include "validators/image/pixel_stats.h"
#include "validators/image/tiff_tags.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

using namespace tiff;

constexpr int kMostDepth = 16;  // of directories in directories
constexpr std::uint64_t kMostChildren = 1 << 16;

class Walker {
 public:
  Walker(TiffLayout& layout, Observation& out) : layout_(layout), file_(layout.file), out_(out) {}

  void walk() {
    const Bytes bytes = file_.bytes;
    file_.big_endian = bytes[0] == 'M';
    const std::uint64_t version = file_.number(2, 2).value_or(0);
    file_.big = version == 43;
    if (version != 42 && version != 43) return fail(kBadHeader, fmt::format("version {} of TIFF", version));
    const std::uint64_t head = file_.big ? 16 : 8;
    if (bytes.size() < head) return lose(fmt::format("the file ends after {} bytes, inside its header", bytes.size()));
    if (file_.big && (file_.number(4, 2) != 8 || file_.number(6, 2) != 0)) {
      return fail(kBadHeader, fmt::format("BigTIFF with offsets of {} bytes", *file_.number(4, 2)));
    }
    reach(head);
    const std::uint64_t first = *file_.number(head - file_.offset_size(), file_.offset_size());
    if (first == 0) return fail(kMissingChunk, "no directory, so no picture");
    chain(first, Kind::kPages, "page", -1, 0);
    layout_.complete = !lost_;
  }

 private:
  enum class Kind { kPages, kSubIfds, kOther };
  struct Visit {
    int chain = 0;
    std::size_t number = 0;
  };

  void fail(std::string_view code, std::string message) {
    lost_ = true;
    fault_once(out_, code, Severity::kFail, std::move(message));
  }
  void lose(std::string message) { fail(kTruncated, std::move(message)); }
  void reach(std::uint64_t end) { layout_.end = std::max(layout_.end, end); }

  // Whether `chain` is, or lies inside of, `other`.
  bool inside(int chain, int other) const {
    while (chain >= 0 && chain != other) chain = parents_[static_cast<std::size_t>(chain)];
    return chain == other;
  }

  // A directory and those that follow it.
  void chain(std::uint64_t at, Kind kind, const std::string& what, int parent, int depth) {
    const int id = static_cast<int>(parents_.size());
    parents_.push_back(parent);
    for (std::size_t number = 1; at != 0; ++number) {
      const std::string name = kind == Kind::kOther ? what : fmt::format("{} {}", what, number);
      const auto [seen, is_new] = visits_.try_emplace(at, Visit{id, number});
      if (!is_new) {
        // Pages may share a directory of metadata; a directory below itself never ends.
        if (inside(id, seen->second.chain)) {
          fail(kBadStructure, fmt::format("the list of directories is a loop: {} is at byte {} again, like number {}",
                                          name, at, seen->second.number));
        }
        return;
      }
      TiffDirectory directory = read_tiff_directory(file_, at);
      if (!accept(directory, name, kind)) return;
      at = directory.next;
      children(directory, name, id, depth);
      if (kind == Kind::kOther) return;  // what follows it is not defined
      add_page(std::move(directory), name, kind);
    }
  }

  // Says what is wrong with the directory as such. False: there is nothing to go on with.
  bool accept(const TiffDirectory& directory, const std::string& name, Kind kind) {
    if (directory.announced > kMostTiffEntries) {
      fail(kBadHeader, fmt::format("the directory of {} at byte {} has {} entries; none has more than {}", name,
                                   directory.at, directory.announced, kMostTiffEntries));
      return false;
    }
    if (!directory.whole) {
      // A nonsensical page explains more than its missing end does.
      if (kind == Kind::kPages) {
        const TiffPageRead read = read_tiff_page(file_, directory);
        if (read.fault && read.fault->code == kBadHeader)
          fail(kBadHeader, fmt::format("{}: {}", name, read.fault->message));
      }
      lose(directory.at >= file_.bytes.size()
               ? fmt::format("the directory of {} is at byte {}, the file has {}", name, directory.at,
                             file_.bytes.size())
               : fmt::format("the file ends inside the directory of {} at byte {}", name, directory.at));
      return false;
    }
    // Directories that overlap can make a small file as large as one likes.
    directory_bytes_ += directory.end - directory.at;
    if (directory_bytes_ > file_.bytes.size()) {
      fail(kBadStructure, "the directories overlap");
      return false;
    }
    reach(directory.end);
    if (directory.entries.empty() && kind != Kind::kOther) {
      if (ends_in_zeros(file_.bytes, static_cast<std::size_t>(directory.at))) {
        lose(
            fmt::format("the file ends in zeros, data that were never written: the directory of {} at byte {} is empty",
                        name, directory.at));
      } else {
        fail(kBadHeader, fmt::format("the directory of {} at byte {} is empty", name, directory.at));
      }
      return false;
    }
    return true;
  }

  void children(const TiffDirectory& directory, const std::string& name, int id, int depth) {
    for (const TiffEntry& entry : directory.entries) {
      if (entry.in_file) reach(entry.at + entry.size);
      const bool sub = entry.tag == kSubIfds;
      if (!sub && entry.tag != kExifIfd && entry.tag != kGpsIfd && entry.tag != kInteroperabilityIfd) continue;
      if (!entry.in_file) continue;  // is said elsewhere
      if (depth == kMostDepth) return fail(kBadStructure, fmt::format("directories nested in {}", name));
      const std::string_view what = sub                     ? "SubIFD"
                                    : entry.tag == kExifIfd ? "EXIF"
                                    : entry.tag == kGpsIfd  ? "GPS"
                                                            : "interoperability";
      for (std::uint64_t i = 0; i < (sub ? entry.count : 1); ++i) {
        if (++children_ > kMostChildren)
          return fail(kBadStructure, "more directories in directories than any file has");
        const std::uint64_t at = entry.value(file_, i).value_or(0);
        if (at == 0) continue;
        chain(at, sub ? Kind::kSubIfds : Kind::kOther, fmt::format("{} of {}", what, name), id, depth + 1);
        if (lost_) return;  // one fault of that kind is enough, and a million need not be looked for
      }
    }
  }

  void add_page(TiffDirectory directory, const std::string& name, Kind kind) {
    TiffPageRead read = read_tiff_page(file_, directory);
    TiffPicture picture{read.page, std::move(directory), !read.fault};
    // A SubIFD may be anything, as raw cameras show; a page is a picture.
    if (read.fault && kind == Kind::kPages) {
      const bool readable = read.fault->code == kUnsupported;
      fault_once(out_, read.fault->code, Severity::kFail, fmt::format("{}: {}", name, read.fault->message));
      if (!readable) lost_ = true;
    }
    if (!values_in_file(picture.directory, name)) picture.readable = false;
    if (!pieces_in_file(picture, name, kind)) picture.readable = false;
    old_jpeg(picture, name);
    if (kind == Kind::kPages) layout_.pages.push_back(std::move(picture));
  }

  bool values_in_file(const TiffDirectory& directory, const std::string& name) {
    for (const TiffEntry& entry : directory.entries) {
      if (entry.in_file) continue;
      lose(fmt::format("the {} bytes of tag {} of {} begin at byte {}, the file has {}", entry.size, entry.tag, name,
                       entry.at, file_.bytes.size()));
      return false;
    }
    return true;
  }

  bool pieces_in_file(const TiffPicture& picture, const std::string& name, Kind kind) {
    const TiffPage& page = picture.page;
    const TiffPieces pieces = find_tiff_pieces(picture.directory);
    const std::string_view unit = page.tiled ? "tile" : "strip";
    if (pieces.offsets == nullptr) {
      if (page.compression == kOldJpeg || kind != Kind::kPages) return true;
      fail(kMissingChunk, fmt::format("{} has no {}s", name, unit));
      return false;
    }
    if (pieces.counts == nullptr) {
      uncounted_ = true;
    } else if (pieces.counts->count < pieces.offsets->count) {
      fail(kBadStructure, fmt::format("{} lists {} {}s and the lengths of {}", name, pieces.offsets->count, unit,
                                      pieces.counts->count));
      return false;
    }
    if (!pieces.offsets->in_file) return false;  // is said elsewhere
    // Pages may share a list; a small file of many pages could otherwise keep us busy for days.
    listed_ += pieces.offsets->count;
    if (listed_ > file_.bytes.size()) {
      fail(kBadStructure, "the pages share more strips and tiles than the file has bytes");
      return false;
    }
    for (std::uint64_t i = 0; i < pieces.offsets->count; ++i) {
      const auto at = pieces.offsets->value(file_, i);
      const auto length = pieces.counts == nullptr ? 0 : pieces.counts->value(file_, i);
      if (!at || !length) continue;  // of a type that is no number, as libtiff will say
      if (!slice(file_.bytes, *at, *length)) {
        lose(fmt::format("{} {} of {} is {} bytes at byte {}, the file has {}", unit, i + 1, name, *length, *at,
                         file_.bytes.size()));
        return false;
      }
      reach(*at + *length);
    }
    return enough(picture, pieces, name, unit, kind);
  }

  bool enough(const TiffPicture& picture, const TiffPieces& pieces, const std::string& name, std::string_view unit,
              Kind kind) {
    const TiffPage& page = picture.page;
    const auto pixels = checked_multiply(page.width, page.height);
    if (!picture.readable || kind != Kind::kPages || !pixels || *pixels > kMostPixels) return true;
    if (pieces.offsets->count >= page.pieces()) return true;
    fail(kBadStructure, fmt::format("{} needs {} {}s and lists {}", name, page.pieces(), unit, pieces.offsets->count));
    return false;
  }

  // The stream and the tables of old JPEG lie outside of all values and strips.
  void old_jpeg(const TiffPicture& picture, const std::string& name) {
    if (picture.page.compression != kOldJpeg) return;
    const TiffDirectory& directory = picture.directory;
    if (const TiffEntry* const offset = directory.find(kJpegOffset)) {
      const TiffEntry* const length = directory.find(kJpegLength);
      point(offset->value(file_), length == nullptr ? 0 : length->value(file_).value_or(0), name);
    }
    for (const unsigned tag : {kJpegQTables, kJpegDcTables, kJpegAcTables}) {
      const TiffEntry* const entry = directory.find(tag);
      if (entry == nullptr) continue;
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(entry->count, 4); ++i) {
        const auto at = entry->value(file_, i);
        std::uint64_t length = 64;
        if (tag != kJpegQTables && at) {  // 16 counts, and as many values as they say
          length = 16;
          for (std::uint64_t k = 0; k < 16; ++k) length += file_.number(*at + k, 1).value_or(0);
        }
        point(at, length, name);
      }
    }
  }

  void point(std::optional<std::uint64_t> at, std::uint64_t length, const std::string& name) {
    if (!at) return;
    if (!slice(file_.bytes, *at, length)) {
      return lose(
          fmt::format("the JPEG data of {} at byte {} are not in the file of {}", name, *at, file_.bytes.size()));
    }
    reach(*at + length);
  }

 public:
  bool uncounted() const { return uncounted_; }

 private:
  TiffLayout& layout_;
  TiffFile& file_;
  Observation& out_;
  std::unordered_map<std::uint64_t, Visit> visits_;  // by where the directory is
  std::vector<int> parents_;                         // of each chain; -1: of none
  std::uint64_t directory_bytes_ = 0;
  std::uint64_t children_ = 0;
  std::uint64_t listed_ = 0;  // strips and tiles
  bool lost_ = false;
  bool uncounted_ = false;  // strips of unknown length
};

}  // namespace

TiffPieces find_tiff_pieces(const TiffDirectory& directory) {
  TiffPieces pieces;
  pieces.offsets = directory.find(kTileOffsets);
  pieces.counts = directory.find(kTileByteCounts);
  if (pieces.offsets == nullptr) pieces.offsets = directory.find(kStripOffsets);
  if (pieces.counts == nullptr) pieces.counts = directory.find(kStripByteCounts);
  return pieces;
}

TiffLayout read_tiff_layout(Bytes bytes, Observation& out) {
  TiffLayout layout;
  layout.file.bytes = bytes;
  Walker walker(layout, out);
  walker.walk();
  layout.complete = layout.complete && !walker.uncounted();
  return layout;
}

}  // namespace bcheck::image
