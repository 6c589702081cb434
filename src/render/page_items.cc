// SPDX-License-Identifier: Apache-2.0
#include "render/page_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/page_frame.h"
#include "render/page_markup.h"
#include "report/item_facts.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfPath = 300;     // code points
constexpr std::size_t kMostOfMessage = 400;  // likewise

template <typename Each>
void each_finding(const Item& item, Each each) {
  for (const Finding& finding : item.findings) each(finding);
  for (const auto& [name, outcome] : item.artifacts) {
    for (const Finding& finding : outcome.findings) each(finding);
  }
}

std::string_view path_of(const Item& item, const Primary& primary) {
  if (primary.artifact != nullptr && !primary.artifact->second.path.empty()) return primary.artifact->second.path;
  for (const auto& [name, outcome] : item.artifacts) {
    if (!outcome.path.empty()) return outcome.path;
  }
  return {};
}

// What a number that follows the numbers of `out` in an array has before it.
void append_numbered(std::string& out, std::size_t number, bool first) {
  if (!first) out += ',';
  append_number(out, static_cast<std::int64_t>(number));
}

}  // namespace

bool is_notable(const Item& item) {
  bool any = item.status != Status::kPass;
  each_finding(item, [&](const Finding&) { any = true; });
  return any;
}

void PageWords::add(const Item& item) {
  ++items_;
  ++counts_[item.status];
  if (item.reported == Reported::kSuccess && item.status != Status::kPass) ++silent_;
  if (!is_notable(item)) return;
  ++notable_;
  const auto know = [](Numbers& numbers, std::string_view word) {
    if (numbers.find(word) == numbers.end()) numbers.emplace(word, 0);
  };
  each_finding(item, [&](const Finding& finding) { know(codes_, finding.code); });
  for (const auto& [name, outcome] : item.artifacts) {
    know(artifacts_, name);
    for (const Measure& measure : outcome.measures) know(measures_, measure.name);
  }
}

void PageWords::number() {
  for (Numbers* const numbers : {&codes_, &measures_, &artifacts_}) {
    std::size_t next = 0;
    for (auto& [word, number] : *numbers) number = next++;
  }
}

void PageWords::append(std::string& out, const Numbers& numbers) {
  out += '[';
  for (const auto& [word, number] : numbers) {
    if (number > 0) out += ',';
    append_script_name(out, word);
  }
  out += ']';
}

std::string PageWords::json(const PageGroups& groups, std::string_view report) const {
  std::string out = "{\"report\":";
  append_script_sentence(out, report);
  out += R"(,"statuses":[)";
  for (int i = 0; i < kStatusCount; ++i) {
    out += fmt::format("{}\"{}\"", i == 0 ? "" : ",", name_of(static_cast<Status>(i)));
  }
  out += R"(],"severities":["fail","warn","allowed"],"codes":)";
  append(out, codes_);
  out += R"(,"measures":)";
  append(out, measures_);
  out += R"(,"artifacts":)";
  append(out, artifacts_);
  out += R"(,"groups":[)";
  for (const PageGroups::Column& column : groups.columns()) {
    out += &column == groups.columns().data() ? "[" : ",[";
    append_script_name(out, column.name);
    std::vector<const std::string*> values(column.values.size());
    for (const PageGroups::Value& value : column.values) values[value.number] = &value.text;
    out += ",[";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out += ',';
      append_script_name(out, *values[i]);
    }
    out += "]]";
  }
  out += fmt::format(R"(],"moreOfBlock":{}}})", kMoreOfBlock);
  return out;
}

std::string plain_row(const Item& item) {
  const Primary primary = primary_of(item);
  return fmt::format(
      "<tr><td class=\"name\"><bdi>{}</bdi></td><td>{}</td><td class=\"code\">{}</td><td class=\"why\">{}</td></tr>\n",
      html_name(key_on_page(item.key)), status_badge(item.status),
      primary.finding == nullptr ? "" : html_name(primary.finding->code),
      primary.finding == nullptr ? "" : html_sentence(cut(primary.finding->message, kMostOfMessage)));
}

