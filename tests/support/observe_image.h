// SPDX-License-Identifier: Apache-2.0
// Runs the check of the type `image` on bytes.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcheck/validator.h"
#include "validators/image/image.h"

namespace bcheck::testing {

inline std::unique_ptr<Check> image_check(const Options& options = {}, bool hash = false) {
  auto check = image::prepare(options, {hash});
  if (!check) throw std::logic_error(check.error().message);
  return std::move(*check);
}

inline Observation observe(Check& check, std::string_view bytes) {
  Observation out;
  check.run({as_bytes(bytes), "x", ""}, out);
  return out;
}

inline Observation observe(std::string_view bytes, const Options& options = {}, bool hash = false) {
  return observe(*image_check(options, hash), bytes);
}

// The code of the first fault that fails; empty if none does.
inline std::string failure(const Observation& observation) {
  for (const Fault& fault : observation.faults) {
    if (fault.severity == Severity::kFail) return std::string(fault.code);
  }
  return {};
}

// The message of the fault with that code; empty if there is none.
inline std::string message(const Observation& observation, std::string_view code) {
  for (const Fault& fault : observation.faults) {
    if (fault.code == code) return fault.message;
  }
  return {};
}

inline double number(const Observation& observation, std::string_view measure) {
  const Scalar* const value = observation.find(measure);
  if (value == nullptr) throw std::logic_error("not measured: " + std::string(measure));
  if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  return std::get<double>(*value);
}

}  // namespace bcheck::testing
