// SPDX-License-Identifier: Apache-2.0
#include "render/filter.h"

#include <algorithm>

namespace bcheck {
namespace {

bool any_code(const std::vector<std::string>& patterns, const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return takes(pattern, finding.code); });
  });
}

}  // namespace

bool takes(std::string_view pattern, std::string_view code) {
  if (!pattern.ends_with('*')) return pattern == code;
  return code.starts_with(pattern.substr(0, pattern.size() - 1));
}

Selection::Selection(const Filter& filter) : filter_(filter), keys_(filter.keys) {
  std::sort(keys_.begin(), keys_.end());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
}

bool Selection::takes(const Item& item) {
  if (!keys_.empty()) {
    for (; next_ < keys_.size() && keys_[next_] < item.key; ++next_) unknown_.push_back(keys_[next_]);
    if (next_ == keys_.size() || keys_[next_] != item.key) return false;
    ++next_;
  }
  const auto& statuses = filter_.statuses;
  if (!statuses.empty() && std::find(statuses.begin(), statuses.end(), item.status) == statuses.end()) return false;
  const auto& reported = filter_.reported;
  if (!reported.empty() && std::find(reported.begin(), reported.end(), item.reported) == reported.end()) return false;
  if (filter_.silent && (item.reported != Reported::kSuccess || item.status == Status::kPass)) return false;
  return filter_.codes.empty() || any_code(filter_.codes, item.findings) ||
         std::any_of(item.artifacts.begin(), item.artifacts.end(),
                     [&](const auto& artifact) { return any_code(filter_.codes, artifact.second.findings); });
}

std::vector<std::string> Selection::unknown_keys() {
  for (; next_ < keys_.size(); ++next_) unknown_.push_back(keys_[next_]);
  return unknown_;
}

}  // namespace bcheck
