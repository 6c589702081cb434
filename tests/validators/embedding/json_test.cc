// SPDX-License-Identifier: Apache-2.0
// Also tests: json_rows.cc, json_text.cc, text_rows.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "support/check_vectors.h"
#include "support/make_npy.h"
#include "validators/embedding/rows.h"

namespace bcheck {
namespace {

const Matrix kRows = unit_rows(8, 16);

std::string list(const std::vector<double>& row, std::string_view comma = ",") {
  std::string text = "[";
  for (std::size_t i = 0; i < row.size(); ++i) text += fmt::format("{}{:.9g}", i == 0 ? "" : comma, row[i]);
  return text + "]";
}

// {"id": "doc-3", "embedding": [...]} a line.
std::vector<std::string> lines(const Matrix& rows) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.push_back(fmt::format("{{\"id\": \"doc-{}\", \"embedding\": {}}}", i, list(rows[i])));
  }
  return all;
}

std::string joined(const std::vector<std::string>& all, std::string_view end = "\n") {
  std::string text;
  for (const std::string& line : all) text += line + std::string(end);
  return text;
}

std::vector<std::string> ids(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(fmt::format("doc-{}", i));
  return all;
}

const Options kDeclared{{"format", "jsonl"}, {"rows", std::int64_t{8}}, {"dim", std::int64_t{16}},     {"dtype", "f32"},
                        {"norm", "unit"},    {"id_field", "id"},        {"vector_field", "embedding"}, {"ids", ids(8)}};

Options with(Options options, const Options& more) {
  for (const auto& [name, value] : more) options[name] = value;
  return options;
}

std::string changed(std::size_t line, std::string_view from, std::string_view to) {
  auto all = lines(kRows);
  const std::size_t at = all[line].find(from);
  EXPECT_NE(at, std::string::npos) << from;
  all[line].replace(at, from.size(), to);
  return joined(all);
}

// The whole vector of a line replaced.
std::string with_vector(std::size_t line, std::string_view vector) {
  return changed(line, list(kRows[line]), vector);
}

// The first element of line 3 replaced.
std::string with_element(std::string_view element) {
  auto row = list(kRows[3]);
  return with_vector(3, "[" + std::string(element) + row.substr(row.find(',')));
}

struct Case {
  std::string name, bytes, codes;
  std::string message = {};  // a part of the first
  Options more = {};
};

void check(const std::vector<Case>& cases, const Options& declared) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Judged judged = judge_vectors(c.bytes, with(declared, c.more), "");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_NE(judged.message().find(c.message), std::string::npos) << judged.message();
    const bool passes = c.codes.find('(') != std::string::npos || c.codes.empty();
    EXPECT_EQ(judged.status, passes ? Status::kPass : Status::kFail);
  }
}

TEST(Jsonl, SoundInEveryWriting) {
  std::string escaped = joined(lines(kRows));
  for (std::size_t at = 0; (at = escaped.find("embedding", at)) != std::string::npos;)
    escaped.replace(at, 1, "\\u0065");
  auto others = lines(kRows);
  for (auto& line : others)
    line.insert(1, R"("text": "a\"b\\c\u00e9 ]}", "n": [1, {"embedding": 7}, -2e5, true, null, {}, []], )");
  auto blanks = lines(kRows);
  for (std::size_t i = 0; i < 8; ++i) {
    blanks[i] = fmt::format(" {{ \"embedding\" : {} , \"id\" : \"doc-{}\" }} ", list(kRows[i], " ,\t"), i);
  }
  check({{"as usual", joined(lines(kRows)), ""},
         {"CR LF", joined(lines(kRows), "\r\n"), ""},
         {"no newline at the end", joined(lines(kRows)).substr(0, joined(lines(kRows)).size() - 1), ""},
         {"blank lines", "\n" + joined(lines(kRows), "\n \n\t\r\n"), ""},
         {"names escaped", escaped, ""},
         {"other members around", joined(others), ""},
         {"blanks everywhere, members turned around", joined(blanks), ""},
         {"byte order mark", "\xEF\xBB\xBF" + joined(lines(kRows)), "json-syntax(warn)", "byte order mark"}},
        kDeclared);
}

