// SPDX-License-Identifier: Apache-2.0
// The checks of CSV and TSV on any bytes: pure, quiet, and no more rows and columns than bytes for them.
#include <cstdint>

#include "check_documents.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Names = std::vector<std::string>;
  static const DocumentTwins all[] = {
      {"csv", {}},
      {"csv", {{"delimiter", OptionValue(std::string("x"))}, {"columns", OptionValue(Names{"a", ""})}}},
      {"csv", {{"encoding", OptionValue(std::string("utf-16"))}, {"header", OptionValue(false)}}},
      {"tsv", {}}};
  for (const DocumentTwins& twins : all) {
    const Observation out = check_twice(twins, {data, size});
    testing::require(whole(out, "rows") >= 0 && whole(out, "rows") <= static_cast<std::int64_t>(size));
    testing::require(whole(out, "columns") <= static_cast<std::int64_t>(size) + 1);
    testing::require(out.failed() || whole(out, "columns") > 0);
  }
  return 0;
}
