// SPDX-License-Identifier: Apache-2.0
// .safetensors files: whatever the bytes, a check ends, reads nothing outside of them, and says the same twice.
#include <cstddef>
#include <cstdint>

#include "fuzz/check_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  static const auto plain = make_twins({{"format", "safetensors"}});
  static const auto named = make_twins({{"format", "safetensors"}, {"array", "a"}, {"dtype", "f32"}, {"norm", "unit"}});
  check_twice(plain, {data, size});
  check_twice(named, {data, size});
  return 0;
}
