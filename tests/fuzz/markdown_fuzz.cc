// SPDX-License-Identifier: Apache-2.0
// The check of Markdown on any bytes: never fails what is UTF-8, says the same twice, and only what it lists.
#include <cstdint>

#include "support/same_observation.h"
#include "validators/container/markdown.h"

using namespace bcheck;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Check> check = make_markdown_check();
  const Artifact artifact{{data, size}, "x.md", "md"};
  Observation used, fresh;
  check->run(artifact, used);
  make_markdown_check()->run(artifact, fresh);
  testing::require_same(used, fresh);
  for (const Fault& fault : used.faults) {
    testing::require(fault.message.size() < 1000);
    if (fault.severity == Severity::kFail) continue;  // not text at all
    bool known = false;
    for (const FindingInfo& info : markdown_findings()) known |= info.code == fault.code;
    testing::require(known);
  }
  return 0;
}
