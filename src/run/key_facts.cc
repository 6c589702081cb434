// SPDX-License-Identifier: Apache-2.0
#include "run/key_facts.h"

#include <algorithm>

#include "base/text.h"

namespace bcheck {

KeyFacts::KeyFacts(const Plan& plan, const Statuses& statuses, EachItem each)
    : statuses_(statuses), each_(std::move(each)) {
  const bool named = std::any_of(statuses.groups.begin(), statuses.groups.end(),
                                 [](const Statuses::Group& group) { return group.name == kPositionGroup; });
  positions_ = !named && !plan.sorted;
  inputs_ = plan.input_hashes;
  places_ = plan.shard;
}

void KeyFacts::add_to(ItemHead& head, std::uint32_t key) {
  if (!statuses_.reported.empty()) head.reported = statuses_.reported[key];
  if (!statuses_.attempts.empty() && statuses_.attempts[key] > 0) head.attempts = statuses_.attempts[key];
  groups_.clear();
  bool placed = !positions_;
  const auto place = [&] {
    position_.clear();
    append_number(position_, std::int64_t{key} + 1);
    groups_.emplace_back(kPositionGroup, position_);
    placed = true;
  };
  for (const Statuses::Group& group : statuses_.groups) {
    if (!placed && group.name > kPositionGroup) place();
    if (const std::string_view value = group.of(key); !value.empty()) groups_.emplace_back(group.name, value);
  }
  if (!placed) place();
  head.groups = groups_;
  if (places_) head.place = key;
  if (inputs_ != nullptr) head.input_sha256 = inputs_->values[key];
}

}  // namespace bcheck
