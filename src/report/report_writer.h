// SPDX-License-Identifier: Apache-2.0
// A report in its order: head, items, tail. Where the items go, into the report itself or a line each into a file
// beside it, nobody else needs to know.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bcheck/report.h"

namespace bcheck {

class ReportWriter {
 public:
  using Write = std::function<void(std::string_view)>;

  // `items`: takes the items, a line each; empty = they stand in the report.
  explicit ReportWriter(Write report, Write items = {}) : report_(std::move(report)), items_(std::move(items)) {}

  void head(const ReportHead& head);
  void item(std::string_view json);  // one line, as append_item() makes it
  std::int64_t count() const { return count_; }

  // `items`: what is to be said of the file of items; where there is one.
  void tail(const ReportTail& tail, const std::optional<ItemsFile>& items = {});

 private:
  Write report_, items_;
  std::string line_;
  std::int64_t count_ = 0;
};

}  // namespace bcheck
