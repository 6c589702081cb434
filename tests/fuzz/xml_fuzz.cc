// SPDX-License-Identifier: Apache-2.0
// The XML check on any bytes: pure, quiet, and never deeper than it has elements.
#include <cstdint>

#include "check_documents.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const DocumentTwins twins("xml", {});
  const Observation out = check_twice(twins, {data, size});
  testing::require(whole(out, "depth") <= whole(out, "elements"));
  // What was read to its end has a root.
  testing::require(out.failed() || whole(out, "elements") > 0);
  return 0;
}
