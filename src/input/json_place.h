// SPDX-License-Identifier: Apache-2.0
// Where in a JSON file something stands, for messages: artifacts.image.limits.mean_luma.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json_tree.h"
#include "bcheck/error.h"

namespace bcheck {

class JsonPlace {
 public:
  explicit JsonPlace(std::string_view file) : file_(file) {}

  JsonPlace member(std::string_view name) const;  // a.name, or a["strange name"]
  JsonPlace element(std::size_t number) const;    // a[0]

  // "FILE": PLACE: WHAT
  tl::unexpected<Error> refuse(std::string_view what, std::string hint = {}) const;

  // "... must be WANTED, not KIND"
  tl::unexpected<Error> wrong_kind(std::string_view wanted, const JsonTree& value) const;

  // The place itself is a word that nobody knows.
  tl::unexpected<Error> unknown(std::string_view what, std::string_view word,
                                std::span<const std::string_view> candidates) const;

 private:
  std::string file_;
  std::string path_;  // empty at the top
};

}  // namespace bcheck
