// SPDX-License-Identifier: Apache-2.0
// .npy files: whatever the bytes, a check ends, reads nothing outside of them, and says the same twice.
#include <cstddef>
#include <cstdint>

#include "fuzz/check_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  static const auto plain = make_twins({{"format", "npy"}});
  static const auto declared =
      make_twins({{"format", "npy"}, {"dtype", "bf16"}, {"norm", "unit"}, {"value_range", std::vector<double>{-1, 1}}});
  check_twice(plain, {data, size});
  check_twice(declared, {data, size});
  return 0;
}
