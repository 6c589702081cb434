// SPDX-License-Identifier: Apache-2.0
// The items of a page: rows for eyes without a script, and the data from which the script makes its table.
//
// The data stand in <script type="application/json"> elements: one of the words (codes, groups, measures …), then in
// turn `rows` and `more`, so that neither this program nor the browser ever handles them in one piece. A row is
// [key, status, silent, groups, codes, words, path]; `more` holds what opens below a row, in blocks of kMoreOfBlock
// that the script parses only when one is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bcheck/report.h"
#include "render/page_groups.h"
#include "render/page_measures.h"
#include "render/show.h"

namespace bcheck {

inline constexpr std::size_t kRowsOfBlock = 2000;
inline constexpr std::size_t kMoreOfBlock = 200;

// Whether there is more to say of it than that it passes.
bool is_notable(const Item& item);

// The first reading: what the data's words are, and how much will not fit.
class PageWords {
 public:
  void add(const Item& item);

  std::int64_t items() const { return items_; }
  std::int64_t notable() const { return notable_; }
  bool without_passing() const { return items_ > kMostItems; }

  std::size_t code(std::string_view code) const { return codes_.find(code)->second; }
  std::size_t measure(std::string_view name) const { return measures_.find(name)->second; }
  std::size_t artifact(std::string_view name) const { return artifacts_.find(name)->second; }

  void number();  // behind the last item: now each has its number
  std::string json(const PageGroups& groups, std::string_view report) const;

 private:
  using Numbers = std::map<std::string, std::size_t, std::less<>>;
  static void append(std::string& out, const Numbers& numbers);

  Numbers codes_, measures_, artifacts_;
  std::int64_t items_ = 0;
  std::int64_t notable_ = 0;
  Counts counts_;
  std::int64_t silent_ = 0;
};

// `<tr>` of an item that does not pass.
std::string plain_row(const Item& item);

// The section with its controls and the plain rows, of which there are `plain`, of `bad` items that do not pass.
std::string items_markup(const PageWords& words, const std::string& rows, std::int64_t plain, std::int64_t bad);

// The third reading.
class PageData {
 public:
  PageData(const PageWords& words, const PageGroups& groups, PageMeasures& measures, const Sink& sink)
      : words_(words), groups_(groups), measures_(measures), sink_(sink) {}

  // `excerpt` is of the item's failing text, empty where there is none.
  void add(const Item& item, std::string_view excerpt);
  void finish();

 private:
  void add_row(const Item& item, bool with_more);
  void add_more(const Item& item, std::string_view excerpt);
  void append_outcome(const std::string& name, const Outcome& outcome);
  void append_findings(const std::vector<Finding>& findings);
  void write(std::string& block, std::string_view css_class);

  const PageWords& words_;
  const PageGroups& groups_;
  PageMeasures& measures_;
  const Sink& sink_;
  std::string rows_, more_;
  std::size_t in_rows_ = 0, in_more_ = 0;
  std::int64_t written_ = 0, details_ = 0;
  std::vector<std::int64_t> numbers_;
  std::vector<std::size_t> codes_;
};

}  // namespace bcheck
