// SPDX-License-Identifier: Apache-2.0
// The HTML check on any bytes: pure, quiet, and no more tags than bytes for them.
#include <cstdint>

#include "check_documents.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const DocumentTwins twins("html", {});
  const Observation out = check_twice(twins, {data, size});
  testing::require(whole(out, "tags") <= static_cast<std::int64_t>(size / 3));
  testing::require(whole(out, "unclosed") <= whole(out, "tags"));
  return 0;
}
