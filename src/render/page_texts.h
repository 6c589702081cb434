// SPDX-License-Identifier: Apache-2.0
// How failing texts begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "render/page.h"
#include "render/sheet_limits.h"

namespace bcheck {

class PageTexts {
 public:
  PageTexts(const std::map<std::string, ArtifactLimits>& rules, const PageContext& context)
      : rules_(rules), context_(context) {}

  // Reads the item's first text that does not pass, if there is one, it is a file of its own, and there is still room.
  // An error is ErrorKind::kInterrupted.
  Result<void> add(const Item& item);

  std::string_view of(const std::string& key) const;  // empty if there is none
  std::int64_t unreadable() const { return unreadable_; }

  // A card each, the codes in turn, at most kCardsOfCode of one and kCards in all; nothing where there are none.
  std::string markup() const;
  static constexpr std::size_t kCardsOfCode = 3;
  static constexpr std::size_t kCards = 24;

 private:
  struct Text {
    std::string key;
    Status status = Status::kFail;
    std::string start;
  };
  bool is_text(const std::string& name, const Outcome& outcome) const;

  const std::map<std::string, ArtifactLimits>& rules_;
  const PageContext& context_;
  std::map<std::string, std::vector<Text>> by_code_;
  std::map<std::string, std::string_view, std::less<>> by_key_;
  std::size_t texts_ = 0;
  std::int64_t unreadable_ = 0;
};

}  // namespace bcheck
