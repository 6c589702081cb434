// SPDX-License-Identifier: Apache-2.0
// For fuzz targets of the type `embedding`: one check that is used again and again and one made afresh see the same.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

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

inline bool same(const Scalar& a, const Scalar& b) {
  const auto* const x = std::get_if<double>(&a);
  const auto* const y = std::get_if<double>(&b);
  return a == b || (x != nullptr && y != nullptr && std::isnan(*x) && std::isnan(*y));
}

inline void check_twice(const Twins& twins, Bytes bytes) {
  Observation a, b;
  const Artifact artifact{bytes, "x.bin", "bin"};
  twins.used->run(artifact, a);
  make_check(twins.options)->run(artifact, b);
  require(a.measures.size() == b.measures.size(), "another number of measures");
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    require(a.measures[i].name == b.measures[i].name && same(a.measures[i].value, b.measures[i].value),
            "another measure");
  }
  require(a.faults.size() == b.faults.size(), "another number of faults");
  for (std::size_t i = 0; i < a.faults.size(); ++i) {
    require(a.faults[i].code == b.faults[i].code && a.faults[i].message == b.faults[i].message, "another fault");
    require(a.faults[i].message.size() < 1000, "a message without bounds");
  }
  require(a.places == b.places && a.unchecked == b.unchecked && a.content_sha256 == b.content_sha256, "another answer");

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