TEST(Jsonl, ElementsThatAreNoNumbers) {
  check(
      {{"NaN of Python", with_element("NaN"), "nan", "in row 3 column 0"},
       {"null", with_element("null"), "nan", "in row 3 column 0"},
       {"infinity of Python", with_element("-Infinity"), "inf", "in row 3 column 0"},
       {"inf", with_element("inf"), "inf", "in row 3 column 0"},
       {"beyond f32", with_element("1e39"), "inf", "in row 3 column 0"},
       {"beyond f64", with_element("-1e400"), "inf", "in row 3 column 0"},
       {"below f64", with_element("1e-400"), "", "", {{"norm", std::vector<double>{0.5, 1.5}}}},
       {"text", with_element("\"0.1\""), "non-numeric", "row 3 column 0 is the string \"0.1\" and no number"},
       {"true", with_element("true"), "non-numeric", "the value \"true\""},
       {"an object", with_element("{\"a\": 1}"), "non-numeric", "the object"},
       {"a list", with_vector(3, "[" + list(kRows[3]) + "]"), "rank-mismatch", "row 3 is a list of lists"},
       {"no vector", with_vector(3, "null"), "non-numeric", "row 3 is the value \"null\" and no vector"},
       {"a number", with_vector(3, "0.5"), "non-numeric", "row 3 is the number \"0.5\""},
       {"base64 unasked", with_vector(3, "\"AAAA\""), "non-numeric", "row 3 is the string"},
       {"NaN alone", with_vector(3, "NaN"), "non-numeric", "row 3 is the word \"NaN\""},
       {"another name", changed(3, "embedding", "Embedding"), "non-numeric", "row 3 is an object without the vector"},
       {"an error", changed(3, list(kRows[3]), "[]"), "dim-mismatch", "row 3 has 0 elements, and 16 are expected"},
       {"a list of records", changed(3, "{", "[{").replace(changed(3, "{", "[{").find("}\n{\"id\": \"doc-4"), 1, "}]"),
        "non-numeric", "row 3 is the list"},
       {"one short", with_vector(5, list({kRows[5].begin(), kRows[5].end() - 1})), "dim-mismatch",
        "row 5 has 15 elements, and 16 are expected"}},
      kDeclared);
  Options undeclared = kDeclared;
  undeclared.erase("dim");
  check({{"ragged", with_vector(5, list({kRows[5].begin(), kRows[5].end() - 1})), "ragged-rows",
          "row 5 has 15 elements, the first one 16"}},
        undeclared);
  const Judged many = judge_vectors("[1, \"a\", \"b\"]\n[\"c\", 2, 3]\n", {{"format", "jsonl"}});
  EXPECT_EQ(many.message(), "row 0 column 1 is the string \"a\" and no number; 3 in all");
}

