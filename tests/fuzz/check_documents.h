// SPDX-License-Identifier: Apache-2.0
// For fuzz targets of types that are text: a check that is used again and again and one made afresh see the same, say
// only what their type's table knows, and never at length.
#pragma once

#include <memory>
#include <string_view>

#include "support/same_observation.h"
#include "validators/registry.h"

namespace bcheck {

inline std::unique_ptr<Check> prepared(const Type& type, const Options& options) {
  auto check = type.prepare(options, {});
  testing::require(check.has_value());
  return std::move(*check);
}

struct DocumentTwins {
  DocumentTwins(std::string_view name, Options with)
      : type(*find_type(name)), options(std::move(with)), used(prepared(type, options)) {}

  const Type& type;
  Options options;
  std::unique_ptr<Check> used;
};

inline Observation check_twice(const DocumentTwins& twins, Bytes bytes) {
  Observation a, b;
  const Artifact artifact{bytes, "x.doc", "doc"};
  twins.used->run(artifact, a);
  prepared(twins.type, twins.options)->run(artifact, b);
  testing::require_same(a, b);
  for (const Fault& fault : a.faults) {
    testing::require(fault.message.size() < 1000);
    if (fault.code.starts_with("artifact.")) continue;  // of every type
    bool known = false;
    for (const FindingInfo& info : twins.type.findings) known |= info.code == fault.code;
    testing::require(known);
  }
  return a;
}

inline std::int64_t whole(const Observation& out, std::string_view measure) {
  const Scalar* const value = out.find(measure);
  return value == nullptr ? 0 : std::get<std::int64_t>(*value);
}

}  // namespace bcheck
