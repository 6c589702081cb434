// SPDX-License-Identifier: Apache-2.0
// Also tests: npy_header.cc
#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"
#include "support/make_zip.h"

namespace bcheck {
namespace {

const Matrix kRows = unit_rows(8, 16);

struct Case {
  std::string name, bytes, codes;
  std::string message = {};
  Options more = {};
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options{{"format", "npz"}, {"rows", std::int64_t{8}}, {"dim", std::int64_t{16}},
                    {"dtype", "f32"},  {"norm", "unit"},          {"array", "embeddings"}};
    for (const auto& [name, value] : c.more) options[name] = value;
    const Judged judged = judge_vectors(c.bytes, options, "npz");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_NE(judged.message().find(c.message), std::string::npos) << judged.message();
    EXPECT_EQ(judged.status, c.codes.empty() ? Status::kPass : Status::kFail);
  }
}

std::string ids_file(std::size_t count, std::string_view descr = "'<U3'", std::size_t size = 12) {
  return npy_file(descr, "(" + std::to_string(count) + ",)", std::string(count * size, '\1'));
}

TEST(Npz, TheArrayThatIsAskedFor) {
  const std::string sound = npy_file(kRows), other = npy_file(unit_rows(3, 5));
  check({{"stored", make_zip({{"embeddings.npy", sound}}), ""},
         {"deflated", make_zip({{"embeddings.npy", sound, true}}), ""},
         {"as numpy writes it", make_zip({{"embeddings.npy", sound, true, true}, {"x.npy", other, false, true}}), ""},
         {"beside others", make_zip({{"x.npy", other}, {"embeddings.npy", sound}, {"readme", "text"}}), ""},
         {"without the suffix", make_zip({{"embeddings", sound}}), ""},
         {"asked for with it", make_zip({{"embeddings.npy", sound}}), "", "", {{"array", "embeddings.npy"}}},
         {"another name", make_zip({{"arr_0.npy", sound}}), "member-missing", "it has \"arr_0\""},
         {"no members", make_zip({}), "member-missing", "no members"},
         {"ids beside it", make_zip({{"embeddings.npy", sound, true}, {"ids.npy", ids_file(8)}}), ""},
         {"an id too few", make_zip({{"embeddings.npy", sound}, {"ids.npy", ids_file(7), true}}), "rows-mismatch",
          "7 ids"},
         {"a list that is no list of ids", make_zip({{"embeddings.npy", sound}, {"mean.npy", ids_file(7)}}), ""},
         {"big-endian, deflated",
          make_zip({{"embeddings.npy", npy_file("'>f4'", "(8, 16)", encode(Dtype::kF32, kRows, true)), true}}), ""}});
}

TEST(Npz, OneOfSeveralMustBeNamed) {
  const std::string sound = npy_file(kRows);
  const Judged one = judge_vectors(make_zip({{"x.npy", sound}}), {}, "npz");
  EXPECT_EQ(one.status, Status::kPass);
  EXPECT_EQ(one.number("rows"), 8);
  const Judged two = judge_vectors(make_zip({{"x.npy", sound}, {"y.npy", sound}}), {}, "npz");
  EXPECT_EQ(two.status, Status::kUnchecked);
  EXPECT_EQ(two.observation.unchecked, "the archive holds 2 arrays, \"x\", \"y\": say which with 'array'");
}

TEST(Npz, WhatIsWrongWithIt) {
  const std::string sound = npy_file(kRows);
  const std::string objects = npy_file("'|O'", "(8,)", std::string(64, '\1'));
  const std::string cut = sound.substr(0, sound.size() - 64);
  Matrix odd = kRows;
  odd[3][5] = std::nan("");
  ZipMember flipped{"embeddings.npy", sound};
  flipped.code = sound;
  flipped.code->back() ^= 1;
  ZipMember lying{"embeddings.npy", sound, true};
  lying.size = 1U << 31;
  const std::string whole = make_zip({{"embeddings.npy", sound}});
  check({{"cut", whole.substr(0, 500), "zip-damaged"},
         {"an npy", sound, "wrong-type", "the content is npy"},
         {"checksum", make_zip({flipped}), "zip-crc"},
         {"checksum of another member",
          make_zip({{"embeddings.npy", sound}, {"x", "y", false, false, false, 0, {}, 1U}}), "zip-crc", "\"x\""},
         {"encrypted", make_zip({{"embeddings.npy", sound, false, false, false, 1}}), "zip-encrypted"},
         {"a name that leads out", make_zip({{"../embeddings.npy", sound}}), "zip-name-unsafe"},
         {"twice", make_zip({{"embeddings.npy", sound}, {"embeddings.npy", sound}}), "zip-duplicate-name"},
         {"2 GiB said", make_zip({lying}), "zip-size-mismatch"},
         {"the array is cut", make_zip({{"embeddings.npy", cut}}), "data-truncated"},
         {"deflated and cut", make_zip({{"embeddings.npy", cut, true}}), "data-truncated", "512 bytes of data, 448"},
         {"bytes behind it", make_zip({{"embeddings.npy", sound + std::string(100'000, 'x'), true}}), "trailing-data",
          "100000 bytes behind"},
         {"no npy", make_zip({{"embeddings.npy", "no array at all"}}), "bad-magic"},
         {"nothing", make_zip({{"embeddings.npy", ""}}), "bad-magic"},
         {"objects", make_zip({{"embeddings.npy", objects}}), "pickle-refused"},
         {"objects beside it", make_zip({{"embeddings.npy", sound}, {"ids.npy", objects, true}}), "pickle-refused",
          "member \"ids.npy\""},
         {"NaN", make_zip({{"embeddings.npy", npy_file(odd), true}}), "nan", "in row 3 column 5"},
         {"f64", make_zip({{"embeddings.npy", npy_file(kRows, Dtype::kF64)}}), "dtype-mismatch"},
         {"an allowed surplus",
          make_zip({{"embeddings.npy", sound}}),
          "rows-mismatch",
          "8 rows, 9 expected",
          {{"rows", std::int64_t{9}}}}});
}

// The header asks for far more than there is: nothing is reserved for it.
TEST(Npz, HeaderOfABomb) {
  const std::string header = npy_header("'<f4'", "(1000000000000, 16)");
  for (const bool deflated : {false, true}) {
    const std::string file = make_zip({{"embeddings.npy", header + std::string(1'000'000, '\0'), deflated}});
    const Judged judged = judge_vectors(file, {{"format", "npz"}}, "npz");
    EXPECT_EQ(judged.codes(), "data-truncated") << judged.message();
  }
}

}  // namespace
}  // namespace bcheck
