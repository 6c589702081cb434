// SPDX-License-Identifier: Apache-2.0
// OpenEXR: a target of its own, since its seeds and what a fuzzer learns from them are its own. Without the
// library every one of them is unchecked, which is all that is held then.
#include "fuzz/check_picture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_picture(data, size);
  return 0;
}
