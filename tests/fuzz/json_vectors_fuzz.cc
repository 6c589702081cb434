// SPDX-License-Identifier: Apache-2.0
// Vectors in JSON: whatever the bytes, a check ends, reads nothing outside of them, and says the same twice.
#include <cstddef>
#include <cstdint>

#include "fuzz/check_twice.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bcheck;
  using Ids = std::vector<std::string>;
  static const Twins twins[]{
      make_twins({{"format", "json"}}),
      make_twins({{"format", "json"}, {"one_vector", true}, {"dtype", "f16"}}),
      make_twins({{"format", "json"}, {"one_vector", true}, {"encoding", "base64"}, {"byteorder", "big"}}),
      make_twins({{"format", "json"},
                  {"rows_at", "data"},
                  {"vector_field", "v"},
                  {"index_field", "index"},
                  {"id_field", "id"},
                  {"order", "any"}}),
      make_twins({{"format", "jsonl"}, {"vector_field", "v"}, {"id_field", "id"}, {"ids", Ids{"a", "b"}}}),
      make_twins({{"format", "jsonl"}, {"vector_field", "v"}, {"encoding", "base64"}, {"dtype", "bf16"}}),
      make_twins({{"format", "jsonl"}, {"vector_field", "v"}, {"score_range", std::vector<double>{0, 1}}}),
      make_twins({{"format", "jsonl"}, {"dtype", "i8"}}),
  };
  for (const Twins& twin : twins) check_twice(twin, {data, size});
  return 0;
}
