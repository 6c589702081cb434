// SPDX-License-Identifier: Apache-2.0
#include "analysis/rulers.h"

#include <algorithm>

namespace bcheck {

RulerCount::RulerCount(std::vector<std::string> rulers) : rulers_(std::move(rulers)) {
  std::sort(rulers_.begin(), rulers_.end());
  rulers_.erase(std::unique(rulers_.begin(), rulers_.end()), rulers_.end());
}

bool RulerCount::key(const KeyChange& change) {
  for (; next_ < rulers_.size() && rulers_[next_] < change.key; ++next_) result_.unknown.push_back(rulers_[next_]);
  if (next_ == rulers_.size() || rulers_[next_] != change.key) return false;
  ++next_;
  ++result_[ruler_end(change)];
  return true;
}

RulerCheck RulerCount::finish() {
  for (; next_ < rulers_.size(); ++next_) result_.unknown.push_back(rulers_[next_]);
  result_[RulerEnd::kUnknown] = static_cast<std::int64_t>(result_.unknown.size());
  return std::move(result_);
}

}  // namespace bcheck
