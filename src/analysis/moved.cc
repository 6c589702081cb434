// SPDX-License-Identifier: Apache-2.0
#include "analysis/moved.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "report/item_facts.h"

namespace bcheck {
namespace {

// Sorted, and only those that stand there once.
template <class T>
std::vector<T> singles(std::vector<T> marks) {
  std::sort(marks.begin(), marks.end());
  std::vector<T> out;
  for (auto first = marks.begin(); first != marks.end();) {
    const auto last = std::upper_bound(first, marks.end(), *first);
    if (last - first == 1) out.push_back(*first);
    first = last;
  }
  return out;
}

// Nothing to hash for most keys of most reports.
bool same_hashes(const Item& before, const Item& after) {
  return before.status == after.status &&
         std::equal(before.artifacts.begin(), before.artifacts.end(), after.artifacts.begin(), after.artifacts.end(),
                    [](const NamedOutcome& a, const NamedOutcome& b) {
                      return a.first == b.first && a.second.sha256 == b.second.sha256;
                    });
}

}  // namespace

MovedProducts::Mark MovedProducts::mark_of(const std::string& hash) {
  Mark mark{};
  for (std::size_t i = 0; i < mark.size(); ++i) {
    const char* const digits = hash.data() + 16 * i;
    std::from_chars(digits, digits + 16, mark[i], 16);
  }
  return mark;
}

void MovedProducts::key(const Item* before, const Item* after) {
  if (before != nullptr && after != nullptr && (same_hashes(*before, *after) || inputs_differ(*before, *after))) return;
  const auto was = before == nullptr ? std::nullopt : key_hash(*before);
  const auto is = after == nullptr ? std::nullopt : key_hash(*after);
  if (was == is) return;
  if (was) departed_.push_back(mark_of(*was));
  if (is) arrived_.push_back(mark_of(*is));
}

std::vector<MovedProducts::Mark> MovedProducts::in_both() const {
  const std::vector<Mark> departed = singles(departed_), arrived = singles(arrived_);
  std::vector<Mark> out;
  std::set_intersection(departed.begin(), departed.end(), arrived.begin(), arrived.end(), std::back_inserter(out));
  return out;
}

Result<std::vector<MovedKey>> MovedProducts::finish(ReportReader& old_report, ReportReader& new_report) {
  struct Place {
    std::string key;
    int keys = 0;
  };
  std::vector<MovedKey> out;
  std::map<Mark, std::pair<Place, Place>> places;
  for (const Mark& mark : in_both()) places.emplace_hint(places.end(), mark, std::pair<Place, Place>());
  if (places.empty()) return out;

  const auto look = [&places](ReportReader& report, Place std::pair<Place, Place>::*side) -> Result<void> {
    report.rewind();
    Item item;
    while (true) {
      const auto more = report.next(item);
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      const auto hash = key_hash(item);
      if (!hash) continue;
      const auto found = places.find(mark_of(*hash));
      if (found == places.end()) continue;
      Place& place = found->second.*side;
      if (++place.keys == 1) place.key = item.key;
    }
  };
  if (auto done = look(old_report, &std::pair<Place, Place>::first); !done) return tl::unexpected(done.error());
  if (auto done = look(new_report, &std::pair<Place, Place>::second); !done) return tl::unexpected(done.error());
  for (auto& [mark, place] : places) {
    if (place.first.keys == 1 && place.second.keys == 1) {
      out.push_back({std::move(place.second.key), std::move(place.first.key)});
    }
  }
  std::sort(out.begin(), out.end(), [](const MovedKey& a, const MovedKey& b) { return a.key < b.key; });
  return out;
}

}  // namespace bcheck
