// SPDX-License-Identifier: Apache-2.0
// The JSONL check on any bytes: pure, quiet, and of one mind with the JSON check on a single line.
#include <algorithm>
#include <cstdint>

#include "check_documents.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Names = std::vector<std::string>;
  static const DocumentTwins plain("jsonl", {});
  static const DocumentTwins strict(
      "jsonl", {{"top_level", OptionValue(std::string("object"))}, {"required_keys", OptionValue(Names{"id"})}});
  static const DocumentTwins json("json", {});
  const Bytes bytes{data, size};
  const Observation out = check_twice(plain, bytes);
  check_twice(strict, bytes);
  testing::require(whole(out, "records") <= whole(out, "lines"));
  if (std::find(bytes.begin(), bytes.end(), '\n') == bytes.end()) {
    testing::require(out.failed() == check_twice(json, bytes).failed());
  }
  return 0;
}
