// SPDX-License-Identifier: Apache-2.0
// Also tests: python_literal.cc
#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

std::string many(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

// A file whose header text is written here, with 32 bytes of data.
std::string with_text(std::string_view text, int major = 1) {
  return npy_prefix(text, major) + std::string(32, '\1');
}

const std::string kSound = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }\n";

struct Case {
  std::string name;
  std::string bytes;
  std::string codes;  // of faults, as Judged::codes writes them
};

TEST(Npy, NamesWhatIsWrongWithTheContainer) {
  const std::string sound = npy_file(unit_rows(2, 4));
  const Case cases[] = {
      {"empty", "", "empty-file"},
      {"half a magic", "\x93NUM", "header-truncated"},
      {"only the magic", "\x93NUMPY", "header-truncated"},
      {"no length", std::string("\x93NUMPY\1\0", 8), "header-truncated"},
      {"half a length", std::string("\x93NUMPY\2\0\1\0\0", 11), "header-truncated"},
      {"other magic", "\x93numpy" + sound.substr(6), "bad-magic"},
      {"text", "hello, this is no array", "bad-magic"},
      {"version 0", "\x93NUMPY" + std::string("\0\0", 2) + sound.substr(8), "unsupported-version"},
      {"version 1.1", "\x93NUMPY\1\1" + sound.substr(8), "unsupported-version"},
      {"version 4", "\x93NUMPY" + std::string("\4\0", 2) + sound.substr(8), "unsupported-version"},
      {"12 bytes that ask for 4 GiB", std::string("\x93NUMPY\2\0\xF0\xFF\xFF\xFF", 12), "header-too-large"},
      {"header longer than the file", std::string("\x93NUMPY\1\0\xFF\x7F{}", 12), "header-truncated"},
      {"header of 64 KiB and one", npy_prefix(std::string(65537, ' '), 2), "header-too-large"},
      {"a million brackets", npy_prefix(many("(", 1000000), 2), "header-too-large"},
      {"65,000 brackets", with_text(many("(", 65000)), "header-syntax"},
      {"17 brackets", with_text("{'shape': " + many("[", 17) + many("]", 17) + "}"), "header-syntax"},
      {"blank header", with_text("   \n"), "header-syntax"},
      {"no dict", with_text("('<f4', False, (2, 4))\n"), "header-syntax"},
      {"unclosed", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4"), "header-syntax"},
      {"unclosed string", with_text("{'descr': '<f4"), "header-syntax"},
      {"a call", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (np.int64(2), 4), }\n"), "header-syntax"},
      {"more behind", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), } x\n"), "header-syntax"},
      {"a float in the shape", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2.0, 4), }\n"),
       "header-syntax"},
      {"leading zero", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (02, 4), }\n"), "header-syntax"},
      {"NUL", with_text(std::string("{'descr': \0}\n", 13)), "header-syntax"},
      {"fortran_order 0", with_text("{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 4), }\n"), "header-syntax"},
      {"fortran_order text", with_text("{'descr': '<f4', 'fortran_order': 'False', 'shape': (2, 4), }\n"),
       "header-syntax"},
      {"empty dict", with_text("{}\n"), "header-keys"},
      {"key missing", with_text("{'descr': '<f4', 'shape': (2, 4), }\n"), "header-keys"},
      {"key unknown", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), 'x': 1}\n"), "header-keys"},
      {"key twice", with_text("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), 'shape': (4, 2)}\n"),
       "header-keys"},
      {"key no text", with_text("{1: '<f4', 'fortran_order': False, 'shape': (2, 4)}\n"), "header-keys"},
      {"bad UTF-8", with_text("{'descr': '<f4', # \xFF\n 'fortran_order': False, 'shape': (2, 4)}\n", 3),
       "header-encoding"},
      {"bare int", npy_file("'<f4'", "8", std::string(32, '\1')), "shape-invalid"},
      {"int in brackets", npy_file("'<f4'", "(8)", std::string(32, '\1')), "shape-invalid"},
      {"list", npy_file("'<f4'", "[2, 4]", std::string(32, '\1')), "shape-invalid"},
      {"bool", npy_file("'<f4'", "(True, 8)", std::string(32, '\1')), "shape-invalid"},
      {"negative", npy_file("'<f4'", "(-1, 4)", std::string(32, '\1')), "shape-invalid"},
      {"65 axes", npy_file("'<f4'", "(" + many("1, ", 65) + ")", "1234"), "shape-invalid"},
      {"beyond 64 bits", npy_file("'<f4'", "(99999999999999999999, 4)", ""), "size-overflow"},
      {"product wraps to 0", npy_file("'<f4'", "(4611686018427387904, 4)", ""), "size-overflow"},
      {"product wraps to 32", npy_file("'<f4'", "(4611686018427387906, 4)", std::string(32, '\1')), "size-overflow"},
      {"rows wrap beside a 0", npy_file("'<f4'", "(4294967296, 4294967296, 0)", ""), "size-overflow"},
      {"product fits, bytes do not", npy_file("'<f8'", "(2305843009213693952, 1)", ""), "size-overflow"},
      {"bool array", npy_file("'|b1'", "(2, 4)", std::string(8, '\1')), "dtype-unsupported"},
      {"complex", npy_file("'<c8'", "(2, 2)", std::string(32, '\1')), "dtype-unsupported"},
      {"text array", npy_file("'<U2'", "(4,)", std::string(32, '\1')), "dtype-unsupported"},
      {"dates", npy_file("'<M8[s]'", "(4,)", std::string(32, '\1')), "dtype-unsupported"},
      {"structure", npy_file("[('a', '<f4')]", "(8,)", std::string(32, '\1')), "dtype-unsupported"},
      {"descr a number", npy_file("4", "(8,)", std::string(32, '\1')), "dtype-unsupported"},
      {"bytes, undeclared", npy_file("'<V2'", "(4, 4)", std::string(32, '\1')), "dtype-unsupported"},
      {"f1", npy_file("'<f1'", "(4, 8)", std::string(32, '\1')), "dtype-unsupported"},
      {"f16 of 16 bytes", npy_file("'<f16'", "(2,)", std::string(32, '\1')), "dtype-unsupported"},
      {"objects", npy_file("'|O'", "(4,)", std::string(32, '\1')), "pickle-refused"},
      {"objects in a structure", npy_file("[('a', '<f4'), ('b', [('c', '|O')])]", "(4,)", ""), "pickle-refused"},
      {"objects in a list of words", npy_file("'<f4,O'", "(4,)", ""), "pickle-refused"},
      {"objects by name", npy_file("'object'", "(4,)", ""), "pickle-refused"},
      {"one byte short", sound.substr(0, sound.size() - 1), "data-truncated"},
      {"whole rows short", sound.substr(0, sound.size() - 16), "data-truncated"},
      {"no data", sound.substr(0, sound.size() - 32), "data-truncated"},
      {"one byte long", sound + "x", "trailing-data"},
      {"two arrays", sound + sound, "trailing-data"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options;
    options["format"] = "npy";
    const Judged judged = judge_vectors(c.bytes, options);
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_EQ(judged.status, Status::kFail);
  }
}

