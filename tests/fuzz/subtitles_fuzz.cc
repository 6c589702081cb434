// SPDX-License-Identifier: Apache-2.0
// The checks of SRT and WebVTT on any bytes: pure, quiet, and no more cues than lines for them.
#include <cstdint>

#include "check_documents.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const DocumentTwins all[] = {
      {"srt", {}}, {"srt", {{"encoding", OptionValue(std::string("windows-1252"))}}}, {"vtt", {}}};
  for (const DocumentTwins& twins : all) {
    const Observation out = check_twice(twins, {data, size});
    testing::require(whole(out, "cues") <= whole(out, "lines"));
    testing::require(whole(out, "empty_cues") <= whole(out, "cues") && whole(out, "repeats") <= whole(out, "cues"));
    testing::require(out.failed() || whole(out, "cues") > 0);
  }
  return 0;
}
