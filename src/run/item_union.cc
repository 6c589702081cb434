// SPDX-License-Identifier: Apache-2.0
#include "run/item_union.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {

Result<void> ItemUnion::rewind(bool verify) {
  verify_ = verify;
  next_absent_ = 0;
  first_ = true;
  given_ = nullptr;
  heap_.clear();
  sources_.resize(shards_.reports().size() + 1);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sources_[i].report = i;
    if (i < shards_.reports().size()) shards_.reports()[i].rewind();
    const auto more = fill(sources_[i]);
    if (!more) return tl::unexpected(more.error());
    if (*more) heap_.push_back(&sources_[i]);
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
  return {};
}

Result<bool> ItemUnion::fill(Source& source) {
  if (source.report < shards_.reports().size()) return shards_.reports()[source.report].next(source.item);
  if (next_absent_ == absent_.size()) return false;
  Item& item = source.item;
  item = Item();
  item.key = absent_[next_absent_++];
  item.status = Status::kError;
  Finding finding;
  finding.code = "run.shard-absent";
  finding.message = "its shard is not among the reports that were merged";
  item.findings.push_back(std::move(finding));
  return true;
}

Result<void> ItemUnion::check(const Source& source) {
  const auto name = [&] {
    return source.report < shards_.reports().size() ? shards_.reports()[source.report].name() : "the manifest";
  };
  if (!first_ && source.item.key == last_key_) {
    return bad_question(fmt::format("key {} stands in {} and in another report", quote(last_key_), name()),
                        "a report was changed after it was written");
  }
  if (!verify_ || source.report == shards_.reports().size()) return {};
  const ShardHead& shard = *shards_.reports()[source.report].head().shard;
  const auto index = static_cast<std::int64_t>(hash_(source.item.key) % static_cast<std::uint64_t>(shard.of));
  if (std::binary_search(shard.indexes.begin(), shard.indexes.end(), index)) return {};
  return bad_question(fmt::format("{}: key {} is of shard {}", name(), quote(source.item.key), index),
                      "a report was changed after it was written");
}

Result<Item*> ItemUnion::next() {
  if (given_ != nullptr) {
    const auto more = fill(*given_);
    if (!more) return tl::unexpected(more.error());
    if (*more) {
      heap_.push_back(given_);
      std::push_heap(heap_.begin(), heap_.end(), later);
    }
    given_ = nullptr;
  }
  if (heap_.empty()) return nullptr;
  std::pop_heap(heap_.begin(), heap_.end(), later);
  Source* const source = heap_.back();
  heap_.pop_back();
  if (auto good = check(*source); !good) return tl::unexpected(std::move(good.error()));
  last_key_ = source->item.key;
  first_ = false;
  given_ = source;
  return &source->item;
}

}  // namespace bcheck
