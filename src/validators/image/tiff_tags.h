// SPDX-License-Identifier: Apache-2.0
// Tags of a TIFF directory that the walk looks at (TIFF 6.0; BigTIFF; the EXIF and GPS pointers of EXIF 2.3).
#pragma once

#include <cstdint>

namespace bcheck::image::tiff {

enum Tag : std::uint16_t {
  kImageWidth = 256,
  kImageLength = 257,
  kBitsPerSample = 258,
  kCompression = 259,
  kPhotometric = 262,
  kStripOffsets = 273,
  kSamplesPerPixel = 277,
  kRowsPerStrip = 278,
  kStripByteCounts = 279,
  kPlanarConfig = 284,
  kPredictor = 317,
  kColorMap = 320,
  kTileWidth = 322,
  kTileLength = 323,
  kTileOffsets = 324,
  kTileByteCounts = 325,
  kSubIfds = 330,
  kExtraSamples = 338,
  kSampleFormat = 339,
  kJpegTables = 347,
  kJpegOffset = 513,  // of old JPEG: the stream as a whole
  kJpegLength = 514,
  kJpegQTables = 519,
  kJpegDcTables = 520,
  kJpegAcTables = 521,
  kYcbcrSubsampling = 530,
  kExifIfd = 34665,
  kGpsIfd = 34853,
  kInteroperabilityIfd = 40965,
};

enum Compression : std::uint16_t {
  kUncompressed = 1,
  kOldJpeg = 6,
  kJpeg = 7,
  kAdobeDeflate = 8,
  kDeflate = 32946,
  kWebp = 50001,
};

}  // namespace bcheck::image::tiff