std::string items_markup(const PageWords& words, const std::string& rows, std::int64_t plain, std::int64_t bad) {
  std::string out = "<section id=\"items\">\n<h2>Items</h2>\n";
  out +=
      "<div id=\"controls\" hidden>\n<div class=\"chips\" id=\"chips\" role=\"group\" aria-label=\"status\"></div>\n"
      "<div class=\"fields\"><input id=\"search\" type=\"search\" placeholder=\"key, path or message\" "
      "aria-label=\"search\" "
      "autocomplete=\"off\" spellcheck=\"false\"><select id=\"code\" aria-label=\"finding\"></select>"
      "<button id=\"group\" type=\"button\" hidden></button></div>\n"
      "<p class=\"note\" id=\"count\" aria-live=\"polite\"></p></div>\n";
  if (words.without_passing()) {
    out +=
        fmt::format("<p class=\"note strong\">Above {} items the page leaves out those that pass without a finding. ",
                    grouped(kMostItems));
    if (words.notable() > kMostItems) {
      out += fmt::format("It has the first {} of {} others. ", grouped(kMostItems), grouped(words.notable()));
    }
    out += "All are in the report.</p>\n";
  }
  if (words.notable() > kMostDetails) {
    out += fmt::format("<p class=\"note\">Findings and measures open for the first {} of {} items.</p>\n",
                       grouped(kMostDetails), grouped(words.notable()));
  }
  out += fmt::format("<noscript><p class=\"note\">{}</p></noscript>\n",
                     bad == 0 ? std::string("Every item passes.")
                     : plain < bad
                         ? fmt::format("The first {} of {} that do not pass.", grouped(plain), counted(bad, "item"))
                         : fmt::format("{} not pass.", bad == 1 ? "1 item does" : grouped(bad) + " items do"));
  out +=
      "<table class=\"items\" "
      "id=\"table\"><thead><tr><th>key</th><th>status</th><th>findings</th><th>why</th></tr></thead>"
      "<tbody id=\"rows\">\n";
  out += rows;
  return out + "</tbody></table>\n<nav id=\"pages\" hidden aria-label=\"pages\"></nav>\n</section>\n";
}

void PageData::add(const Item& item, std::string_view excerpt) {
  const bool notable = is_notable(item);
  if (words_.without_passing() && (!notable || written_ == kMostItems)) return;
  ++written_;
  const bool with_more = notable && details_ < kMostDetails;
  add_row(item, with_more);
  if (with_more) add_more(item, excerpt);
}

void PageData::finish() {
  if (in_rows_ > 0) write(rows_, "rows");
  if (in_more_ > 0) write(more_, "more");
  in_rows_ = in_more_ = 0;
}

void PageData::write(std::string& block, std::string_view css_class) {
  write_data(sink_, css_class, block);
  block.clear();
}

void PageData::add_row(const Item& item, bool with_more) {
  if (in_rows_++ > 0) rows_ += ",\n";
  rows_ += '[';
  append_script_name(rows_, key_on_page(item.key));
  const bool silent = item.reported == Reported::kSuccess && item.status != Status::kPass;
  rows_ += fmt::format(",{},{},", static_cast<int>(item.status), silent ? 1 : 0);
  if (groups_.columns().empty()) {
    rows_ += '0';
  } else {
    groups_.numbers_of(item, numbers_);
    rows_ += '[';
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (i > 0) rows_ += ',';
      append_number(rows_, numbers_[i]);
    }
    rows_ += ']';
  }
  // Of one that passes: the first digits of its hash in place of the code's words.
  rows_ += ",[";
  const Primary primary = primary_of(item);
  codes_.clear();
  if (primary.finding != nullptr) codes_.push_back(words_.code(primary.finding->code));
  each_finding(item, [&](const Finding& finding) {
    const std::size_t code = words_.code(finding.code);
    if (std::find(codes_.begin(), codes_.end(), code) == codes_.end()) codes_.push_back(code);
  });
  for (std::size_t i = 0; i < codes_.size(); ++i) append_numbered(rows_, codes_[i], i == 0);
  rows_ += "],";
  if (item.status == Status::kPass) {
    append_script_name(rows_, key_hash(item).value_or("").substr(0, 12));
  } else {
    append_script_sentence(rows_, primary.finding == nullptr ? "" : cut(primary.finding->message, kMostOfMessage));
  }
  if (with_more || item.status != Status::kPass) {
    rows_ += ',';
    append_script_name(rows_, cut(path_of(item, primary), kMostOfPath));
    rows_ += with_more ? fmt::format(",{}]", details_) : "]";
  } else {
    rows_ += ']';
  }
  if (in_rows_ == kRowsOfBlock) {
    write(rows_, "rows");
    in_rows_ = 0;
  }
}

}  // namespace bcheck
