// SPDX-License-Identifier: Apache-2.0
// Also tests: table_text.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"
#include "validators/embedding/table_text.h"

namespace bcheck {
namespace {

using Row = std::vector<std::string>;

Row cells(const std::vector<double>& values) {
  Row row;
  for (const double value : values) row.push_back(fmt::format("{:.9g}", value));
  return row;
}

// A header, and eight rows of an id and 16 numbers.
std::vector<Row> sound() {
  std::vector<Row> table{{"id"}};
  for (int i = 0; i < 16; ++i) table[0].push_back(fmt::format("e{}", i));
  const Matrix rows = unit_rows(8, 16);
  for (std::size_t i = 0; i < 8; ++i) {
    table.push_back({fmt::format("doc-{}", i)});
    for (std::string& cell : cells(rows[i])) table.back().push_back(std::move(cell));
  }
  return table;
}

std::string text(const std::vector<Row>& table, std::string_view separator = ",", std::string_view end = "\n") {
  std::string out;
  for (const Row& row : table) out += fmt::format("{}{}", fmt::join(row, separator), end);
  return out;
}

template <typename Change>
std::string changed(Change change) {
  std::vector<Row> table = sound();
  change(table);
  return text(table);
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (int i = 0; i < 8; ++i) all.push_back(fmt::format("doc-{}", i));
  return all;
}

struct Case {
  std::string name, bytes, codes;
  std::string message = {};
  Options more = {};
};

void check(const std::vector<Case>& cases, const Options& declared) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options = declared;
    for (const auto& [name, value] : c.more) options[name] = value;
    const Judged judged = judge_vectors(c.bytes, options, "");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_NE(judged.message().find(c.message), std::string::npos) << judged.message();
    EXPECT_EQ(judged.status, c.codes.empty() ? Status::kPass : Status::kFail);
  }
}

const Options kDeclared{{"format", "csv"}, {"rows", std::int64_t{8}}, {"dim", std::int64_t{16}},
                        {"dtype", "f32"},  {"norm", "unit"},          {"ids", ids()}};

TEST(Table, SoundInEveryWriting) {
  std::vector<Row> quoted = sound();
  for (Row& row : quoted) {
    for (std::string& cell : row) cell = "\"" + cell + "\"";
  }
  std::vector<Row> numbered = sound(), bare = sound(), moved = sound();
  for (std::size_t i = 1; i < 17; ++i) numbered[0][i] = std::to_string(i - 1);
  bare.erase(bare.begin());
  for (Row& row : moved) {
    row.push_back(row.front());
    row.front() = "note";
  }
  std::vector<Row> no_ids = bare;
  for (Row& row : no_ids) row.erase(row.begin());
  std::string no_newline = text(sound());
  no_newline.pop_back();
  check({{"as usual", text(sound()), ""},
         {"CR LF", text(sound(), ",", "\r\n"), ""},
         {"no newline at the end", no_newline, ""},
         {"blank lines", "\n" + text(sound(), ",", "\n\n"), ""},
         {"byte order mark", "\xEF\xBB\xBF" + text(sound()), ""},
         {"quoted", text(quoted), ""},
         {"columns numbered", text(numbered), ""},
         {"blanks around numbers", changed([](auto& t) { t[2][3] = " " + t[2][3] + "  "; }), ""},
         {"tabs", text(sound(), "\t"), "", "", {{"format", "tsv"}}},
         {"no header", text(bare), ""},
         {"no header, as declared", text(bare), "", "", {{"header", false}, {"id_column", std::int64_t{0}}}},
         {"id by name", text(sound()), "", "", {{"id_column", "id"}}},
         {"vector by name", text(sound()), "", "", {{"id_column", "id"}, {"vector_column", "e0"}}}},
        kDeclared);
  Options no_names = kDeclared;
  no_names.erase("ids");
  check({{"numbers alone", text(no_ids), ""},
         {"numbers alone, as declared", text(no_ids), "", "", {{"header", false}}},
         {"a row of numbers is no header", text(no_ids), "rows-mismatch", "7 rows", {{"header", true}}}},
        no_names);
  check(
      {{"ids at the end", text(moved), "", "", {{"id_column", std::int64_t{17}}, {"vector_column", std::int64_t{1}}}}},
      kDeclared);
}

TEST(Table, CellsThatAreNoNumbers) {
  const auto cell = [](std::string_view value) {
    return changed([&](auto& table) { table[4][6] = std::string(value); });
  };
  check({{"nan", cell("nan"), "nan", "in row 3 column 5"},
         {"-NaN(ind)", cell("-nan(ind)"), "nan", "in row 3 column 5"},
         {"inf", cell("-Infinity"), "inf", "in row 3 column 5"},
         {"beyond f32", cell("1e39"), "inf", "in row 3 column 5"},
         {"NA", cell("NA"), "non-numeric", "row 3 column 5 is the text \"NA\" and no number"},
         {"empty", cell(""), "non-numeric", "row 3 column 5 is an empty cell"},
         {"a quote that stays open", changed([](auto& t) { t[8][16] = "\"0.1"; }), "non-numeric", "in broken quotes"},
         {"something behind a quote", cell("\"0.1\"x"), "non-numeric", "in broken quotes"},
         {"two numbers", cell("0.1 0.2"), "non-numeric"},
         {"a comma", cell("\"0,1\""), "non-numeric"},
         {"one too few", changed([](auto& t) { t[4].pop_back(); }), "dim-mismatch", "row 3 has 15 elements"},
         {"one too many", changed([](auto& t) { t[4].push_back("0"); }), "dim-mismatch", "row 3 has 17 elements"},
         {"cut", text(sound()).substr(0, text(sound()).size() - 100), "dim-mismatch", "row 7"},
         {"joined", text(sound()) + text(sound()), "non-numeric", "row 8 is the header line again"},
         {"semicolons", text(sound(), ";"), "non-numeric", "separated by \";\" and not by \",\""},
         {"tabs", text(sound(), "\t"), "non-numeric", "separated by \"\\t\""}},
        kDeclared);
  Options undeclared = kDeclared;
  undeclared.erase("dim");
  check(
      {{"ragged", changed([](auto& t) { t[4].pop_back(); }), "ragged-rows", "row 3 has 15 elements, the first one 16"}},
      undeclared);
}

