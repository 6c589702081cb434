// SPDX-License-Identifier: Apache-2.0
// Where a key stands in the manifest.
#pragma once

#include <optional>
#include <string_view>

#include "base/key_table.h"
#include "bcheck/manifest.h"

namespace bcheck {

class KeyIndex {
 public:
  // The manifest outlives this.
  explicit KeyIndex(const Manifest& manifest) : keys_(manifest.keys), table_(keys_.size()) {
    for (std::size_t i = 0; i < keys_.size(); ++i) table_.add(keys_[i], keys_.first(i));
  }

  std::optional<std::size_t> find(std::string_view key) const { return table_.find(key, keys_); }

 private:
  std::span<const std::string_view> keys_;
  KeyTable table_;
};

}  // namespace bcheck
