// SPDX-License-Identifier: Apache-2.0
// All directories of a TIFF, walked before libtiff sees them: every value, strip and tile must lie in the file.
//
// libtiff alone lets half of all truncated files through, and knows nothing of bytes after the last one that is used.
// What is walked: the chain of pages, SubIFDs (their pictures are not decoded), EXIF, GPS and interoperability
// directories, and the streams and tables that old JPEG points to. TIFF 6.0; BigTIFF by libtiff's specification.
#pragma once

#include <cstdint>
#include <vector>

#include "bcheck/artifact.h"
#include "bcheck/validator.h"
#include "validators/image/tiff_page.h"

namespace bcheck::image {

struct TiffPicture {
  TiffPage page;
  TiffDirectory directory;
  bool readable = true;  // nothing about it is wrong that the decoder could trip over
};

struct TiffLayout {
  TiffFile file;
  std::vector<TiffPicture> pages;  // in the order of the chain
  std::uint64_t end = 0;           // behind the last byte that anything points to
  bool complete = false;           // everything was found, so `end` means something
};

// Bytes begin with a TIFF signature. Adds what is wrong; the layout holds what could be read in spite of it.
TiffLayout read_tiff_layout(Bytes bytes, Observation& out);

// Where the strips or tiles of a page are listed. Null where the directory does not say it.
struct TiffPieces {
  const TiffEntry* offsets = nullptr;
  const TiffEntry* counts = nullptr;  // null: not stored, as old writers leave them out
};
TiffPieces find_tiff_pieces(const TiffDirectory& directory);

}  // namespace bcheck::image
