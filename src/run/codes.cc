// SPDX-License-Identifier: Apache-2.0
#include "run/codes.h"

#include <algorithm>

#include "judge/limits.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr FindingInfo kRunFindings[]{
    {"run.crashed", Severity::kFail, "the decoder died on it, twice"},
    {"run.interrupted", Severity::kFail, "the run was stopped before its turn"},
    {"run.memory", Severity::kFail, "examining it would take more memory than a worker may have"},
    {"run.not-regular", Severity::kFail, "a FIFO, socket or device in the place of a file"},
    {"run.outside", Severity::kFail, "a link that leads out of the output"},
    {"run.timeout", Severity::kFail, "examining it took longer than its time, twice"},
    {"run.unchecked", Severity::kFail, "nothing in this build knows this type"},
    {"run.unlisted", Severity::kFail, "not found, and part of the output could not be listed"},
    {"run.unmeasured", Severity::kFail, "the rules limit a measure that could not be taken"},
    {"run.unreadable", Severity::kFail, "it could not be opened or read"},
    {"run.vanished", Severity::kFail, "it was there when the output was listed, and then gone"},
};

// Of the batch as a whole.
constexpr FindingInfo kBatchFindings[]{
    {"batch.mixed-environment", Severity::kWarn, "it was computed in more than one environment"},
};

}  // namespace

std::span<const FindingInfo> batch_findings() {
  return kBatchFindings;
}

std::span<const FindingInfo> run_findings() {
  return kRunFindings;
}

CodeTable::CodeTable() {
  for (const FindingInfo& info : kRunFindings) codes_.emplace_back(info.code);
  for (const FindingInfo& info : kBatchFindings) codes_.emplace_back(info.code);
  for (const FindingInfo& info : common_findings()) codes_.emplace_back(info.code);
  for (const Type* const type : all_types()) {
    for (const FindingInfo& info : type->findings) codes_.emplace_back(info.code);
    for (const MeasureInfo& measure : type->measures) {
      for (const std::string_view which : {"low", "high", "differs"})
        codes_.push_back(limit_code(*type, measure, which));
    }
  }
  std::sort(codes_.begin(), codes_.end());
  codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
}

std::optional<std::uint16_t> CodeTable::id(std::string_view code) const {
  const auto at = std::lower_bound(codes_.begin(), codes_.end(), code);
  if (at == codes_.end() || *at != code) return std::nullopt;
  return static_cast<std::uint16_t>(at - codes_.begin());
}

}  // namespace bcheck
