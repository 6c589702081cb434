// SPDX-License-Identifier: Apache-2.0
// Vectors in CSV and TSV: whatever the bytes, a check ends, reads nothing outside of them, and says the same twice.
#include <cstddef>
#include <cstdint>

#include "fuzz/check_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  using Ids = std::vector<std::string>;
  static const Twins twins[]{
      make_twins({{"format", "csv"}}),
      make_twins({{"format", "tsv"}, {"dtype", "f64"}}),
      make_twins({{"format", "csv"}, {"ids", Ids{"a", "b"}}, {"id_column", "id"}, {"vector_column", "v"}}),
      make_twins({{"format", "csv"}, {"header", false}, {"id_column", std::int64_t{1}}, {"dtype", "i16"}}),
      make_twins({{"format", "csv"}, {"vector_column", std::int64_t{1}}, {"encoding", "base64"}}),
      make_twins({{"format", "csv"}, {"ids", Ids{"a", "b"}}, {"score_range", std::vector<double>{0, 1}}}),
  };
  for (const Twins& twin : twins) check_twice(twin, {data, size});
  return 0;
}
