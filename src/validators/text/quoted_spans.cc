// SPDX-License-Identifier: Apache-2.0
#include "validators/text/quoted_spans.h"

#include <algorithm>
#include <array>

namespace bcheck {
namespace {

constexpr std::size_t kLongestRun = 32;
constexpr std::size_t kFence = 3;

// The end of the first empty line behind `from`. Asked with growing `from`, so that the whole is one pass.
class EmptyLines {
 public:
  explicit EmptyLines(std::string_view text) : text_(text) {}
  std::size_t next(std::size_t from) {
    if (at_ != std::string_view::npos && (!asked_ || at_ < from)) at_ = text_.find("\n\n", from);
    asked_ = true;
    return at_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool asked_ = false;
};

}  // namespace

void QuotedSpans::find(std::string_view text) {
  runs_.clear();
  spans_.clear();
  for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    runs_.push_back({at, std::min(end - at, kLongestRun), 0});
    at = end;
    if (at == text.size()) break;
  }
  std::array<std::size_t, kLongestRun + 1> seen;
  seen.fill(runs_.size());
  for (std::size_t i = runs_.size(); i-- > 0;) runs_[i].next = std::exchange(seen[runs_[i].length], i);

  EmptyLines empty_lines(text);
  for (std::size_t i = 0; i < runs_.size();) {
    const Run& open = runs_[i];
    ++i;
    if (open.next == runs_.size()) continue;
    const Run& close = runs_[open.next];
    if (open.length < kFence && empty_lines.next(open.at) < close.at) continue;
    spans_.emplace_back(open.at, close.at);
    i = open.next + 1;
  }
}

bool QuotedSpans::contains(std::size_t at) const {
  const auto behind = std::upper_bound(spans_.begin(), spans_.end(), at,
                                       [](std::size_t place, const auto& span) { return place < span.first; });
  return behind != spans_.begin() && at < std::prev(behind)->second;
}

std::size_t QuotedSpans::bytes() const {
  std::size_t sum = 0;
  for (const auto& [first, end] : spans_) sum += end - first;
  return sum;
}

}  // namespace bcheck