TEST(Jsonl, LinesThatAreNoJson) {
  const std::string sound = joined(lines(kRows));
  std::vector<std::string> welded = lines(kRows);
  welded[3] += welded[4];
  welded.erase(welded.begin() + 4);
  std::vector<std::string> twice = lines(kRows);
  twice[3].insert(1, "\"embedding\": [1], ");
  std::vector<std::string> id_twice = lines(kRows);
  id_twice[2].insert(1, "\"\\u0069d\": 5, ");
  std::vector<std::string> other_twice = lines(kRows);
  other_twice[2].insert(1, "\"a\": 5, \"a\": 6, ");
  check({{"cut", sound.substr(0, sound.size() - 20), "json-syntax", "the file was cut here"},
         {"welded", joined(welded), "json-syntax", "line 4: \"{\" stands where the end of the line should be"},
         {"vector twice", joined(twice), "json-syntax", "line 4: the member \"embedding\" stands twice"},
         {"id twice", joined(id_twice), "json-syntax", "line 3: the member \"id\" stands twice"},
         {"a member that nobody asks for twice", joined(other_twice), ""},
         {"no comma", with_vector(2, "[1 2]"), "json-syntax", "line 3: \"2\" stands where"},
         {"comma at the end", with_vector(2, "[1,]"), "json-syntax", "line 3"},
         {"leading zero", with_element("01"), "json-syntax", "line 4"},
         {"no digit behind the point", with_element("1."), "json-syntax", "line 4"},
         {"hexadecimal", with_element("0x1p3"), "json-syntax", "line 4"},
         {"a word", with_element("undefined"), "json-syntax", "line 4"},
         {"a word that goes on", with_element("nullable"), "json-syntax", "line 4"},
         {"single quotes", changed(3, "\"id\"", "'id'"), "json-syntax", "line 4"},
         {"control character", changed(3, "doc-3", "doc\t3"), "json-syntax", "line 4"},
         {"bad escape", changed(3, "doc-3", "doc\\x"), "json-syntax", "line 4"},
         {"half an escape", changed(3, "doc-3", "doc\\u12"), "json-syntax", "line 4"},
         {"not UTF-8", changed(3, "doc-3", "doc\xFF"), "json-syntax", "not UTF-8"},
         {"two of them", "{\n" + sound + "]\n", "json-syntax", "2 such lines in all"},
         {"an HTML page", "<html>\n", "json-syntax", "line 1: \"<\" stands where"}},
        kDeclared);
  const std::string deep = "{\"a\": " + std::string(100'000, '[') + "\n";
  EXPECT_EQ(judge_vectors(deep, kDeclared).codes(), "json-syntax");
}

TEST(Jsonl, IdsAgainstThoseSubmitted) {
  Matrix rows = kRows;
  std::vector<std::string> turned = lines(kRows);
  std::swap(turned[1], turned[6]);
  std::vector<std::string> missing = lines(kRows);
  missing.erase(missing.begin() + 5);
  std::vector<std::string> more = lines(unit_rows(9, 16));
  check({{"swapped", joined(turned), "order-mismatch", "rows 1 and 6 are swapped"},
         {"swapped, any order", joined(turned), "", "", {{"order", "any"}}},
         {"one missing", joined(missing), "rows-mismatch id-missing", "7 rows, 8 expected"},
         {"one more", joined(more), "rows-mismatch id-extra", "9 rows"},
         {"one without", changed(4, "\"id\": \"doc-4\", ", ""), "id-missing", "row 4 has no \"id\""},
         {"null", changed(4, "\"doc-4\"", "null"), "id-missing", "row 4 has no \"id\""},
         {"twice", changed(4, "doc-4", "doc-3"), "id-duplicate id-missing", "doc-3"},
         {"a number by its token",
          changed(4, "\"doc-4\"", "7.0"),
          "",
          "",
          {{"ids", std::vector<std::string>{"doc-0", "doc-1", "doc-2", "doc-3", "7.0", "doc-5", "doc-6", "doc-7"}}}}},
        kDeclared);
}

TEST(Jsonl, NoFieldTheRecordIsTheVector) {
  const std::string text = list(kRows[0]) + "\n" + list(kRows[1]) + "\n";
  const Judged judged = judge_vectors(text, {{"format", "jsonl"}, {"norm", "unit"}});
  EXPECT_EQ(judged.codes(), "");
  EXPECT_EQ(judged.number("rows"), 2);
  EXPECT_EQ(judged.number("dim"), 16);
  EXPECT_EQ(judge_vectors("{\"a\": [1]}\n", {{"format", "jsonl"}}).codes(), "non-numeric");
}

TEST(Jsonl, ScoresAreNumbersAlone) {
  const Options options{{"format", "jsonl"},
                        {"vector_field", "score"},
                        {"score_range", std::vector<double>{0, 1}},
                        {"rows", std::int64_t{3}}};
  check({{"sound", "{\"score\": 0.5}\n{\"score\": 1}\n{\"score\": 0}\n", ""},
         {"out of range", "{\"score\": 0.5}\n{\"score\": 12}\n{\"score\": 0}\n", "score-out-of-range", "in row 1"},
         {"NaN", "{\"score\": 0.5}\n{\"score\": NaN}\n{\"score\": 0}\n", "nan", "in row 1"},
         {"null", "{\"score\": 0.5}\n{\"score\": null}\n{\"score\": 0}\n", "non-numeric", "row 1"}},
        options);
}

TEST(Json, Documents) {
  std::string matrix = "[";
  std::string data = "{\"object\": \"list\", \"data\": [";
  for (std::size_t i = 0; i < 8; ++i) {
    matrix += (i == 0 ? "" : ",\n ") + list(kRows[i]);
    data += fmt::format("{}{{\"index\": {}, \"embedding\": {}}}", i == 0 ? "" : ", ", i, list(kRows[i]));
  }
  matrix += "]\n";
  data += "], \"usage\": {\"tokens\": 1}}";
  std::string swapped = data, gap = data;
  swapped.replace(swapped.find("\"index\": 2"), 10, "\"index\": 5");
  swapped.replace(swapped.rfind("\"index\": 5"), 10, "\"index\": 2");
  gap.replace(gap.find("\"index\": 7"), 10, "\"index\": 8");
  std::string no_index = data;
  no_index.replace(no_index.find("\"index\": 3"), 10, "\"index\": \"3\"");
  const Options declared{
      {"format", "json"}, {"rows", std::int64_t{8}}, {"dim", std::int64_t{16}}, {"dtype", "f32"}, {"norm", "unit"}};
  const Options answer = with(declared, {{"rows_at", "data"}, {"vector_field", "embedding"}, {"index_field", "index"}});
  check({{"a matrix", matrix, ""},
         {"cut", matrix.substr(0, 700), "json-syntax", "the text ends where"},
         {"something behind", matrix + "[]", "json-syntax", "the end of the document"},
         {"empty", "[]", "dim-mismatch rows-mismatch", "the dimension is 0"},
         {"flat", list(kRows[0]), "rank-mismatch rows-mismatch", "rank 1"},
         {"blanks alone", "  \n", "json-syntax", "the text ends where a value should be"},
         {"an error body", "{\"detail\": \"busy\"}", "non-numeric", "row 0 is the object"}},
        declared);
  check({{"an answer", data, ""},
         {"index out of order", swapped, "order-mismatch", "rows 2 and 5 are swapped"},
         {"put in order", swapped, "", "", {{"order", "any"}}},
         {"a gap", gap, "id-missing id-extra", "the first \"7\""},
         {"an index that is none", no_index, "id-missing", "row 3 has no \"index\""},
         {"no member", "{\"error\": {\"message\": \"overloaded\"}}", "member-missing", "has no member \"data\""},
         {"no object", matrix, "member-missing", "the document is no object"},
         {"member twice", "{\"data\": [], \"data\": []}", "json-syntax", "stands twice"},
         {"no list", "{\"data\": null}", "non-numeric", "row 0 is the value \"null\""}},
        answer);
}

TEST(Json, IndexRestoresTheRowsAndTheirIds) {
  const std::string text =
      R"([{"i": 2, "v": [2, 1], "k": "c"}, {"i": 0, "k": "a", "v": [0, 1]}, {"v": [1, 1], "i": 1, "k": "b"}])";
  auto options = read_embedding_options(
      {{"format", "json"}, {"vector_field", "v"}, {"index_field", "i"}, {"id_field", "k"}, {"order", "any"}});
  ASSERT_TRUE(options);
  RowSource source;
  Observation out;
  ASSERT_TRUE(source.open({as_bytes(text), "x", "json"}, *options, out));
  EXPECT_TRUE(out.faults.empty());
  ASSERT_EQ(source.rows(), 3U);
  EXPECT_EQ(source.dtype(), "f32");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(as_text(source.row(i)), encode(Dtype::kF32, Matrix{{static_cast<double>(i), 1}})) << i;
    EXPECT_EQ(source.ids()[i], std::string(1, static_cast<char>('a' + i)));
  }
}

TEST(Json, RowsThatAreNoArrayAreNotPutInOrder) {
  const Options options{{"format", "json"}, {"vector_field", "v"}, {"index_field", "i"}, {"order", "any"}};
  check({{"ragged", R"([{"i": 2, "v": [1]}, {"i": 1, "v": []}, {"i": 0, "v": [1, 2, 3, 4]}])", "ragged-rows"},
         {"foreign", R"([{"i": 1, "v": null}, {"i": 0, "v": [1, 2, 3, 4]}])", "non-numeric"},
         {"no vectors", R"([{"i": 1, "v": null}, {"i": 0, "v": null}])", "non-numeric"},
         {"empty ones", R"([{"i": 1, "v": []}, {"i": 0, "v": []}])", "dim-mismatch"},
         {"a place twice", R"([{"i": 1, "v": [1]}, {"i": 1, "v": [2]}])", "id-duplicate id-missing"},
         {"a place far out", R"([{"i": 18446744073709551615, "v": [1]}, {"i": 1, "v": [2]}])", "id-missing id-extra"}},
        options);
}

TEST(Json, ElementsHaveTheDeclaredType) {
  const auto judge_as = [](std::string_view dtype, std::string_view text) {
    return judge_vectors(text, {{"format", "json"}, {"dtype", std::string(dtype)}, {"level", "container"}}).codes();
  };
  EXPECT_EQ(judge_as("i8", "[[1, -2], [127, -128]]"), "");
  EXPECT_EQ(judge_as("i8", "[[1, -2], [128, 0]]"), "dtype-mismatch");
  EXPECT_EQ(judge_as("i8", "[[1, 0.5]]"), "dtype-mismatch");
  EXPECT_EQ(judge_as("u8", "[[1, -1]]"), "dtype-mismatch");
  EXPECT_EQ(judge_as("i32", "[[1, null]]"), "non-numeric");
  EXPECT_EQ(judge_as("i32", "[[1, NaN]]"), "non-numeric");
  EXPECT_EQ(judge_vectors("[[70000, 1]]", {{"format", "json"}, {"dtype", "f16"}}).codes(), "inf");
  EXPECT_EQ(judge_vectors("[[70000, 1]]", {{"format", "json"}, {"dtype", "bf16"}}).codes(), "");
  EXPECT_EQ(std::get<std::string>(*judge_vectors("[[1, 2]]", {{"format", "json"}}).observation.find("dtype")), "f32");
}

TEST(Json, SameValuesSameContentHash) {
  std::string text = "[";
  for (std::size_t i = 0; i < 8; ++i) text += (i == 0 ? "" : ", ") + list(kRows[i]);
  text += "]";
  ArtifactRules rules;
  const std::string as_npy = judge_by_rules(npy_file(kRows), rules, "npy", true).observation.content_sha256;
  rules.options = {{"format", "json"}};
  EXPECT_EQ(judge_by_rules(text, rules, "json", true).observation.content_sha256, as_npy);
  EXPECT_NE(as_npy, "");
}

// The value that stands in a record, as an artifact of its own.
TEST(Json, OneVector) {
  const Options declared{{"format", "json"}, {"one_vector", true}, {"dim", std::int64_t{16}}, {"norm", "unit"}};
  const std::string vector = list(kRows[0]);
  const std::string rest = vector.substr(vector.find(','));
  check({{"sound", vector, ""},
         {"null", "null", "non-numeric", "the value \"null\""},
         {"NaN", "[NaN" + rest, "nan", "in row 0 column 0"},
         {"a null element", "[null" + rest, "nan", "in row 0 column 0"},
         {"nested", "[" + vector + "]", "rank-mismatch", "a batch of one"},
         {"strings", "[\"1\"" + rest, "non-numeric", "column 0 is the string"},
         {"empty", "[]", "dim-mismatch"},
         {"short", "[1,0]", "dim-mismatch"},
         {"zeros", "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "zero-row"},
         {"text", "\"hello\"", "non-numeric", "the string"},
         {"an object", "{\"embedding\": [1]}", "non-numeric", "the object"},
         {"false", "false", "non-numeric", "the value \"false\""},
         {"cut", vector.substr(0, 50), "json-syntax"},
         {"norm", list({3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4}), "norm-high"}},
        declared);
  const Options score{{"format", "json"}, {"one_vector", true}, {"score_range", std::vector<double>{0, 1}}};
  check({{"sound", "0.5", ""},
         {"integer", "1", ""},
         {"out of range", "-3.5", "score-out-of-range"},
         {"NaN", "NaN", "nan"},
         {"null", "null", "non-numeric"}},
        score);
  EXPECT_EQ(judge_vectors("0.5", {{"format", "json"}, {"one_vector", true}}).codes(), "non-numeric");
}

TEST(Json, Base64) {
  const Options declared{{"format", "json"},        {"one_vector", true}, {"encoding", "base64"},
                         {"dim", std::int64_t{16}}, {"dtype", "f32"},     {"norm", "unit"}};
  const std::string bytes = encode(Dtype::kF32, Matrix{kRows[0]});
  std::string slashes = base64(bytes);
  for (std::size_t at = 0; (at = slashes.find('/', at)) != std::string::npos; at += 2) slashes.insert(at, "\\");
  const auto quoted = [](std::string_view raw) { return "\"" + base64(raw) + "\""; };
  check({{"sound", quoted(bytes), ""},
         {"slashes escaped", "\"" + slashes + "\"", ""},
         {"big-endian", quoted(encode(Dtype::kF32, Matrix{kRows[0]}, true)), "", "", {{"byteorder", "big"}}},
         {"short", quoted(bytes.substr(0, 60)), "dim-mismatch norm-low"},
         {"no whole elements", quoted(bytes.substr(0, 62)), "size-not-multiple", "62 bytes"},
         {"no base64", "\"ab!c\"", "non-numeric", "no base64"},
         {"empty", "\"\"", "dim-mismatch"},
         {"a list", list(kRows[0]), "non-numeric", "a list where base64 is declared"},
         {"null", "null", "non-numeric"},
         {"NaN",
          quoted(encode(Dtype::kF32, Matrix{{std::nan("")}})),
          "nan",
          "",
          {{"dim", std::int64_t{1}}, {"norm", std::vector<double>{0, 9}}}}},
        declared);
  const std::string three = "{\"v\": " + quoted(bytes) + "}\n{\"v\": \"AA==\"}\n";
  check({{"lines", three, "size-not-multiple", "row 1 has 1 byte"}},
        {{"format", "jsonl"}, {"vector_field", "v"}, {"encoding", "base64"}});
}

// A check is used for one artifact after the other and must not remember.
TEST(Json, NothingIsLeftBehind) {
  auto made = find_type("embedding")->prepare({{"format", "jsonl"}, {"vector_field", "v"}, {"id_field", "i"}}, {});
  ASSERT_TRUE(made);
  const std::string good = "{\"v\": [1, 2], \"i\": \"a\"}\n", bad = "{\"v\": [1, 2, \"x\"], \"i\": \"b\"}\n{";
  std::string first;
  for (int round = 0; round < 3; ++round) {
    Observation out;
    (*made)->run({as_bytes(bad), "x", ""}, out);
    EXPECT_TRUE(out.failed());
    out.clear();
    (*made)->run({as_bytes(good), "x", ""}, out);
    EXPECT_FALSE(out.failed()) << out.faults.front().message;
    EXPECT_EQ(std::get<std::int64_t>(*out.find("rows")), 1);
  }
}

}  // namespace
}  // namespace bcheck
