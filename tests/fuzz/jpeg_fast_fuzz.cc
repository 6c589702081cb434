// SPDX-License-Identifier: Apache-2.0
// Our own decoder of plain JPEGs against libjpeg: it may refuse anything, and accept only what libjpeg accepts without
// a warning, with the same averages. A decoder that has seen other files says the same as a fresh one.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "support/compare_jpeg_decoders.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using bcheck::testing::BothJpegDecoders;
  static BothJpegDecoders used;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (size < 2 || data[0] != 0xff || data[1] != 0xd8) return 0;
  BothJpegDecoders fresh;
  for (BothJpegDecoders* const decoders : {&used, &fresh}) {
    if (const std::string difference = decoders->difference(bytes); !difference.empty()) {
      std::fprintf(stderr, "%s\n", difference.c_str());
      std::abort();
    }
  }
  if (used.accepted != fresh.accepted || (used.accepted && !(used.own == fresh.own))) std::abort();
  return 0;
}
