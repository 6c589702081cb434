// SPDX-License-Identifier: Apache-2.0
// The numeric measures of a batch, by artifact and type, with the limits that they were held against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/report.h"
#include "render/page.h"
#include "render/page_histogram.h"
#include "render/sheet_limits.h"

namespace bcheck {

// Two readings: learn() every item, settle(), fill() every item.
class PageMeasures {
 public:
  static constexpr std::size_t kMost = 400;  // pairs of a kind of product and a measure; bounds the memory

  PageMeasures(std::map<std::string, ArtifactLimits> rules, const PageContext& context);

  void learn(const Item& item);
  void settle();
  void fill(const Item& item);

  struct Entry {
    std::string_view name;
    MeasureRange range;
    std::unique_ptr<Histogram> histogram;  // behind settle()
    Bound bound;
  };
  struct Kind {
    std::string artifact;
    std::string type;  // that the products are of; empty if none is known
    std::vector<Entry> entries;
  };
  const std::vector<Kind>& kinds() const { return kinds_; }
  bool left_out() const { return left_out_; }

  // Bounds of the measures of one product, for whoever shows them: null if there is none.
  const Bound* bound_of(const std::string& artifact, const Outcome& outcome, std::string_view measure);

 private:
  Kind* kind_of(const std::string& artifact, const Outcome& outcome);  // null beyond kMost
  // `at` is where the measure is likely to stand, since products of a kind have the same ones in the same order.
  static Entry* find(Kind& kind, std::string_view name, std::size_t at);
  Bound bound_for(const Kind& kind, std::string_view measure) const;

  std::map<std::string, ArtifactLimits> rules_;
  const PageContext& context_;
  std::vector<Kind> kinds_;
  std::size_t entries_ = 0;
  std::size_t last_ = 0;
  bool left_out_ = false;
};

// Of kinds whose measures have a limit or a spread: a histogram each, those with a limit open, others folded, and
// constants in a list. Nothing where nothing was measured.
std::string measures_markup(const PageMeasures& measures);

}  // namespace bcheck
