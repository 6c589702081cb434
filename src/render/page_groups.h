// SPDX-License-Identifier: Apache-2.0
// The columns of a batch that have no meaning of their own, "gpu" or "shard", as groups of keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/report.h"

namespace bcheck {

class PageGroups {
 public:
  static constexpr std::size_t kMostValues = 10'000;  // a column of more is one of identifiers; bounds the memory
  static constexpr std::size_t kMostColumns = 64;     // others are not looked at
  static constexpr std::size_t kMostRows = 50;        // that are shown of a column

  void add(const Item& item);
  void finish();  // behind the last item: then, and only then, the questions below have answers

  struct Value {
    std::string text;
    Counts keys;
    std::size_t number = 0;  // in the data of the page: in the order of bytes
  };
  struct Column {
    std::string name;
    std::vector<Value> values;  // the most keys that do not pass first
  };
  const std::vector<Column>& columns() const { return columns_; }

  // Columns of which nearly every key has a value of its own.
  const std::vector<std::string>& identifiers() const { return identifiers_; }

  // The number of the item's value in each of columns(), -1 where it has none.
  void numbers_of(const Item& item, std::vector<std::int64_t>& out) const;

  bool too_many_columns() const { return too_many_; }

 private:
  struct Seen {
    std::map<std::string, Counts, std::less<>> values;
    std::int64_t keys = 0;
    bool identifiers = false;
  };
  std::map<std::string, Seen, std::less<>> seen_;
  std::vector<Column> columns_;
  std::vector<std::map<std::string, std::size_t, std::less<>>> numbers_;  // by column
  std::vector<std::string> identifiers_;
  bool too_many_ = false;
};

// A table for each column; nothing where there are none.
std::string groups_markup(const PageGroups& groups, std::string_view localised);

}  // namespace bcheck
