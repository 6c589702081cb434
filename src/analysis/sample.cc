// SPDX-License-Identifier: Apache-2.0
#include "analysis/sample.h"

#include <algorithm>

namespace bcheck {
namespace {

__extension__ using Wide = __int128;  // a product of two counts

}  // namespace

void SmallestKeys::add(std::uint64_t hash, std::string_view key) {
  if (most_ == 0) return;
  if (heap_.size() < most_) {
    heap_.emplace_back(hash, key);
  } else {
    const Entry& largest = heap_.front();
    if (hash > largest.first || (hash == largest.first && key >= largest.second)) return;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.back().first = hash;
    heap_.back().second = key;
  }
  std::push_heap(heap_.begin(), heap_.end());
}

std::vector<SmallestKeys::Entry> SmallestKeys::take() {
  std::sort_heap(heap_.begin(), heap_.end());
  return std::exchange(heap_, {});
}

std::int64_t sample_size(std::int64_t population, const Rate& rate, std::int64_t least) {
  const Wide share = (Wide(population) * rate.numerator + rate.denominator - 1) / rate.denominator;
  return std::min(population, std::max(least, static_cast<std::int64_t>(share)));
}

Sizes allocate(const Sizes& sizes, std::int64_t n, std::int64_t least) {
  Sizes taken;
  std::int64_t population = 0;
  std::int64_t minimum = 0;
  for (const auto& [name, size] : sizes) {
    population += size;
    minimum += taken[name] = std::min(size, least);
  }
  n = std::min(population, std::max(n, minimum));
  if (population == 0) return taken;
  std::int64_t sum = 0;
  for (const auto& [name, size] : sizes) {
    std::int64_t& count = taken[name];
    count = std::max(count, static_cast<std::int64_t>(Wide(n) * size / population));
    sum += count;
  }
  // Each round goes to the stratum that is furthest below its share. There are fewer rounds than strata.
  for (; sum < n; ++sum) {
    auto best = sizes.end();
    Wide best_left = 0;
    for (auto at = sizes.begin(); at != sizes.end(); ++at) {
      const std::int64_t count = taken[at->first];
      if (count == at->second) continue;
      const Wide left = Wide(n) * at->second - Wide(count) * population;
      if (best == sizes.end() || left > best_left || (left == best_left && at->second > best->second)) {
        best = at;
        best_left = left;
      }
    }
    ++taken[best->first];
  }
  return taken;
}

Result<Sample> draw(Population& population, const SampleRequest& request) {
  Sample sample;
  Sizes sizes;
  auto walked = population.each([&](std::string_view, std::string_view stratum) {
    ++sample.population;
    const auto at = sizes.find(stratum);
    ++(at != sizes.end() ? at->second : sizes[std::string(stratum)]);
  });
  if (!walked) return tl::unexpected(std::move(walked.error()));
  const std::int64_t n = request.count ? std::min(*request.count, sample.population)
                                       : sample_size(sample.population, request.rate, request.least);
  const Sizes taken = allocate(sizes, n, sizes.size() > 1 ? request.least_of_stratum : 0);

  std::map<std::string, SmallestKeys, std::less<>> smallest;
  for (const auto& [name, count] : taken) {
    smallest.emplace(name, SmallestKeys(static_cast<std::size_t>(count)));
    sample.strata.push_back({name, sizes[name], count});
  }
  KeyHash hash(request.salt);
  walked = population.each([&](std::string_view key, std::string_view stratum) {
    const auto at = smallest.find(stratum);
    if (at != smallest.end()) at->second.add(hash(key), key);
  });
  if (!walked) return tl::unexpected(std::move(walked.error()));
  for (auto& [name, keys] : smallest) {
    for (auto& [number, key] : keys.take()) sample.keys.push_back(std::move(key));
  }
  std::sort(sample.keys.begin(), sample.keys.end());
  return sample;
}

}  // namespace bcheck
