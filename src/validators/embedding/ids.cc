// SPDX-License-Identifier: Apache-2.0
// Vectors carry no names, so their order is all that says whose they are: ids of the product against those submitted.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "validators/embedding/contract.h"
#include "validators/embedding/faults.h"

namespace bcheck {
namespace {

using Ids = std::span<const std::string>;

struct Compared {
  std::size_t missing = 0, extra = 0, duplicate = 0;
  std::string first_missing, first_extra, first_duplicate;
};

void note(std::size_t& count, std::string& first, const std::string& id) {
  if (count++ == 0) first = id;
}

// An id that was submitted twice may come back twice.
Compared compare_sets(Ids wanted, Ids found) {
  Compared c;
  std::unordered_map<std::string_view, std::int64_t> left;
  for (const std::string& id : wanted) ++left[id];
  for (const std::string& id : found) {
    const auto at = left.find(id);
    if (at == left.end())
      note(c.extra, c.first_extra, id);
    else if (--at->second < 0)
      note(c.duplicate, c.first_duplicate, id);
  }
  for (const std::string& id : wanted) {
    const auto at = left.find(id);
    if (at->second > 0) {
      --at->second;
      note(c.missing, c.first_missing, id);
    }
  }
  return c;
}

// found[i] == wanted[i + shift] where both exist; the ends may differ or be turned around.
std::int64_t find_shift(Ids wanted, Ids found) {
  for (const std::int64_t shift : {1, -1, 2, -2, 3, -3}) {
    std::size_t same = 0;
    std::size_t overlap = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::int64_t j = static_cast<std::int64_t>(i) + shift;
      if (j < 0 || j >= static_cast<std::int64_t>(wanted.size())) continue;
      ++overlap;
      same += found[i] == wanted[static_cast<std::size_t>(j)];
    }
    if (overlap >= 2 && same == overlap) return shift;
  }
  return 0;
}

// What the order of `found` looks like, given where it differs from `wanted`.
std::string explain(Ids wanted, Ids found, const std::vector<std::size_t>& differing) {
  if (differing.size() == 2 && wanted.size() == found.size() && wanted[differing[0]] == found[differing[1]] &&
      wanted[differing[1]] == found[differing[0]]) {
    return fmt::format("rows {} and {} are swapped", differing[0], differing[1]);
  }
  if (const std::int64_t shift = find_shift(wanted, found); shift != 0) {
    return fmt::format("all are shifted by {}; was a header line taken for a row?", -shift);
  }
  if (std::equal(found.begin(), found.end(), wanted.rbegin(), wanted.rend())) return "they are in reverse order";
  const auto by_length = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
  const auto sorted_as_text = std::is_sorted(found.begin(), found.end());
  if (sorted_as_text) return "they are sorted as text (10 before 2)";
  if (std::is_sorted(found.rbegin(), found.rend())) return "they are sorted as text, from the last to the first";
  const bool lengths_differ = found.front().size() != found.back().size();
  if (lengths_differ && std::is_sorted(found.begin(), found.end(), by_length))
    return "they are sorted by the length of the id";
  return "neither a shift, a swap nor a sort of the ids explains it; were inputs sorted by length and not put back?";
}

void check_order(Ids wanted, Ids found, Observation& out) {
  std::vector<std::size_t> differing;
  for (std::size_t i = 0; i < std::max(wanted.size(), found.size()); ++i) {
    if (i >= wanted.size() || i >= found.size() || wanted[i] != found[i]) differing.push_back(i);
  }
  if (differing.empty()) return;
  const std::size_t first = differing.front();
  too_many(
      out, "embedding.order-mismatch",
      fmt::format("{} of {} ids stand in another place than submitted, the first in row {}: {} for {}; {}",
                  differing.size(), wanted.size(), first, first < found.size() ? quote(found[first], 60) : "nothing",
                  first < wanted.size() ? quote(wanted[first], 60) : "nothing", explain(wanted, found, differing)),
      differing.size());
}

}  // namespace

bool compare_ids(std::span<const std::string> wanted, std::span<const std::string> found, IdOrder order,
                 Observation& out) {
  const Compared c = compare_sets(wanted, found);
  // A shift loses one id and wins another; that it is a shift says more than the two.
  const bool shifted = c.missing != 0 && c.missing <= 3 && order == IdOrder::kManifest &&
                       found.size() == wanted.size() && find_shift(wanted, found) != 0;
  if (shifted) check_order(wanted, found, out);
  if (c.duplicate != 0) {
    too_many(out, "embedding.id-duplicate",
             fmt::format("{} more often than submitted, the first {}",
                         counted(static_cast<std::int64_t>(c.duplicate), "id"), quote(c.first_duplicate, 60)),
             c.duplicate);
  }
  if (c.missing != 0) {
    too_many(out, "embedding.id-missing",
             fmt::format("{} missing, the first {}", counted(static_cast<std::int64_t>(c.missing), "id"),
                         quote(c.first_missing, 60)),
             c.missing);
  }
  if (c.extra != 0) {
    too_many(out, "embedding.id-extra",
             fmt::format("{} not submitted, the first {}", counted(static_cast<std::int64_t>(c.extra), "id"),
                         quote(c.first_extra, 60)),
             c.extra);
  }
  const bool same_set = c.missing == 0 && c.extra == 0 && c.duplicate == 0;
  if (same_set && order == IdOrder::kManifest) check_order(wanted, found, out);
  return same_set;
}

void check_ids(std::uint64_t rows, std::span<const std::string> beside_rows, const EmbeddingOptions& options,
               Observation& out) {
  const std::span<const std::string> found = options.ids_found_given ? options.ids_found : beside_rows;
  if (!options.ids_found_given && (!options.ids_given || found.empty())) return;
  if (found.size() != rows) {
    mismatch(out, "embedding.rows-mismatch",
             fmt::format("{} for {} rows", counted(static_cast<std::int64_t>(found.size()), "id"), rows),
             static_cast<std::int64_t>(found.size()), static_cast<std::int64_t>(rows));
  }
  compare_ids(options.ids, found, options.order, out);
}

}  // namespace bcheck
