// SPDX-License-Identifier: Apache-2.0
// Counting a report's items as they go by. The run tallies while it merges, the reader while it reads, and both
// must come to the same summary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/report.h"
#include "report/item_head.h"

namespace bcheck {

// Memory depends on the number of different artifact names and codes, and not on the number of keys.
class Tally {
 public:
  // Items in the order of their key bytes. artifact() and finding() speak of the item that was begun last.
  void item(const ItemHead& head);
  void artifact(std::string_view name, Status status, bool required);  // an absent optional one is not counted
  void finding(std::string_view code, Severity severity);              // of an artifact or of the item itself

  void unchecked(std::string_view reason);  // of an artifact

  // All of the above for a whole item; `is_required` answers for an artifact's name.
  template <typename IsRequired>
  void whole(const Item& whole_item, const IsRequired& is_required) {
    item(head_of(whole_item));
    for (const auto& [name, outcome] : whole_item.artifacts) {
      artifact(name, outcome.status, is_required(name));
      for (const Finding& found : outcome.findings) {
        finding(found.code, found.severity);
        if (found.code == "run.unchecked") unchecked(found.message);
      }
    }
    for (const Finding& found : whole_item.findings) finding(found.code, found.severity);
  }

  // What belongs to no item; at any time.
  void batch_finding(std::string_view code, Severity severity);
  void extra(const Extra& extra);

  std::size_t codes() const { return codes_.size(); }  // different ones so far, each severity for itself
  Summary summary() const;

 private:
  struct Code {
    std::int64_t count = 0;
    std::vector<std::string> keys;  // the first kFirstKeys, each once
  };
  using Name = std::pair<std::string, Severity>;
  struct NameLess {  // finds by views, so that counting allocates nothing
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      const int order = std::string_view(a.first).compare(std::string_view(b.first));
      return order != 0 ? order < 0 : a.second < b.second;
    }
  };
  Code& code_of(std::string_view code, Severity severity);
  void in_state(Status status);

  Counts keys_;
  std::map<std::string, Counts, std::less<>> artifacts_;
  std::map<Name, Code, NameLess> codes_;
  std::map<std::string, std::int64_t, std::less<>> unchecked_;
  std::array<std::int64_t, kStatusCount> keys_with_{};
  std::array<bool, kStatusCount> seen_{};  // states of the current item that are counted in keys_with_ already
  std::string key_;
  std::int64_t extra_ = 0;
  std::int64_t extra_records_ = 0;
  std::int64_t leftovers_ = 0;
  std::int64_t duplicates_ = 0;
  std::int64_t batch_failures_ = 0;
  // Without any key of which one is known the summary says that it does not know.
  std::optional<ReportedCounts> reported_;
  std::optional<AttemptCounts> attempts_;
  std::vector<std::string> silent_keys_;
};

}  // namespace bcheck
