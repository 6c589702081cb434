// SPDX-License-Identifier: Apache-2.0
#include "validators/embedding/faults.h"

namespace bcheck {

bool refuse(Observation& out, std::string_view code, std::string message) {
  out.fault(code, Severity::kFail, std::move(message));
  return false;
}

void mismatch(Observation& out, std::string_view code, std::string message, const Scalar& measured,
              const Scalar& expected) {
  out.fault(code, Severity::kFail, std::move(message));
  out.faults.back().measured.emplace(measured);
  out.faults.back().expected.emplace().equal.emplace(expected);
}

void too_many(Observation& out, std::string_view code, std::string message, std::uint64_t count) {
  out.fault(code, Severity::kFail, std::move(message));
  out.faults.back().measured.emplace(static_cast<std::int64_t>(count));
  out.faults.back().expected.emplace().max = 0;
}

}  // namespace bcheck
