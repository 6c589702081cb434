// SPDX-License-Identifier: Apache-2.0
// For fuzz targets of the type `embedding`: one check that is used again and again and one made afresh see the same.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "support/same_observation.h"
#include "validators/embedding/embedding.h"

namespace bcheck {

struct Twins {
  Options options;
  std::unique_ptr<Check> used;
};

inline std::unique_ptr<Check> make_check(const Options& options) {
  auto check = prepare_embedding(options, {true});
  if (!check) std::abort();
  return std::move(*check);
}

inline Twins make_twins(Options options) {
  return {options, make_check(options)};
}

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

inline void check_twice(const Twins& twins, Bytes bytes) {
  Observation a, b;
  const Artifact artifact{bytes, "x.bin", "bin"};
  twins.used->run(artifact, a);
  make_check(twins.options)->run(artifact, b);
  testing::require_same(a, b);
  for (const Fault& fault : a.faults) require(fault.message.size() < 1000, "a message without bounds");

  // What was not measured has a reason; what was measured adds up.
  const Scalar* const rows = a.find("rows");
  require(rows != nullptr || !a.unchecked.empty() || a.failed(), "neither measured nor refused");
  const auto whole = [&](std::string_view name) {
    const Scalar* const value = a.find(name);
    return value == nullptr ? std::int64_t{0} : std::get<std::int64_t>(*value);
  };
  require(whole("rows") >= 0 && whole("dim") >= 0, "a negative size");
  if (a.find("duplicate_rows") != nullptr) {
    require(whole("distinct_rows") + whole("duplicate_rows") == whole("rows"), "rows do not add up");
    require(whole("zero_rows") + whole("subnormal_rows") <= whole("rows"), "too many odd rows");
    require(whole("zero_rows") <= whole("duplicate_rows") + 1, "zero rows that are no copies");
  }
}

}  // namespace bcheck
