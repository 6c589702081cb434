// SPDX-License-Identifier: Apache-2.0
// The fingerprint of an environment: what a job ran in, taken where it ran (`bcheck env`) and kept in reports, so that
// a changed result can be laid beside a changed driver. bcheck.environment/1, specified in docs/sampling.md and
// docs/schema/environment-1.schema.json.
//
// Names are those of torch.utils.collect_env where it has one. Fields that may change a result are of class `result`
// and make the digest; what tells one machine or hour from another is `context` and is never in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

inline constexpr std::string_view kEnvironmentSchema = "bcheck.environment/1";

struct EnvironmentField {
  std::string name;
  // One word, or of a list any number. Nothing = unknown, since the tool that would say it was not there: that is never
  // the same as anything, also not as another unknown.
  std::optional<std::vector<std::string>> values;
  bool list = false;

  bool operator==(const EnvironmentField&) const = default;
};

struct Environment {
  std::vector<EnvironmentField> result;   // sorted by name, each once
  std::vector<EnvironmentField> context;  // likewise
  std::string digest;                     // SHA-256 of canonical_result(), lower case hex
};

// Equal environments of a batch.
struct EnvironmentCount {
  Environment environment;  // its context without what differs among them
  std::int64_t files = 0;   // fingerprints that were given
};

// What the digest is made over: the known fields of class result, sorted by name, as JSON without blanks:
// {"git.commit":"...","pip_packages":["numpy==1.24.2"]}. Unknown ones are left out, so that a bcheck that knows of more
// fields comes to the same digest where they are unknown.
std::string canonical_result(const Environment& environment);

}  // namespace bcheck
