// SPDX-License-Identifier: Apache-2.0
// What is known of a key beside its products, for its item: what was reported of it, how often it was tried, the groups
// that it belongs to and its input; of a shard what comparing it with other shards needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "input/status.h"
#include "report/item_head.h"
#include "run/plan.h"

namespace bcheck {

// The group that tells the place of a key in the manifest, from 1. Items stand in the order of their keys' bytes; where
// that is the manifest's order too, an item's own place says it and there is no such group. A column of this name goes
// before it.
inline constexpr std::string_view kPositionGroup = "position";

class KeyFacts {
 public:
  // Called for each item in the order of the report; its views are valid during the call.
  using EachItem = std::function<void(const ItemHead&)>;

  // Both outlive this.
  KeyFacts(const Plan& plan, const Statuses& statuses, EachItem each = {});

  // `key` is the key's place in the manifest. The groups of `head` are valid until the next call.
  void add_to(ItemHead& head, std::uint32_t key);

  // Of the finished head, to whoever listens.
  void tell(const ItemHead& head) const {
    if (each_) each_(head);
  }

 private:
  const Statuses& statuses_;
  EachItem each_;
  bool positions_ = false;
  bool places_ = false;             // in a shard
  const Column* inputs_ = nullptr;  // hashes; null if the manifest has none
  std::vector<Group> groups_;
  std::string position_;
};

}  // namespace bcheck
