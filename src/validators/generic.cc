// SPDX-License-Identifier: Apache-2.0
#include "validators/generic.h"
namespace bcheck {
namespace { constexpr FindingInfo kF[]{{"artifact.empty", Severity::kFail, "0 bytes"}}; }
std::span<const FindingInfo> generic_findings() { return kF; }
bool is_temporary_name(std::string_view p) { return p.ends_with(".tmp"); }
bool inspect_any(const Artifact& a, const Type*, const Format*, Observation& out) {
  out.add("bytes", static_cast<std::int64_t>(a.bytes.size()));
  if (a.bytes.empty()) { out.fault("artifact.empty", Severity::kFail, "the file has 0 bytes"); return true; }
  return false;
}
}
