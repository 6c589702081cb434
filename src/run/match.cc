// SPDX-License-Identifier: Apache-2.0
#include "run/match.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/key_table.h"

namespace bcheck {
namespace {

enum Rank : std::uint32_t { kPath, kBaseName, kStem };

struct Candidate {
  std::uint32_t key;
  Rank rank;
  std::uint32_t entry;
};

std::optional<Candidate> best_key(std::string_view path, std::uint32_t entry, const KeyTable& table,
                                  std::span<const std::string_view> keys) {
  const std::size_t slash = path.rfind('/');
  const std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto find = [&](std::string_view name, Rank rank) -> std::optional<Candidate> {
    const auto key = table.find(name, keys);
    if (!key) return std::nullopt;
    return Candidate{static_cast<std::uint32_t>(*key), rank, entry};
  };
  const bool nested = base.size() != path.size();
  if (const auto found = find(path, kPath)) return found;
  if (nested) {
    if (const auto found = find(base, kBaseName)) return found;
  }
  // Longest first: "x.tar.gz" is "x.tar" before it is "x". A leading dot is part of the name.
  for (std::size_t dot = base.rfind('.'); dot != std::string_view::npos && dot > 0; dot = base.rfind('.', dot - 1)) {
    if (const auto found = find(path.substr(0, path.size() - base.size() + dot), kStem)) return found;
    if (!nested) continue;
    if (const auto found = find(base.substr(0, dot), kStem)) return found;
  }
  return std::nullopt;
}

}  // namespace

Matches match_by_name(std::span<const std::string_view> keys, const Listing& listing, const std::vector<bool>& taken) {
  const KeyTable table = KeyTable::of_different(keys);
  std::vector<Candidate> candidates;
  for (std::uint32_t i = 0; i < listing.entries.size(); ++i) {
    if (taken[i]) continue;
    if (const auto candidate = best_key(listing.entries[i].path, i, table, keys)) candidates.push_back(*candidate);
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.key, a.rank, a.entry) < std::tie(b.key, b.rank, b.entry);
  });

  Matches matches;
  matches.entry_of.assign(keys.size(), kNoEntry);
  matches.key_of.assign(listing.entries.size(), kNoEntry);
  for (std::size_t i = 0; i < candidates.size();) {
    const Candidate& first = candidates[i];
    std::size_t end = i + 1;
    while (end < candidates.size() && candidates[end].key == first.key && candidates[end].rank == first.rank) ++end;
    if (end == i + 1) {
      matches.entry_of[first.key] = first.entry;
    } else {
      Matches::Ambiguous several{first.key, {}};
      for (std::size_t k = i; k < end; ++k) several.entries.push_back(candidates[k].entry);
      matches.ambiguous.push_back(std::move(several));
    }
    for (std::size_t k = i; k < end; ++k) matches.key_of[candidates[k].entry] = first.key;
    // What is left of this key has a lower rank and belongs to nobody.
    while (end < candidates.size() && candidates[end].key == first.key) ++end;
    i = end;
  }
  return matches;
}

}  // namespace bcheck
