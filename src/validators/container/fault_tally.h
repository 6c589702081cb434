// SPDX-License-Identifier: Apache-2.0
// Faults that a document may have in every line: each code is told once, with its first place and how often.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/validator.h"

namespace bcheck {

// A handful of codes, so that memory does not grow with the document.
class FaultTally {
 public:
  // `message` is called for the first of its code and severity only, and makes the sentence without the place.
  template <typename Message>
  void add(std::string_view code, Severity severity, std::uint64_t line, Message&& message) {
    for (Row& row : rows_) {
      if (row.code == code && row.severity == severity) {
        ++row.count;
        return;
      }
    }
    rows_.push_back({code, severity, 1, line, std::string(std::forward<Message>(message)())});
  }

  bool empty() const { return rows_.empty(); }
  void clear() { rows_.clear(); }

  // Those that fail first, each in the order of its first place.
  void report(Observation& out) const;

 private:
  struct Row {
    std::string_view code;
    Severity severity;
    std::uint64_t count;
    std::uint64_t line;
    std::string message;
  };
  std::vector<Row> rows_;
};

}  // namespace bcheck
