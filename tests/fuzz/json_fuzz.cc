// SPDX-License-Identifier: Apache-2.0
// The JSON check on any bytes: never crashes, says the same twice, and agrees with simdjson wherever that one is not
// known to refuse what RFC 8259 allows.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/json_fast.h"
#include "validators/registry.h"

using namespace bcheck;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Check> check = std::move(*find_type("json")->prepare({}, {}));
  static FastJson fast;
  const Artifact artifact{{data, size}, "a.json", "json"};
  Observation first, second;
  check->run(artifact, first);
  check->run(artifact, second);
  require(first.faults.size() == second.faults.size() && first.measures.size() == second.measures.size());
  for (std::size_t i = 0; i < first.faults.size(); ++i) require(first.faults[i].message == second.faults[i].message);

  std::string_view text = as_text(artifact.bytes);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const auto other = fast.parse(text).error();
  if (other == simdjson::SUCCESS) require(!first.failed());
  if (!first.failed() && other != simdjson::SUCCESS) {
    // Huge integers, huge doubles, half surrogate pairs and depth are what it may refuse.
    bool known = std::get<std::int64_t>(*first.find("depth")) > 1000;
    for (const Fault& fault : first.faults)
      known = known || fault.code == "file.number-range" || fault.code == "file.encoding";
    require(known);
  }
  return 0;
}
