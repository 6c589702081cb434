// SPDX-License-Identifier: Apache-2.0
// Formats with little or no header. The first byte chooses one, the rest is the file.
#include <cstddef>
#include <cstdint>

#include "fuzz/check_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  static const Twins targets[] = {
      make_twins({{"format", "fvecs"}}),
      make_twins({{"format", "ivecs"}}),
      make_twins({{"format", "bvecs"}, {"byteorder", "big"}}),
      make_twins({{"format", "fbin"}}),
      make_twins({{"format", "u8bin"}}),
      make_twins({{"format", "raw"}, {"dim", std::int64_t{5}}, {"dtype", "f32"}, {"norm", "unit"}}),
      make_twins({{"format", "raw"}, {"dim", std::int64_t{3}}, {"dtype", "f16"}, {"byteorder", "big"}}),
      make_twins(
          {{"format", "raw"}, {"dim", std::int64_t{1}}, {"dtype", "f64"}, {"score_range", std::vector<double>{0, 1}}}),
      make_twins({{"format", "raw"}, {"dim", std::int64_t{4}}, {"dtype", "f8_e4m3"}}),
      make_twins({}),
  };
  if (size == 0) return 0;
  constexpr std::size_t kTargets = sizeof targets / sizeof targets[0];
  check_twice(targets[data[0] % kTargets], {data + 1, size - 1});
  return 0;
}
