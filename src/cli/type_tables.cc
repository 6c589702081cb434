// SPDX-License-Identifier: Apache-2.0
#include "cli/type_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "judge/limits.h"
#include "run/codes.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using Row = std::vector<std::string>;

struct Table {
  std::string title;
  Row head;
  std::vector<Row> rows;
};

std::string limit_text(const Type& type, std::string_view measure) {
  for (const DefaultLimit& limit : type.limits) {
    if (limit.measure != measure) continue;
    std::string text;
    if (limit.min) {
      text += "at least ";
      append_number(text, *limit.min);
    }
    if (limit.max) {
      text += text.empty() ? "at most " : ", at most ";
      append_number(text, *limit.max);
    }
    return text;
  }
  return "";
}

std::string kinds_text(const OptionInfo& option) {
  if (!option.words.empty()) {
    std::string text = fmt::format("{}", fmt::join(option.words, ", "));
    if ((option.kinds & (kWord | kWords)) == kWords) text = "list of " + text;
    if ((option.kinds & kRange) != 0) text += ", or [min, max]";
    return text;
  }
  static constexpr std::pair<unsigned, std::string_view> kNames[]{{kFlag, "true or false"},
                                                                  {kWhole, "whole number"},
                                                                  {kReal, "number"},
                                                                  {kWord, "word"},
                                                                  {kRange, "[min, max]"},
                                                                  {kWords, "list of words"},
                                                                  {kPath, "file of the output"}};
  std::vector<std::string_view> names;
  for (const auto& [kind, name] : kNames) {
    if ((option.kinds & kind) != 0) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", or "));
}

// The codes that have a name of their own; the others follow a pattern.
std::string outside_text(const Type& type, const MeasureInfo& info) {
  std::vector<std::string> codes;
  for (const auto& [which, own] :
       {std::pair{"low", info.low_code}, {"high", info.high_code}, {"differs", info.other_code}}) {
    if (own.empty()) continue;
    const std::string code = limit_code(type, info, which);
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  }
  if (codes.empty()) return limit_code(type, info, "*");
  return fmt::format("{}", fmt::join(codes, ", "));
}

Table findings_table(std::string title, std::span<const FindingInfo> findings) {
  Table table{std::move(title), {"code", "default", "meaning"}, {}};
  for (const FindingInfo& info : findings) {
    table.rows.push_back({std::string(info.code), std::string(name_of(info.severity)), std::string(info.meaning)});
  }
  return table;
}

std::vector<Table> tables_of(const Type& type) {
  std::vector<Table> tables;
  Table measures{"Measures", {"measure", "unit", "default limit", "outside its limit", "meaning"}, {}};
  for (const MeasureInfo& info : type.measures) {
    measures.rows.push_back({std::string(info.name), std::string(info.unit), limit_text(type, info.name),
                             outside_text(type, info), std::string(info.meaning)});
  }
  tables.push_back(std::move(measures));
  tables.push_back(findings_table("Findings", type.findings));
  Table options{"Options", {"option", "value", "meaning"}, {}};
  for (const OptionInfo& info : type.options) {
    options.rows.push_back({std::string(info.name), kinds_text(info), std::string(info.meaning)});
  }
  tables.push_back(std::move(options));
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

std::vector<Table> common_tables() {
  return {findings_table("Findings of every type", common_findings()),
          findings_table("What is wrong with a record, or a file of records", record_findings()),
          findings_table("What only shows in the batch", batch_findings()),
          findings_table("What keeps a product from being examined", run_findings())};
}

// Columns are padded but for the last, which is long.
std::string plain(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.head.size(); ++c) {
    std::size_t width = table.head[c].size();
    for (const Row& row : table.rows) width = std::max(width, row[c].size());
    widths.push_back(width);
  }
  std::string text = fmt::format("\n{}:\n", table.title);
  const auto line = [&](const Row& row) {
    std::string out = " ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      out += c + 1 < row.size() ? fmt::format(" {:<{}}", row[c], widths[c]) : " " + row[c];
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  };
  line(table.head);
  for (const Row& row : table.rows) line(row);
  return text;
}

