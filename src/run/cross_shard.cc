// SPDX-License-Identifier: Apache-2.0
#include "run/cross_shard.h"

#include <algorithm>
#include <map>

namespace bcheck {

std::size_t CrossShard::artifact_named(std::string_view name) const {
  const auto& artifacts = rules_.artifacts;
  const auto at = std::lower_bound(artifacts.begin(), artifacts.end(), name,
                                   [](const ArtifactRules& artifact, std::string_view n) { return artifact.name < n; });
  return static_cast<std::size_t>(at - artifacts.begin());
}

void CrossShard::add(const Item& item) {
  const std::uint32_t place = count_++;
  if (!item.place) return;  // of an absent shard: nothing is known
  if (!item.input_sha256.empty()) {
    inputs_.resize(count_);
    has_input_.resize(count_);
    sha256_.update(as_bytes(item.input_sha256));
    const Digest digest = sha256_.finish();
    std::copy_n(digest.begin(), inputs_[place].size(), inputs_[place].begin());
    has_input_[place] = true;
  }
  if (item.blank) return;
  for (const auto& [name, outcome] : item.artifacts) {
    if (!outcome.mark) continue;
    const SharedMark& mark = *outcome.mark;
    products_[artifact_named(name)].push_back(
        {mark.digest, mark.extent, mark.kind, static_cast<std::uint32_t>(*item.place), place});
  }
}

Result<void> CrossShard::compare(ItemUnion& items) {
  ComparedBatch batch{static_cast<std::size_t>(keys_)};
  inputs_.resize(count_);
  has_input_.resize(count_);
  batch.input = [this](const ComparedProduct& product) {
    return has_input_[product.place] ? std::string_view(inputs_[product.place].data(), inputs_[product.place].size())
                                     : std::string_view();
  };
  std::vector<std::vector<ContentGroup>> groups;
  std::map<std::uint32_t, std::string> names;  // of the places that are named
  for (std::size_t a = 0; a < products_.size(); ++a) {
    groups.push_back(compare_products(std::move(products_[a]), rules_.artifacts[a], batch));
    for (const ContentGroup& group : groups.back()) {
      for (std::size_t i = 0; !group.what.empty() && i < std::min(group.places.size(), kNamedOfGroup); ++i) {
        names[group.places[i]];
      }
    }
  }
  if (!names.empty()) {
    if (auto begun = items.rewind(false); !begun) return begun;
    auto wanted = names.begin();
    for (std::uint32_t place = 0; wanted != names.end(); ++place) {
      const auto item = items.next();
      if (!item) return tl::unexpected(item.error());
      if (*item == nullptr) break;
      if (wanted->first == place) (wanted++)->second = (*item)->key;
    }
  }
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (ContentGroup& group : groups[a]) {
      std::vector<std::string_view> first;
      for (std::size_t i = 0; !group.what.empty() && i < std::min(group.places.size(), kNamedOfGroup); ++i) {
        first.push_back(names[group.places[i]]);
      }
      Finding finding = finding_of(group, sentence(group, first), rules_.artifacts[a]);
      for (const std::uint32_t place : group.places) {
        by_place_.emplace_back(place, static_cast<std::uint32_t>(told_.size()));
      }
      told_.push_back(std::move(finding));
    }
  }
  std::sort(by_place_.begin(), by_place_.end());  // in the order in which they were told
  return {};
}

const std::vector<Finding>& CrossShard::findings_at(std::uint32_t place) {
  here_.clear();
  for (; next_ < by_place_.size() && by_place_[next_].first == place; ++next_) {
    here_.push_back(told_[by_place_[next_].second]);
  }
  return here_;
}

}  // namespace bcheck