TEST(Table, Ids) {
  check({{"swapped", changed([](auto& t) { std::swap(t[2], t[3]); }), "order-mismatch", "rows 1 and 2 are swapped"},
         {"twice", changed([](auto& t) { t[2][0] = "doc-0"; }), "id-duplicate id-missing"},
         {"empty", changed([](auto& t) { t[2][0] = ""; }), "id-missing", "row 1 has no \"id\""},
         {"missing", changed([](auto& t) { t.erase(t.begin() + 3); }), "rows-mismatch id-missing"},
         {"quotes in it", changed([](auto& t) { t[2][0] = "\"doc-\"\"1\""; }), "id-missing id-extra", "doc-1"},
         {"no such column", text(sound()), "member-missing", "no such column", {{"id_column", "name"}}},
         {"no header", text(sound()), "member-missing", "no header line", {{"id_column", "id"}, {"header", false}}}},
        kDeclared);
}

TEST(Table, VectorInOneCell) {
  const Matrix rows = unit_rows(8, 16);
  std::vector<Row> table{{"id", "embedding", "note"}};
  for (std::size_t i = 0; i < 8; ++i) {
    table.push_back({fmt::format("doc-{}", i), fmt::format("\"[{}]\"", fmt::join(cells(rows[i]), ", ")), "x"});
  }
  const std::vector<Row> whole = table;
  const auto with = [&](std::string_view cell) {
    std::vector<Row> t = whole;
    t[4][1] = std::string(cell);
    return text(t);
  };
  Options options = kDeclared;
  options["vector_column"] = std::int64_t{1};
  check({{"sound", text(whole), ""},
         {"by name", text(whole), "", "", {{"vector_column", "embedding"}}},
         {"found out", text(whole), "", "", {{"vector_column", std::int64_t{0}}, {"id_column", "id"}}},
         {"printed by numpy", with("\"[0.1 0.2 ... 0.3]\""), "non-numeric", "its middle left out"},
         {"blanks between", with("\"[0.1 0.2 0.3]\""), "non-numeric", "row 3 is the text"},
         {"cut", with("\"[0.1, 0.2\""), "non-numeric", "row 3"},
         {"two lists", with("\"[1] [2]\""), "non-numeric dim-mismatch", "row 3 has \"[2]\" behind its vector"},
         {"null", with("\"[null]\""), "dim-mismatch"}},
        options);
  EXPECT_EQ(judge_vectors("id,v\na,[1] x\nb,[2]\n", {{"format", "csv"}}).message(),
            "row 0 has \"x\" behind its vector");
}

TEST(Table, Scores) {
  const Options options{{"format", "csv"},
                        {"score_range", std::vector<double>{0, 1}},
                        {"rows", std::int64_t{2}},
                        {"ids", std::vector<std::string>{"a", "b"}}};
  check({{"sound", "id,score\na,0.5\nb,-0.0\n", ""},
         {"per cent", "id,score\na,0.5\nb,50\n", "score-out-of-range", "in row 1"},
         {"turned around", "id,score\nb,0.5\na,0.1\n", "order-mismatch"},
         {"nan", "id,score\na,0.5\nb,nan\n", "nan", "in row 1"}},
        options);
}

TEST(Table, NothingButAHeader) {
  EXPECT_EQ(judge_vectors("id,e0,e1\n", {{"format", "csv"}}).codes(), "dim-mismatch rows-mismatch");
  EXPECT_EQ(judge_vectors("\n\n", {{"format", "csv"}}).codes(), "dim-mismatch rows-mismatch");
}

TEST(TableText, Cells) {
  const struct {
    std::string_view text;
    std::vector<std::string> cells;
    std::size_t records;
  } cases[] = {{"a,b", {"a", "b"}, 1},
               {"a,\n", {"a", ""}, 1},
               {"a\r\nb\r\n", {"a", "b"}, 2},
               {"a\rb\n", {"a\rb"}, 1},
               {"\"a,b\nc\",d\n", {"a,b\nc", "d"}, 1},
               {"\"a\"\"b\"\n", {"a\"b"}, 1},
               {"\"\"\n", {""}, 1},
               {"\"a\"b,c\n", {"a", "c"}, 1},
               {"\"a", {"a"}, 1},
               {"\"a\"\"", {"a\""}, 1},
               {",,\n", {"", "", ""}, 1}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    TableText table(c.text, ',');
    std::vector<std::string> cells;
    std::size_t records = 0;
    std::string scratch;
    while (!table.at_end()) {
      ++records;
      Cell cell;
      for (bool more = true; more;) {
        more = table.cell(cell);
        cells.emplace_back(cell.text(scratch));
      }
    }
    EXPECT_EQ(cells, c.cells);
    EXPECT_EQ(records, c.records);
  }
}

}  // namespace
}  // namespace bcheck