std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string markdown(const Table& table) {
  std::string text = fmt::format("\n### {}\n\n| {} |\n|", table.title, fmt::join(table.head, " | "));
  for (std::size_t c = 0; c < table.head.size(); ++c) text += " --- |";
  text += "\n";
  for (const Row& row : table.rows) {
    text += "|";
    for (const std::string& value : row) text += " " + cell(value) + " |";
    text += "\n";
  }
  return text;
}

bool has_check(const Type& type) {
  return type.prepare != nullptr;
}

}  // namespace

std::string all_types_text() {
  std::string text = "Types that this build checks:\n";
  for (const Type* const type : all_types()) {
    if (has_check(*type)) text += fmt::format("  {:<12} {}\n", type->name, type->summary);
  }
  text += "\nTypes that are known and stay unchecked (never a pass):\n";
  for (const Type* const type : all_types()) {
    if (!has_check(*type)) text += fmt::format("  {:<12} {}\n", type->name, type->summary);
  }
  for (const Table& table : common_tables()) text += plain(table);
  return text + "\nbcheck types TYPE says everything about one.\n";
}

std::string type_text(const Type& type) {
  std::string text = fmt::format("{}: {}\n", type.name, type.summary);
  if (!has_check(type)) return text + "This build has no check for it: what is declared so stays unchecked.\n";
  const std::vector<std::string_view> undecoded = undecoded_formats(type);
  std::vector<std::string_view> decoded;
  for (const std::string_view format : type.formats) {
    if (std::find(undecoded.begin(), undecoded.end(), format) == undecoded.end()) decoded.push_back(format);
  }
  if (!decoded.empty()) text += fmt::format("formats: {}\n", fmt::join(decoded, ", "));
  if (!undecoded.empty()) text += fmt::format("known, and unchecked by this build: {}\n", fmt::join(undecoded, ", "));
  for (const Table& table : tables_of(type)) text += plain(table);
  if (!type.blind_spots.empty()) text += "\nWhat a pass does not exclude:\n";
  for (const std::string_view spot : type.blind_spots) text += fmt::format("  {}\n", spot);
  return text;
}

std::string all_types_markdown() {
  std::string text =
      "# What is checked, type by type\n\n"
      "Made by `bcheck types --format markdown`; a test holds this page against the program.\n\n"
      "A limit compares a measure; `\"limits\": {\"chars\": {\"min\": 10}}` in the rules of an artifact replaces the "
      "default\nlimit on that measure. `allow`, `warn` and `fail` set the severity of findings by code or prefix "
      "(`\"text.*\"`).\n\n"
      "Types that are known and stay `unchecked` in this build, never a pass: ";
  std::vector<std::string_view> unchecked;
  for (const Type* const type : all_types()) {
    if (!has_check(*type)) unchecked.push_back(type->name);
  }
  text += fmt::format("{}.\n\n## Every type\n", fmt::join(unchecked, ", "));
  for (const Table& table : common_tables()) text += markdown(table);
  for (const Type* const type : all_types()) {
    if (has_check(*type)) text += "\n" + type_markdown(*type);
  }
  return text;
}

std::string type_markdown(const Type& type) {
  std::string text = fmt::format("## {}\n\n{}.\n", type.name, cell(std::string(type.summary)));
  if (!type.formats.empty()) text += fmt::format("Formats: {}.\n", fmt::join(type.formats, ", "));
  for (const Table& table : tables_of(type)) text += markdown(table);
  if (!type.blind_spots.empty()) text += "\nWhat a pass does not exclude:\n\n";
  for (const std::string_view spot : type.blind_spots) text += fmt::format("- {}\n", spot);
  return text;
}

}  // namespace bcheck