TEST(Npy, AcceptsWhatNumpyAccepts) {
  const std::string data = encode(Dtype::kF32, unit_rows(2, 4));
  const Case cases[] = {
      {"as numpy", npy_prefix(kSound) + data, ""},
      {"version 2", npy_prefix(kSound, 2) + data, ""},
      {"version 3", npy_prefix(kSound, 3) + data, ""},
      {"other quotes and order", npy_prefix("{\"shape\":(2,4),\n\"fortran_order\" : False ,'descr':\"<f4\"}\n") + data,
       ""},
      {"comment and side by side",
       npy_prefix("{'de' \"scr\": '<' 'f4', # why\n 'fortran_order': False, 'shape': (0x2, 0b1_00)}\n") + data, ""},
      {"escapes and prefix", npy_prefix("{u'descr': '\\x3cf4', 'fortran_order': False, 'shape': ((2), 4)}\n") + data,
       ""},
      {"Python 2", npy_prefix("{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 4L), }\n") + data,
       "header-syntax(warn)"},
      {"no newline", npy_prefix("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }") + data,
       "header-syntax(warn)"},
      {"native order", npy_file("'=f4'", "(2, 4)", data), "endian-unexpected(warn)"},
      {"no order", npy_file("'f4'", "(2, 4)", data), "endian-unexpected(warn)"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Judged judged =
        judge_vectors(c.bytes, {{"rows", std::int64_t{2}}, {"dim", std::int64_t{4}}, {"norm", "unit"}});
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_EQ(judged.status, Status::kPass);
    EXPECT_EQ(judged.observation.coverage, Coverage::kContent);
  }
}

TEST(Npy, BytesWithoutATypeNeedADeclaredOne) {
  const Matrix rows = unit_rows(4, 64);
  for (const Dtype dtype : {Dtype::kBf16, Dtype::kF8E4m3, Dtype::kF8E5m2}) {
    SCOPED_TRACE(info_of(dtype).word);
    const Judged declared =
        judge_vectors(npy_file(rows, dtype), {{"dtype", std::string(info_of(dtype).word)}, {"norm", "unit"}});
    EXPECT_EQ(declared.codes(), "");
    EXPECT_EQ(declared.status, Status::kPass);
    EXPECT_EQ(judge_vectors(npy_file(rows, dtype), Options{{"dtype", "f32"}}).codes(), "dtype-unsupported");
  }
}

TEST(Npy, AnotherByteOrderThanDeclaredWarns) {
  const std::string big = npy_file("'>f4'", "(2, 4)", encode(Dtype::kF32, unit_rows(2, 4), true));
  EXPECT_EQ(judge_vectors(big, Options{{"norm", "unit"}}).codes(), "");
  const Judged judged = judge_vectors(big, {{"norm", "unit"}, {"byteorder", "little"}});
  EXPECT_EQ(judged.codes(), "endian-unexpected(warn)");
  EXPECT_EQ(judged.status, Status::kPass);
}

// What cannot be measured does not pass, even where the rules allow what stands in the way.
TEST(Npy, AllowedAndUnmeasurableIsUnchecked) {
  ArtifactRules rules;
  rules.severities = {{"embedding.data-truncated", Severity::kAllowed}};
  const std::string sound = npy_file(unit_rows(2, 4));
  EXPECT_EQ(judge_by_rules(sound.substr(0, sound.size() - 4), rules).status, Status::kUnchecked);
}

// And what can be measured is, behind whatever is allowed.
TEST(Npy, AllowedFaultsDoNotHideValues) {
  Matrix rows = unit_rows(4, 8);
  rows[2][3] = std::nan("");
  ArtifactRules rules;
  rules.options = {{"dim", std::int64_t{4}}};
  rules.severities = {{"embedding.trailing-data", Severity::kAllowed}, {"embedding.dim-mismatch", Severity::kAllowed}};
  const Judged judged = judge_by_rules(npy_file(rows) + "x", rules);
  EXPECT_EQ(judged.codes(), "trailing-data(allowed) dim-mismatch(allowed) nan");
  EXPECT_EQ(judged.status, Status::kFail);
}

}  // namespace
}  // namespace bcheck
