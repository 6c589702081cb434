// SPDX-License-Identifier: Apache-2.0
// What is known of a key beside its products, for its item: what was reported of it, how often it was tried, and the
// groups that it belongs to.
#pragma once

#include <cstdint>
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
  // Both outlive this.
  KeyFacts(const Plan& plan, const Statuses& statuses);

  // `key` is the key's place in the manifest. The groups of `head` are valid until the next call.
  void add_to(ItemHead& head, std::uint32_t key);

 private:
  const Statuses& statuses_;
  bool positions_ = false;
  std::vector<Group> groups_;
  std::string position_;
};

}  // namespace bcheck
