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
    {"run.shard-absent", Severity::kFail, "its shard is not among the reports that were merged"},
    {"run.timeout", Severity::kFail, "examining it took longer than its time, twice"},
    {"run.unchecked", Severity::kFail, "nothing in this build knows this type"},
    {"run.unlisted", Severity::kFail, "not found, and part of the output could not be listed"},
    {"run.unmeasured", Severity::kFail, "the rules limit a measure that could not be taken"},
    {"run.unreadable", Severity::kFail, "it could not be opened or read"},
    {"run.vanished", Severity::kFail,
     "it was there when the output was listed and then gone, or it is a link to nothing"},
};

constexpr FindingInfo kRecordFindings[]{
    {"records.changed", Severity::kFail, "the file changed while it was read"},
    {"records.cutoff", Severity::kWarn, "the record says that the text was cut at a limit of tokens"},
    {"records.duplicate", Severity::kWarn, "the same record once more"},
    {"records.duplicate-conflict", Severity::kFail, "another record of the same key says something else"},
    {"records.encoding", Severity::kFail, "the record is not UTF-8"},
    {"records.error", Severity::kFail, "the record itself reports an error"},
    {"records.filtered", Severity::kFail, "the record says that the text was held back by a filter"},
    {"records.lone-surrogate", Severity::kFail, "half of an escaped surrogate pair, which is no character"},
    {"records.no-id", Severity::kFail, "a record without a key"},
    {"records.no-line-end", Severity::kWarn,
     "the last row of a table has no line end, so its last cell may have been cut"},
    {"records.no-value", Severity::kFail, "the record has nothing where the product should stand"},
    {"records.nonfinite", Severity::kFail, "NaN or Infinity in the record, which is no JSON"},
    {"records.null-value", Severity::kFail, "null in the place of the product"},
    {"records.nul-block", Severity::kFail, "NUL bytes in or before the record, as a crash leaves them"},
    {"records.pairing", Severity::kFail, "the record was made from the input of another key"},
    {"records.repeated-member", Severity::kFail,
     "a member stands twice in the record, and readers differ in which counts"},
    {"records.rows-mismatch", Severity::kFail, "an array with another number of rows than there are keys or ids"},
    {"records.state", Severity::kFail, "the record's own state is not one of success"},
    {"records.syntax", Severity::kFail, "no record: no JSON, or a row with another number of cells"},
    {"records.torn-line", Severity::kFail, "a record that ends before it is closed"},
    {"records.unfinished", Severity::kFail, "the record says that generating ended in an unforeseen way"},
    {"records.unusable", Severity::kFail, "the file cannot be read as records at all"},
    {"records.utf16", Severity::kFail, "the file is UTF-16"},
    {"records.welded-line", Severity::kFail, "more than one record, or something beside it, in one line"},
    {"records.wrong-kind", Severity::kFail, "a value of another kind than the product's type has"},
};

constexpr FindingInfo kBatchFindings[]{
    {"batch.all-same", Severity::kFail, "every key has the same score or picture; of labels and short texts a warning"},
    {"batch.duplicate-content", Severity::kWarn,
     "the same bytes, or one picture under other metadata, for different keys"},
    {"batch.duplicate-text", Severity::kFail, "the same text for different keys"},
    {"batch.duplicate-vector", Severity::kFail, "the same vector for different keys"},
    {"batch.heartbeat-lost", Severity::kWarn, "a heartbeat of the job is too old, or there is none"},
    {"batch.mixed-environment", Severity::kWarn, "it was computed in more than one environment"},
    {"batch.number-gap", Severity::kWarn, "numbered keys or files with holes in their numbers"},
    {"batch.odd-dimension", Severity::kFail, "a vector of another dimension than all others"},
    {"batch.odd-size", Severity::kWarn, "a picture of another size than four fifths of them"},
    {"batch.other-names", Severity::kWarn, "what is missing and what is of no key differ in their spelling alone"},
    {"batch.pairing-unverified", Severity::kWarn, "rows are paired with keys by position alone"},
};

}  // namespace

std::span<const FindingInfo> batch_findings() {
  return kBatchFindings;
}

std::span<const FindingInfo> run_findings() {
  return kRunFindings;
}
std::span<const FindingInfo> record_findings() {
  return kRecordFindings;
}

std::span<const FindingInfo> codes_of_any_type() {
  static const std::vector<FindingInfo> all = [] {
    std::vector<FindingInfo> out(common_findings().begin(), common_findings().end());
    for (const auto table : {run_findings(), record_findings(), batch_findings()}) {
      out.insert(out.end(), table.begin(), table.end());
    }
    return out;
  }();
  return all;
}

CodeTable::CodeTable() {
  for (const FindingInfo& info : codes_of_any_type()) codes_.emplace_back(info.code);
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
