// SPDX-License-Identifier: Apache-2.0
// Which products of one artifact are alike or odd, by marks of their content: the decision, in one place, for the run
// that has the products and for the merge that has the reports of its shards.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/content_mark.h"
#include "bcheck/finding.h"
#include "bcheck/rules.h"

namespace bcheck {

// One product. Equal contents have equal kind, extent and id.
struct ComparedProduct {
  std::array<std::uint64_t, 2> id{};
  std::uint32_t extent = 0;
  ContentKind kind = ContentKind::kNone;
  std::uint32_t key = 0;    // its place in the manifest, so that neighbours stand beside each other
  std::uint32_t place = 0;  // of its item in the order of key bytes
};

// Of which one thing is to be said.
struct ContentGroup {
  std::string_view code;
  Severity usual = Severity::kFail;
  std::string_view what;              // they have the same of: "text", "vector", "content"; empty = `message` says it
  std::string message;                // of what is odd
  std::int64_t measured = 0;          // the group's size, or the odd dimension or width
  std::vector<std::uint32_t> places;  // in the order of the manifest
};

inline constexpr std::size_t kNamedOfGroup = 3;  // keys in the sentence about a group

// "5 keys have the same text: 'a', 'b', 'c', ...". `names`: keys of the first kNamedOfGroup places, raw bytes.
std::string sentence(const ContentGroup& group, std::span<const std::string_view> names);

struct ComparedBatch {
  std::size_t keys = 0;  // of the manifest
  // What the manifest says of the input; empty = nothing. Null = of no key.
  std::function<std::string_view(const ComparedProduct&)> input = {};
};

// As run/batch_checks.h says. A place stands in at most two groups: first that of odd dimensions or sizes, then that of
// its content.
std::vector<ContentGroup> compare_products(std::vector<ComparedProduct> products, const ArtifactRules& rules,
                                           const ComparedBatch& batch);

// The finding about each product of a group; `message` as sentence() has it.
Finding finding_of(const ContentGroup& group, std::string message, const ArtifactRules& rules);

}  // namespace bcheck
