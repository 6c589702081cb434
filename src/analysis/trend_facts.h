// SPDX-License-Identifier: Apache-2.0
// What a trend has to know of one report, and of a pair of them. Both read from beginning to end, in constant memory,
// and keep no item.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bcheck/difference.h"
#include "bcheck/environment.h"
#include "bcheck/error.h"

namespace bcheck {

struct TrendFacts {
  std::string path;  // to be opened again
  std::string name;  // quoted
  std::string rules_sha256, manifest_sha256;
  bool incomplete = false;
  std::int64_t keys = 0, pass = 0;
  std::optional<std::int64_t> silent_errors;                 // nothing: no status of any key is known
  std::optional<std::int64_t> retried;                       // nothing: no attempts are known
  std::map<std::string, std::int64_t, std::less<>> failing;  // keys with a failing finding, by its code
  std::optional<std::int64_t> bytes;                         // of the products; nothing where none was read
  // Keys that pass and have a hash, of the rulers alone where there are some: how many, and the sum of their hashes,
  // each with that of its input (base/hash_sum.h). `unhashed` pass without one.
  std::int64_t hashed = 0, unhashed = 0;
  std::string hash_sum;
  bool has_run = false;  // what follows is known
  std::string started;
  double seconds = 0;
  std::map<std::string, std::string> labels;
  std::vector<EnvironmentCount> environment;
};

// Keys whose hashes are looked at: sorted, each once. Empty = all.
using RulerKeys = std::vector<std::string>;

Result<TrendFacts> trend_facts(const std::string& path, const RulerKeys& rulers);

// Passing keys with other content in `after` ÷ keys that pass in both; nothing where there is no such key, or where one
// of these has no hash in either report. Reports with equal sums are not read again.
Result<std::optional<Fraction>> changed_keys(const TrendFacts& before, const TrendFacts& after,
                                             const RulerKeys& rulers);

}  // namespace bcheck
