// SPDX-License-Identifier: Apache-2.0
#include "analysis/resume.h"

#include <fmt/format.h>

#include "base/text.h"
#include "input/key_index.h"

namespace bcheck {
namespace {

bool holds(const KeyList* list, std::size_t place) {
  return list != nullptr && list->times[place] > 0;
}

DoneCounts count_done(const KeyList& list) {
  DoneCounts counts;
  for (const std::uint32_t times : list.times) {
    if (times == 0) continue;
    ++counts.keys;
    counts.repeats += times - 1;
  }
  counts.unknown = list.unknown;
  counts.first_unknown = list.first_unknown;
  counts.torn = list.torn;
  return counts;
}

}  // namespace

Result<Products> products_of(ReportReader& report, const Manifest& manifest) {
  const KeyIndex index(manifest);
  Products products;
  products.valid.resize(manifest.keys.size());
  report.rewind();
  Item item;
  std::size_t items = 0;
  while (true) {
    const auto more = report.next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    const auto place = index.find(item.key);
    if (!place) {
      return bad_question(
          fmt::format("{} has key {}, which the manifest does not have", report.name(), quote(item.key)),
          "give the report of this manifest");
    }
    ++items;
    products.valid[*place] = item.status == Status::kPass;
    if (item.status == Status::kError || item.status == Status::kUnchecked) ++products.unexamined;
  }
  if (items == manifest.keys.size()) return products;
  return bad_question(fmt::format("{} has {} of the manifest's {}", report.name(), items,
                                  counted(static_cast<std::int64_t>(manifest.keys.size()), "key")),
                      "give the report of this manifest");
}

Resume find_resume(const Manifest& manifest, const Products& products, const ResumeLists& lists) {
  Resume out;
  out.keys = static_cast<std::int64_t>(manifest.keys.size());
  out.unexamined = products.unexamined;
  out.since = lists.since;
  out.recomputed = lists.recomputed;  // an attempts log knows better
  if (!out.recomputed && out.since) out.recomputed = out.since->total();
  if (lists.done != nullptr) {
    out.done = count_done(*lists.done);
    out.done_without_valid.emplace();
    out.valid_without_done.emplace();
  }
  if (lists.markers != nullptr) {
    out.interrupted.emplace();
    out.stale_markers.emplace();
    out.unknown_markers = lists.markers->unknown;
  }
  if (lists.pending != nullptr) out.unknown_pending = lists.pending->unknown;

  for (std::uint32_t place = 0; place < manifest.keys.size(); ++place) {
    const bool valid = products.valid[place];
    const bool marked = holds(lists.markers, place);
    if (valid) {
      ++out.valid;
    } else {
      out.todo.push_back(place);
      if (!marked && !holds(lists.pending, place)) out.omitted.push_back(place);
    }
    if (lists.done != nullptr && holds(lists.done, place) != valid) {
      (valid ? out.valid_without_done : out.done_without_valid)->push_back(place);
    }
    if (marked) (valid ? out.stale_markers : out.interrupted)->push_back(place);
  }
  return out;
}

std::int64_t repeated_attempts(const std::vector<std::uint32_t>& attempts) {
  std::int64_t sum = 0;
  for (const std::uint32_t times : attempts) sum += times > 0 ? std::int64_t{times} - 1 : 0;
  return sum;
}

}  // namespace bcheck
