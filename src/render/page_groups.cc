// SPDX-License-Identifier: Apache-2.0
#include "render/page_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/page_markup.h"
#include "render/percent.h"

namespace bcheck {
namespace {

constexpr std::int64_t kFewValues = 8;     // of so many one sees that they are no groups
constexpr std::size_t kOpenRows = 12;      // of a column; the others open on a click
constexpr std::size_t kMostOfNames = 200;  // code points that are shown of a name

std::int64_t bad_of(const Counts& keys) {
  return keys.total() - keys[Status::kPass];
}

double share_of(const Counts& keys) {
  return keys.total() == 0 ? 0 : static_cast<double>(bad_of(keys)) / static_cast<double>(keys.total());
}

// Bars compare the shares with the largest one of the column, since failures are a few in a hundred everywhere.
std::string row(const PageGroups::Column& column, const PageGroups::Value& value, double largest) {
  const std::int64_t total = value.keys.total();
  const std::int64_t bad = bad_of(value.keys);
  constexpr std::int64_t kFull = 1000;
  const auto length =
      static_cast<std::int64_t>(largest > 0 ? static_cast<double>(kFull) * share_of(value.keys) / largest : 0);
  return fmt::format(
      R"(<tr><td class="name"><a href="#group={}:{}"><bdi>{}</bdi></a></td><td class="n">{}</td><td class="n">{}</td>)"
      R"(<td class="n{}">{}</td><td class="n">{}</td><td class="bars">{}</td></tr>)"
      "\n",
      fragment(column.name), fragment(value.text), html_name(cut(value.text, kMostOfNames)), grouped(total),
      grouped(value.keys[Status::kPass]), bad > 0 ? " bad" : "", grouped(bad),
      percent(value.keys[Status::kPass], total), bar(length, kFull, "bad"));
}

std::string table(const PageGroups::Column& column, std::size_t first, std::size_t end, double largest) {
  std::string out = fmt::format(
      "<table class=\"groups\"><thead><tr><th><bdi>{}</bdi></th><th class=\"n\">keys</th><th class=\"n\">pass</th>"
      "<th class=\"n\">bad</th><th class=\"n\">rate</th><th>share bad</th></tr></thead><tbody>\n",
      html_name(cut(column.name, kMostOfNames)));
  for (std::size_t i = first; i < end; ++i) out += row(column, column.values[i], largest);
  return out + "</tbody></table>\n";
}

std::string column_markup(const PageGroups::Column& column) {
  double largest = 0;
  for (const PageGroups::Value& value : column.values) largest = std::max(largest, share_of(value.keys));
  const std::size_t rows = std::min(column.values.size(), PageGroups::kMostRows);
  // Two rows more or less are not worth a click.
  const std::size_t open = rows <= kOpenRows + 2 ? rows : kOpenRows;
  std::string out = "<div>\n" + table(column, 0, open, largest);
  if (open < rows) {
    out += fmt::format("<details><summary>{} more</summary>\n{}</details>\n", rows - open,
                       table(column, open, rows, largest));
  }
  if (column.values.size() > rows) {
    out +=
        fmt::format("<p class=\"note\">{} more values have no more keys that do not pass than the last one here.</p>\n",
                    grouped(static_cast<std::int64_t>(column.values.size() - rows)));
  }
  return out + "</div>\n";
}

}  // namespace

void PageGroups::add(const Item& item) {
  for (const auto& [name, value] : item.groups) {
    auto at = seen_.find(name);
    if (at == seen_.end()) {
      if (seen_.size() == kMostColumns) {
        too_many_ = true;
        continue;
      }
      at = seen_.emplace(name, Seen{}).first;
    }
    Seen& column = at->second;
    ++column.keys;
    if (column.identifiers) continue;
    auto known = column.values.find(value);
    if (known == column.values.end()) {
      if (column.values.size() == kMostValues) {
        column.identifiers = true;
        column.values.clear();
        continue;
      }
      known = column.values.emplace(value, Counts{}).first;
    }
    ++known->second[item.status];
  }
}

void PageGroups::finish() {
  for (auto& [name, seen] : seen_) {
    const auto values = static_cast<std::int64_t>(seen.values.size());
    if (seen.identifiers || (values > kFewValues && values * 2 > seen.keys)) {
      identifiers_.push_back(name);
      continue;
    }
    Column column{name, {}};
    auto& numbers = numbers_.emplace_back();
    for (const auto& [text, keys] : seen.values) {
      numbers.emplace(text, column.values.size());
      column.values.push_back({text, keys, column.values.size()});
    }
    std::stable_sort(column.values.begin(), column.values.end(),
                     [](const Value& a, const Value& b) { return bad_of(a.keys) > bad_of(b.keys); });
    columns_.push_back(std::move(column));
  }
  seen_.clear();
}

void PageGroups::numbers_of(const Item& item, std::vector<std::int64_t>& out) const {
  out.assign(columns_.size(), -1);
  for (const auto& [name, value] : item.groups) {
    const auto column = std::lower_bound(columns_.begin(), columns_.end(), name,
                                         [](const Column& c, const std::string& wanted) { return c.name < wanted; });
    if (column == columns_.end() || column->name != name) continue;
    const auto index = static_cast<std::size_t>(column - columns_.begin());
    const auto at = numbers_[index].find(value);
    if (at != numbers_[index].end()) out[index] = static_cast<std::int64_t>(at->second);
  }
}

std::string groups_markup(const PageGroups& groups, std::string_view localised) {
  if (groups.columns().empty() && groups.identifiers().empty()) return {};
  std::string out = "<section id=\"groups\">\n<h2>Groups</h2>\n";
  if (!localised.empty()) {
    out += fmt::format("<p class=\"note strong\">Where the failures are: {}</p>\n", html_sentence(localised));
  }
  out += "<div class=\"columns\">\n";
  for (const PageGroups::Column& column : groups.columns()) out += column_markup(column);
  out += "</div>\n";
  if (!groups.identifiers().empty()) {
    std::string names;
    for (const std::string& name : groups.identifiers()) {
      names += (names.empty() ? "" : ", ") + html_name(cut(name, kMostOfNames));
    }
    out += fmt::format("<p class=\"note\">No groups, since nearly every key has a value of its own: {}.</p>\n", names);
  }
  if (groups.too_many_columns()) {
    out += fmt::format("<p class=\"note\">There are more than {} columns; the others are not shown.</p>\n",
                       PageGroups::kMostColumns);
  }
  return out + "</section>\n";
}

}  // namespace bcheck
