// SPDX-License-Identifier: Apache-2.0
#include "run/content_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "judge/severity.h"

namespace bcheck {
namespace {

constexpr std::uint32_t kLongText = 200;
constexpr std::size_t kLongKeys = 3;
constexpr std::size_t kManyPaired = 10;
constexpr std::uint32_t kShortText = 32;
constexpr std::size_t kShortKeys = 5;
constexpr std::size_t kShortShare = 50;  // one in so many keys of the batch
constexpr std::uint32_t kStuckText = 64;
constexpr std::size_t kStuckKeys = 4;
constexpr std::uint32_t kLeastVector = 4;  // shorter ones are scores and coordinates, which repeat
constexpr std::size_t kSameVectors = 8;    // so many equal scores or pictures are no accident
constexpr std::size_t kSameLabels = 30;    // of a label that nine in ten have, so many in a row have odds of 4 %
constexpr std::size_t kOddSizeShare = 5;   // the same of pictures, which only warns
constexpr std::size_t kLeastPictures = 10;
constexpr std::size_t kOddShare = 10;  // at most one in so many is the odd one

using Products = std::span<const ComparedProduct>;

auto content(const ComparedProduct& product) {
  return std::tie(product.kind, product.id, product.extent);
}

class Comparison {
 public:
  Comparison(const ArtifactRules& rules, const ComparedBatch& batch) : rules_(rules), batch_(batch) {}

  // Sorted by content, then key.
  std::vector<ContentGroup> of(Products products) {
    odd_dimensions(products);
    odd_sizes(products);
    std::size_t paired = 0;
    for_each_group(products, [&](Products group) { paired += is_pair(group) ? group.size() : 0; });
    pairs_ = paired >= kManyPaired && paired * kShortShare >= batch_.keys ? Severity::kFail : Severity::kWarn;
    for_each_group(products, [&](Products group) { alike(group, group.size() == products.size()); });
    return std::move(groups_);
  }

 private:
  // Of at least two products with one content.
  template <typename Function>
  static void for_each_group(Products products, const Function& function) {
    for (std::size_t i = 0; i < products.size();) {
      std::size_t end = i + 1;
      while (end < products.size() && content(products[end]) == content(products[i])) ++end;
      if (end - i > 1) function(products.subspan(i, end - i));
      i = end;
    }
  }

  // One long text of two inputs.
  bool is_pair(Products group) const {
    return group.front().kind == ContentKind::kText && group.front().extent >= kLongText && different(group) == 2;
  }

  // How many different inputs the keys have, as far as the manifest says.
  std::size_t different(Products group) const {
    if (!batch_.input) return group.size();
    std::vector<std::string_view> inputs;
    std::size_t unknown = 0;
    for (const ComparedProduct& product : group) {
      if (const std::string_view input = batch_.input(product); input.empty()) {
        ++unknown;
      } else {
        inputs.push_back(input);
      }
    }
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    return inputs.size() + unknown;
  }

  // Each run of keys that follow each other in the manifest.
  void neighbours(Products group) {
    for (std::size_t start = 0; start < group.size();) {
      std::size_t end = start + 1;
      while (end < group.size() && group[end].key == group[end - 1].key + 1) ++end;
      const auto run = group.subspan(start, end - start);
      if (different(run) >= kStuckKeys) tell(run, "batch.duplicate-text", Severity::kFail, "text");
      start = end;
    }
  }

  // `all`: there are no others.
  void alike(Products group, bool all) {
    const std::size_t keys = different(group);
    const std::uint32_t extent = group.front().extent;
    if (group.front().kind == ContentKind::kPicture && all && keys >= kSameVectors) {
      tell(group, "batch.all-same", Severity::kFail, "picture");
    } else if (group.front().kind == ContentKind::kOther || group.front().kind == ContentKind::kPicture) {
      if (keys > 1) tell(group, "batch.duplicate-content", Severity::kWarn, "content");
    } else if (group.front().kind == ContentKind::kLabel) {
      if (all && keys >= kSameLabels) tell(group, "batch.all-same", Severity::kWarn, "content");
    } else if (group.front().kind == ContentKind::kVector) {
      const auto allowed = rules_.options.find("allow_duplicates");
      const bool* const flag = allowed == rules_.options.end() ? nullptr : std::get_if<bool>(&allowed->second);
      if (keys > 1 && extent >= kLeastVector && (flag == nullptr || !*flag)) {
        tell(group, "batch.duplicate-vector", Severity::kFail, "vector");
      } else if (all && keys >= kSameVectors) {
        tell(group, "batch.all-same", Severity::kFail, extent == 1 ? "number" : "vector");
      }
    } else if ((extent >= kLongText && keys >= kLongKeys) ||
               (extent >= kShortText && keys >= kShortKeys && keys * kShortShare >= batch_.keys)) {
      tell(group, "batch.duplicate-text", Severity::kFail, "text");
    } else if (is_pair(group)) {
      tell(group, "batch.duplicate-text", pairs_, "text");
    } else if (all && keys >= kSameLabels && extent < kShortText) {
      tell(group, "batch.all-same", Severity::kWarn, "text");
    } else if (extent >= kStuckText) {
      neighbours(group);
    }
  }

