// SPDX-License-Identifier: Apache-2.0
// Drawing keys to be computed again. Which keys are drawn depends on the keys and the salt alone: not on the order of
// the manifest, the machine, shards or threads. The n keys with the smallest hash are taken, so a larger sample
// contains the smaller one, and the sample of a union is among the samples of its parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/key_hash.h"
#include "bcheck/error.h"
#include "bcheck/rules.h"

namespace bcheck {

// The same keys every day. Another salt, such as the name of the batch, draws fresh ones.
inline constexpr std::string_view kSampleSalt = "bcheck-v1";

// The n keys with the smallest (hash, key bytes) of those that are added, each at most once. Keeps n keys in memory.
class SmallestKeys {
 public:
  using Entry = std::pair<std::uint64_t, std::string>;

  explicit SmallestKeys(std::size_t n) : most_(n) {}
  void add(std::uint64_t hash, std::string_view key);
  std::vector<Entry> take();  // sorted by (hash, key); empty afterwards

 private:
  std::size_t most_;
  std::vector<Entry> heap_;  // the largest at the front
};

// min(population, max(least, population × rate rounded up)), in integers.
std::int64_t sample_size(std::int64_t population, const Rate& rate, std::int64_t least);

// How many to take of each stratum: the least of each first, as far as it reaches, then the rest by largest remainder
// of its share of n; ties to the larger stratum, then by name. Their sum is more than n where the least of all is.
using Sizes = std::map<std::string, std::int64_t, std::less<>>;
Sizes allocate(const Sizes& sizes, std::int64_t n, std::int64_t least);

struct SampleRequest {
  std::string salt{kSampleSalt};
  std::optional<std::int64_t> count;  // instead of `rate` and `least`
  Rate rate{5, 100, "5%"};
  std::int64_t least = 20;
  std::int64_t least_of_stratum = 5;
};

struct Stratum {
  std::string name;
  std::int64_t size = 0;
  std::int64_t taken = 0;
};

struct Sample {
  std::vector<std::string> keys;  // sorted by bytes
  std::int64_t population = 0;
  std::vector<Stratum> strata;  // sorted by name; one without a name where there are none
};

// What keys are drawn from: analysis/population.h makes one.
class Population {
 public:
  using Visit = std::function<void(std::string_view key, std::string_view stratum)>;

  virtual ~Population() = default;
  // Every key once, the same in each call. A report that turns out not to hold is an error.
  virtual Result<void> each(const Visit& visit) = 0;
};

// Goes through the population twice: to count, and to draw.
Result<Sample> draw(Population& population, const SampleRequest& request);

}  // namespace bcheck
