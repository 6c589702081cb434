// SPDX-License-Identifier: Apache-2.0
// What only shows when the products of all shards are known, from the marks in their reports: run/batch_checks.h once
// more, without the products.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "run/content_groups.h"
#include "run/item_union.h"

namespace bcheck {

// 32 bytes a product, and 16 a key where the manifest says what the inputs were.
class CrossShard {
 public:
  // `keys`: of the manifest. `rules` outlive this.
  CrossShard(const Rules& rules, std::int64_t keys) : rules_(rules), keys_(keys), products_(rules.artifacts.size()) {}

  // The next item of the union.
  void add(const Item& item);

  // Behind the last one: finds what is alike. Passes the items once more where keys have to be named.
  Result<void> compare(ItemUnion& items);

  // Of the item at that place of the union; places in rising order.
  const std::vector<Finding>& findings_at(std::uint32_t place);

 private:
  using InputId = std::array<char, 16>;

  std::size_t artifact_named(std::string_view name) const;

  const Rules& rules_;
  std::int64_t keys_;
  std::vector<std::vector<ComparedProduct>> products_;  // by artifact
  std::vector<InputId> inputs_;                         // by place, up to the last one of which the manifest says it
  std::vector<bool> has_input_;                         // likewise
  std::uint32_t count_ = 0;                             // items so far
  Sha256 sha256_;
  std::vector<Finding> told_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_place_;  // place, told; sorted by place
  std::size_t next_ = 0;
  std::vector<Finding> here_;
};

}  // namespace bcheck
