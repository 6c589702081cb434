// SPDX-License-Identifier: Apache-2.0
// TIFFs made in code, sound or broken in exactly one way. Written by hand, so that they do not share a mistake with the
// library under test.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bcheck::testing {

// The bits of the n-th sample of the pixel at (x, y).
using TiffSampleAt = std::function<std::uint64_t(unsigned x, unsigned y, unsigned n)>;

struct TiffField {
  unsigned tag = 0;
  unsigned type = 3;  // 1 byte, 2 text, 3 short, 4 long, 7 bytes of any meaning, 16 long8; others are written as longs
  std::vector<std::uint64_t> values;
};

struct TiffPagePlan {
  std::vector<TiffField> fields;      // without the offsets and lengths of the pieces
  std::vector<std::string> pieces;    // strips, or tiles where there is a tag 322
  bool list_pieces = true;            // write their offsets and lengths
  std::vector<TiffField> sub_fields;  // of a directory of its own that `sub_tag` points to
  unsigned sub_tag = 0;               // 0: none; 330, 34665

  void set(unsigned tag, std::vector<std::uint64_t> values, unsigned type = 3);
  void drop(unsigned tag);
};

struct TiffSpec {
  unsigned width = 32;
  unsigned height = 32;
  unsigned bits = 8;
  unsigned samples = 1;
  unsigned photometric = 1;
  unsigned compression = 1;  // 1 none, 8 deflate, 32773 PackBits
  unsigned format = 1;
  bool separate = false;
  unsigned rows = 8;  // a strip
  unsigned tile = 0;  // tiles of that side, a multiple of 16, instead of strips
  std::vector<std::uint64_t> extra = {};
};

struct TiffForm {
  bool big_endian = false;
  bool big = false;                      // BigTIFF
  std::optional<std::size_t> next = {};  // which page follows the last: a loop
};

TiffPagePlan tiff_page(const TiffSpec& spec, const TiffSampleAt& at, const TiffForm& form = {});

// Each page: its pieces, the values that are not in the directory, the directory. The last byte of the file is the last
// of a directory.
std::string tiff_file(const std::vector<TiffPagePlan>& pages, const TiffForm& form = {});

std::string make_tiff(const TiffSpec& spec, const TiffSampleAt& at, const TiffForm& form = {});

}  // namespace bcheck::testing