  // Those of another extent than most of their kind have, where they are one in `share` at most.
  struct OddOnes {
    std::map<std::uint32_t, std::vector<std::uint32_t>> places;  // by extent; without the usual one
    std::uint32_t usual = 0;
    std::size_t with_usual = 0;
    std::size_t all = 0;
  };
  static OddOnes odd_ones(Products products, ContentKind kind, std::size_t share) {
    OddOnes odd;
    for (const ComparedProduct& product : products) {
      if (product.kind != kind) continue;
      odd.places[product.extent].push_back(product.place);
      ++odd.all;
    }
    if (odd.places.empty()) return odd;
    const auto usual = std::max_element(odd.places.begin(), odd.places.end(),
                                        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    odd.usual = usual->first;
    odd.with_usual = usual->second.size();
    odd.places.erase(usual);
    if (odd.all - odd.with_usual > odd.all / share) odd.places.clear();
    return odd;
  }

  void odd_dimensions(Products products) {
    OddOnes odd = odd_ones(products, ContentKind::kVector, kOddShare);
    for (auto& [dimension, places] : odd.places) {
      groups_.push_back({"batch.odd-dimension", Severity::kFail, "",
                         fmt::format("its dimension is {}, and that of {} of {} vectors is {}", dimension,
                                     odd.with_usual, odd.all, odd.usual),
                         std::int64_t{dimension}, std::move(places)});
    }
  }

  // A warning: the rules did not say that all have one size.
  void odd_sizes(Products products) {
    OddOnes odd = odd_ones(products, ContentKind::kPicture, kOddSizeShare);
    if (odd.all < kLeastPictures) return;
    const auto text = [](std::uint32_t extent) {
      return extent == 0 ? std::string("too large for this comparison")
                         : fmt::format("{} x {}", extent >> 16, extent & 0xFFFF);
    };
    for (auto& [extent, places] : odd.places) {
      groups_.push_back({"batch.odd-size", Severity::kWarn, "",
                         fmt::format("its size is {}, and that of {} of {} pictures is {}", text(extent),
                                     odd.with_usual, odd.all, text(odd.usual)),
                         std::int64_t{extent >> 16}, std::move(places)});
    }
  }

  void tell(Products group, std::string_view code, Severity usual, std::string_view what) {
    ContentGroup told{code, usual, what, {}, static_cast<std::int64_t>(group.size()), {}};
    for (const ComparedProduct& product : group) told.places.push_back(product.place);
    groups_.push_back(std::move(told));
  }

  const ArtifactRules& rules_;
  const ComparedBatch& batch_;
  Severity pairs_ = Severity::kWarn;  // of long texts that two have
  std::vector<ContentGroup> groups_;
};

}  // namespace

std::string sentence(const ContentGroup& group, std::span<const std::string_view> names) {
  if (group.what.empty()) return group.message;
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + quote(name, 60);
  return fmt::format("{} keys have the same {}: {}{}", group.places.size(), group.what, text,
                     group.places.size() > names.size() ? ", ..." : "");
}

std::vector<ContentGroup> compare_products(std::vector<ComparedProduct> products, const ArtifactRules& rules,
                                           const ComparedBatch& batch) {
  std::sort(products.begin(), products.end(), [](const ComparedProduct& a, const ComparedProduct& b) {
    return std::tuple_cat(content(a), std::tie(a.key)) < std::tuple_cat(content(b), std::tie(b.key));
  });
  return Comparison(rules, batch).of(products);
}

Finding finding_of(const ContentGroup& group, std::string message, const ArtifactRules& rules) {
  Finding finding;
  finding.code = group.code;
  finding.usual = group.usual;
  finding.severity = decide_severity(group.code, group.usual, "batch", rules, false);
  finding.message = std::move(message);
  finding.measured = group.measured;
  return finding;
}

}  // namespace bcheck
