// SPDX-License-Identifier: Apache-2.0
// Also tests: ids.cc, options.cc, faults.cc, embedding.cc, tables.cc
#include "validators/embedding/contract.h"

#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

std::string f32_file(std::string_view shape, std::size_t rows, std::size_t dim) {
  return npy_file("'<f4'", shape, encode(Dtype::kF32, unit_rows(rows, dim)));
}

TEST(Contract, ShapeAndTypeAsDeclared) {
  struct Case {
    std::string name, file;
    Options options;
    std::string codes;
  };
  const std::int64_t one = 1, eight = 8, sixteen = 16;
  const Options matrix{{"rows", eight}, {"dim", sixteen}, {"dtype", "f32"}, {"level", "container"}};
  Options no_rows = matrix;
  no_rows.erase("rows");
  const Case cases[] = {
      {"as declared", f32_file("(8, 16)", 8, 16), matrix, ""},
      {"nothing declared", f32_file("(2, 4, 16)", 8, 16), {}, ""},
      {"transposed", f32_file("(16, 8)", 8, 16), matrix, "dim-mismatch rows-mismatch"},
      {"flat", f32_file("(128,)", 8, 16), matrix, "rank-mismatch dim-mismatch rows-mismatch"},
      {"tokens", f32_file("(8, 4, 4)", 8, 16), matrix, "rank-mismatch dim-mismatch rows-mismatch"},
      {"scalar", f32_file("()", 1, 1), matrix, "rank-mismatch dim-mismatch rows-mismatch"},
      {"one vector", f32_file("(16,)", 1, 16), no_rows, ""},
      {"one vector, one row", f32_file("(16,)", 1, 16), {{"rows", one}, {"dim", sixteen}}, ""},
      {"one vector of another dimension", f32_file("(8,)", 1, 8), no_rows, "dim-mismatch"},
      {"f64", npy_file(unit_rows(8, 16), Dtype::kF64), matrix, "dtype-mismatch"},
      {"rows", f32_file("(7, 16)", 7, 16), matrix, "rows-mismatch"},
      {"no rows", f32_file("(0, 16)", 0, 0), no_rows, "rows-mismatch"},
      {"no rows, as declared", f32_file("(0, 16)", 0, 0), {{"rows", std::int64_t{0}}, {"dim", sixteen}}, ""},
      {"no columns", f32_file("(8, 0)", 0, 0), {}, "dim-mismatch"},
      {"number of ids", f32_file("(8, 16)", 8, 16), {{"ids", std::vector<std::string>{"a", "b"}}}, "rows-mismatch"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Judged judged = judge_vectors(c.file, c.options);
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_EQ(judged.status, c.codes.empty() ? Status::kPass : Status::kFail);
  }
}

// One score a row, in a list or in a column, in either order of memory: the same measures and the same places.
TEST(Contract, ScoresAreNoVectors) {
  const std::string data = encode(Dtype::kF32, Matrix{{0.5, 0, 1, 1.5, 0, 0.25}});
  const Options options{{"score_range", std::vector<double>{0, 1}}, {"rows", std::int64_t{6}}};
  for (const auto& [shape, fortran] : {std::pair{"(6,)", false}, {"(6,)", true}, {"(6, 1)", false}, {"(6, 1)", true}}) {
    SCOPED_TRACE(shape);
    const Judged judged = judge_vectors(npy_file("'<f4'", shape, data, fortran), options);
    EXPECT_EQ(judged.codes(), "score-out-of-range");
    EXPECT_NE(judged.message().find("in row 3"), std::string::npos) << judged.message();
    EXPECT_EQ(judged.number("rows"), 6);
    EXPECT_EQ(judged.number("dim"), 1);
    EXPECT_EQ(judged.number("distinct_rows"), 5);
    EXPECT_NEAR(judged.number("norm_max"), 1.88745861, 1e-8);
    EXPECT_EQ(judged.observation.find("zero_rows"), nullptr);
  }
  EXPECT_EQ(judge_vectors(npy_file("'<f4'", "(6,)", data), Options{{"rows", std::int64_t{6}}}).codes(), "");
}

TEST(Contract, ContainerLevelLooksAtNoValue) {
  Matrix rows = unit_rows(4, 8);
  rows[1].assign(8, std::nan(""));
  const Judged judged = judge_vectors(npy_file(rows), Options{{"level", "container"}});
  EXPECT_EQ(judged.status, Status::kPass);
  EXPECT_EQ(judged.observation.coverage, Coverage::kStructure);
  EXPECT_EQ(judged.observation.find("nan"), nullptr);
  EXPECT_EQ(judged.number("rows"), 4);
}

TEST(Ids, OrderIsExplained) {
  using Ids = std::vector<std::string>;
  struct Case {
    std::string name;
    Ids wanted, found;
    std::string codes, words;
    std::string order = "manifest";
  };
  const Ids wanted{"r0", "r1", "r2", "r3", "r4", "r5"};
  const Case cases[] = {
      {"same", wanted, wanted, "", ""},
      {"swap", wanted, {"r0", "r4", "r2", "r3", "r1", "r5"}, "order-mismatch", "rows 1 and 4 are swapped"},
      {"turned", wanted, {"r1", "r2", "r3", "r4", "r5", "r0"}, "order-mismatch", "shifted by -1"},
      {"shifted", wanted, {"r1", "r2", "r3", "r4", "r5", "r6"}, "order-mismatch id-missing id-extra", "shifted by -1"},
      {"shifted down",
       wanted,
       {"head", "r0", "r1", "r2", "r3", "r4"},
       "order-mismatch id-missing id-extra",
       "shifted by 1"},
      {"reverse", wanted, {"r5", "r4", "r3", "r2", "r1", "r0"}, "order-mismatch", "reverse"},
      {"sorted",
       {"r9", "r10", "r1", "r2", "r20", "r3"},
       {"r1", "r10", "r2", "r20", "r3", "r9"},
       "order-mismatch",
       "sorted as text"},
      {"by length",
       {"r9", "r10", "r2", "r100", "r1", "r7"},
       {"r9", "r2", "r1", "r7", "r10", "r100"},
       "order-mismatch",
       "length"},
      {"shuffled", wanted, {"r2", "r5", "r0", "r4", "r1", "r3"}, "order-mismatch", "neither"},
      {"any order", wanted, {"r2", "r5", "r0", "r4", "r1", "r3"}, "", "", "any"},
      {"missing and extra", wanted, {"r0", "r1", "x", "r3", "r4", "r5"}, "id-missing id-extra", "\"r2\""},
      {"duplicate", wanted, {"r0", "r1", "r1", "r3", "r4", "r5"}, "id-duplicate id-missing", "\"r1\""},
      {"submitted twice", {"a", "a", "b", "c", "d", "e"}, {"a", "a", "b", "c", "d", "e"}, "", ""},
      {"short", wanted, {"r0", "r1", "r2", "r3", "r4"}, "rows-mismatch id-missing", "5 ids for 6 rows"},
      {"none", wanted, {}, "rows-mismatch id-missing", "0 ids"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Judged judged = judge_vectors(f32_file("(6, 8)", 6, 8),
                                        {{"ids_file", c.found}, {"input_ids_file", c.wanted}, {"order", c.order}});
    EXPECT_EQ(judged.codes(), c.codes);
    EXPECT_NE(judged.message().find(c.words), std::string::npos) << judged.message();
  }
}

TEST(Options, ContradictionsAreRefusedByName) {
  struct Case {
    Options options;
    std::string word;
  };
  const Case cases[] = {
      {{{"norm", "unit"}, {"dtype", "i8"}}, "norm"},
      {{{"norm", "1"}}, "norm"},
      {{{"norm", std::vector<double>{2, 1}}}, "norm"},
      {{{"norm", std::vector<double>{1}}}, "norm"},
      {{{"format", "raw"}, {"dim", std::int64_t{4}}}, "raw"},
      {{{"format", "raw"}, {"dtype", "f32"}}, "raw"},
      {{{"dtype", "f31"}}, "dtype"},
      {{{"dim", std::int64_t{0}}}, "dim"},
      {{{"rows", std::int64_t{-1}}}, "rows"},
      {{{"score_range", std::vector<double>{0, std::nan("")}}}, "score_range"},
      {{{"score_range", std::vector<double>{0, 1}}, {"value_range", std::vector<double>{0, 1}}}, "value_range"},
      {{{"ids_file", std::vector<std::string>{"a"}}}, "ids_file"},
      {{{"input_ids_file", std::vector<std::string>{"a"}}}, "input_ids_file"},
      {{{"ids", std::vector<std::string>{"a"}},
        {"ids_file", std::vector<std::string>{"a"}},
        {"input_ids_file", std::vector<std::string>{"a"}}},
       "ids"},
      {{{"ids", std::vector<std::string>{"a"}}, {"ids_file", std::vector<std::string>{"a"}}, {"id_field", "id"}},
       "id_field"},
      {{{"ids", std::vector<std::string>{"a"}},
        {"ids_file", std::vector<std::string>{"a"}},
        {"id_column", std::int64_t{0}}},
       "id_column"},
      {{{"id_column", ""}}, "id_column"},
      {{{"vector_column", std::int64_t{-1}}}, "vector_column"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.word);
    const auto check = find_type("embedding")->prepare(c.options, {});
    ASSERT_FALSE(check.has_value());
    EXPECT_EQ(check.error().kind, ErrorKind::kBadQuestion);
    EXPECT_NE(check.error().message.find(c.word), std::string::npos) << check.error().message;
    EXPECT_FALSE(check.error().hint.empty());
  }
}

// A check keeps buffers from artifact to artifact, and nothing else.
TEST(Options, WordsOfTextArePassedOn) {
  const auto read = read_embedding_options({{"format", "csv"},
                                            {"array", "a"},
                                            {"id_field", "i"},
                                            {"vector_field", "v"},
                                            {"index_field", "n"},
                                            {"rows_at", "data"},
                                            {"vector_column", std::int64_t{2}},
                                            {"header", false},
                                            {"encoding", "base64"},
                                            {"one_vector", true},
                                            {"order", "any"},
                                            {"input_ids_file", std::vector<std::string>{"a", "b"}}});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->array, "a");
  EXPECT_EQ(read->id_field + read->vector_field + read->index_field + read->rows_at, "ivndata");
  EXPECT_EQ(std::get<std::uint64_t>(*read->vector_column), 2U);
  EXPECT_EQ(read->header, false);
  EXPECT_TRUE(read->base64 && read->one_vector && read->ids_given && !read->ids_found_given);
  EXPECT_EQ(read->order, IdOrder::kAny);
  const auto named = read_embedding_options({{"id_column", "name"}});
  ASSERT_TRUE(named);
  EXPECT_EQ(std::get<std::string>(*named->id_column), "name");
  EXPECT_FALSE(named->vector_column || named->header);
}

TEST(Embedding, SameBytesSameObservation) {
  auto check = find_type("embedding")->prepare({}, {true});
  ASSERT_TRUE(check.has_value());
  Matrix bad = unit_rows(40, 24);
  bad[3][3] = std::nan("");
  bad[5] = bad[4];
  const std::string files[] = {npy_file(unit_rows(8, 16)), npy_file(bad), npy_file(unit_rows(1, 3)), "junk",
                               npy_file(bad, Dtype::kF16)};
  std::vector<std::vector<std::string>> seen;
  for (int round = 0; round < 2; ++round) {
    for (const std::string& file : files) {
      Observation out;
      (*check)->run({as_bytes(file), "x.npy", "npy"}, out);
      std::vector<std::string> all{out.content_sha256, out.unchecked};
      for (const Measure& m : out.measures) all.push_back(std::string(m.name) + std::to_string(m.value.index()));
      for (const auto& [measure, where] : out.places) all.push_back(std::string(measure) + where);
      for (const Fault& fault : out.faults) all.push_back(std::string(fault.code) + fault.message);
      seen.push_back(all);
    }
  }
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(seen[i], seen[i + 5]);
}

// Every code and measure that can be raised stands in the tables.
TEST(Embedding, TablesAreComplete) {
  const Type& type = *find_type("embedding");
  const auto known = [&](std::string_view code) {
    return std::any_of(type.findings.begin(), type.findings.end(),
                       [&](const FindingInfo& f) { return f.code == code; });
  };
  for (const MeasureInfo& measure : type.measures) {
    for (const std::string_view code : {measure.low_code, measure.high_code, measure.other_code}) {
      if (!code.starts_with("embedding.")) continue;
      EXPECT_TRUE(known(code)) << code;
    }
  }
  for (const DefaultLimit& limit : type.limits) {
    EXPECT_TRUE(std::any_of(type.measures.begin(), type.measures.end(), [&](const MeasureInfo& m) {
      return m.name == limit.measure;
    })) << limit.measure;
  }
}

}  // namespace
}  // namespace bcheck
