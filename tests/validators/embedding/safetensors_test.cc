// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/check_vectors.h"
#include "support/make_npy.h"

namespace bcheck {
namespace {

const Matrix kRows = unit_rows(8, 16);
const std::string kData = encode(Dtype::kF32, kRows);  // 512 bytes

std::string file(std::string_view header, std::string_view data) {
  std::string bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + std::string(header) + std::string(data);
}

std::string tensor(std::string_view name, std::string_view dtype, std::string_view shape, std::string_view begin,
                   std::string_view end) {
  return fmt::format(R"("{}": {{"dtype": "{}", "shape": {}, "data_offsets": [{}, {}]}})", name, dtype, shape, begin,
                     end);
}
std::string vectors(std::string_view begin = "0", std::string_view end = "512") {
  return tensor("embeddings", "F32", "[8, 16]", begin, end);
}

struct Case {
  std::string name, bytes, codes;
  std::string message = {};
  Options more = {};
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Options options{{"format", "safetensors"}, {"rows", std::int64_t{8}}, {"dim", std::int64_t{16}},
                    {"dtype", "f32"},          {"norm", "unit"},          {"array", "embeddings"}};
    for (const auto& [name, value] : c.more) options[name] = value;
    const Judged judged = judge_vectors(c.bytes, options, "safetensors");
    EXPECT_EQ(judged.codes(), c.codes) << judged.message();
    EXPECT_NE(judged.message().find(c.message), std::string::npos) << judged.message();
    const bool passes = c.codes.empty() || c.codes.find('(') != std::string::npos;
    EXPECT_EQ(judged.status, passes ? Status::kPass : Status::kFail);
  }
}

TEST(Safetensors, SoundFiles) {
  const std::string wide = encode(Dtype::kBf16, kRows);
  check({{"one tensor", file("{" + vectors() + "}", kData), ""},
         {"blanks behind the header", file("{" + vectors() + "}   \n", kData), ""},
         {"metadata", file(R"({"__metadata__": {"format": "pt"}, )" + vectors() + "}", kData), ""},
         {"not in the order of the data",
          file("{" + vectors("8", "520") + ", " + tensor("a", "I64", "[]", "0", "8") + "}", "12345678" + kData), ""},
         {"empty ones beside it",
          file("{" + tensor("a", "F32", "[0, 5]", "0", "0") + ", " + vectors() + ", " +
                   tensor("z", "F32", "[3, 0]", "512", "512") + "}",
               kData),
          ""},
         {"types without a use beside it",
          file("{" + vectors() + ", " + tensor("b", "BOOL", "[3]", "512", "515") + ", " +
                   tensor("c", "F4", "[2]", "515", "516") + ", " + tensor("d", "F6_E3M2", "[4]", "516", "519") + "}",
               kData + "1234567"),
          ""},
         {"bf16",
          file("{" + tensor("embeddings", "BF16", "[8, 16]", "0", "256") + "}", wide),
          "",
          "",
          {{"dtype", "bf16"}}},
         {"an escaped name", file("{\"embed\\u0064ings\"" + vectors().substr(12) + "}", kData), ""},
         {"blanks in front", file("  {" + vectors() + "}", kData), "header-syntax(warn)", "begin with {"}});
}

TEST(Safetensors, HeaderThatIsNone) {
  const std::string sound = file("{" + vectors() + "}", kData);
  std::string far = sound, huge = sound, most = sound;
  far[1] = '\x7f';
  huge[3] = '\x7f';
  most.replace(0, 8, std::string(8, '\xff'));
  const auto member = [](std::string_view text) { return file("{\"embeddings\": " + std::string(text) + "}", kData); };
  check(
      {{"seven bytes", "1234567", "header-truncated", "7 of the 8 bytes"},
       {"header beyond the end", far, "header-truncated"},
       {"too large", huge, "header-too-large"},
       {"2^64 - 1", most, "header-too-large"},
       {"big-endian length", file("", "").substr(0, 7) + '\x10' + "{}              ", "header-too-large",
        "the other byte order"},
       {"empty", file("", kData), "header-syntax"},
       {"no JSON", file("{embeddings}", kData), "header-syntax"},
       {"cut", file("{" + vectors(), kData), "header-syntax"},
       {"a list", file("[" + std::string("1") + "]", kData), "header-syntax", "no JSON object"},
       {"not UTF-8", file("{\"\xff\": 1}", kData), "header-encoding"},
       {"twice", file("{" + vectors() + ", " + vectors() + "}", kData), "header-keys", "twice"},
       {"twice, once escaped", file("{" + vectors() + ", \"embed\\u0064ings\"" + vectors().substr(12) + "}", kData),
        "header-keys", "twice"},
       {"metadata that is no text", file("{\"__metadata__\": {\"a\": 1}, " + vectors() + "}", kData), "header-syntax"},
       {"metadata that is no object", file("{\"__metadata__\": [], " + vectors() + "}", kData), "header-syntax"},
       {"a number for a tensor", member("5"), "header-syntax"},
       {"no shape", member(R"({"dtype": "F32", "data_offsets": [0, 512]})"), "header-keys", "lacks the key 'shape'"},
       {"an unknown key", member(R"({"dtype": "F32", "shape": [8, 16], "data_offsets": [0, 512], "x": 1})"),
        "header-keys", "\"x\""},
       {"a key twice", member(R"({"dtype": "F32", "dtype": "F32", "shape": [8, 16], "data_offsets": [0, 512]})"),
        "header-keys", "twice"},
       {"dtype is a number", member(R"({"dtype": 5, "shape": [8, 16], "data_offsets": [0, 512]})"), "header-syntax"}});
}

TEST(Safetensors, ShapesTypesAndPlaces) {
  const auto one = [](std::string_view dtype, std::string_view shape, std::string_view begin, std::string_view end) {
    return file("{" + tensor("embeddings", dtype, shape, begin, end) + "}", kData);
  };
  const std::string second = tensor("other", "F32", "[8, 16]", "512", "1024");
  check(
      {{"unknown dtype", one("F33", "[8, 16]", "0", "512"), "dtype-unsupported", "\"F33\""},
       {"a dtype of no vectors", one("C64", "[4, 16]", "0", "512"), "dtype-unsupported", "C64"},
       {"negative", one("F32", "[-8, 16]", "0", "512"), "shape-invalid"},
       {"a fraction", one("F32", "[8.0, 16]", "0", "512"), "shape-invalid"},
       {"no list", one("F32", "8", "0", "512"), "shape-invalid"},
       {"wraps", one("F32", "[4611686018427387936, 4]", "0", "512"), "size-overflow"},
       {"beyond 2^53", one("F32", "[9007199254740993, 16]", "0", "512"), "offsets-invalid"},
       {"another size", one("F32", "[8, 15]", "0", "512"), "offsets-invalid"},
       {"turned around", one("F32", "[8, 16]", "512", "0"), "offsets-invalid"},
       {"no whole bytes", one("F4", "[1, 3]", "0", "2"), "offsets-invalid", "12 bits"},
       {"offsets are texts", one("F32", "[8, 16]", "\"0\"", "\"512\""), "offsets-invalid"},
       {"negative offset", one("F32", "[8, 16]", "-512", "0"), "offsets-invalid"},
       {"hole in front", file("{" + vectors("8", "520") + "}", "12345678" + kData), "offsets-invalid"},
       {"hole between", file("{" + vectors() + ", " + tensor("o", "U8", "[4]", "516", "520") + "}", kData + "12345678"),
        "offsets-invalid"},
       {"on each other", file("{" + vectors() + ", " + tensor("o", "F32", "[8, 16]", "0", "512") + "}", kData),
        "offsets-invalid"},
       {"short", file("{" + vectors() + "}", kData.substr(1)), "data-truncated", "512 bytes behind the header, 511"},
       {"the other is short", file("{" + vectors() + ", " + second + "}", kData + kData.substr(2)), "data-truncated"},
       {"long", file("{" + vectors() + "}", kData + "x"), "trailing-data", "1 byte behind"},
       {"another name", file("{" + tensor("x", "F32", "[8, 16]", "0", "512") + "}", kData), "member-missing",
        "it has \"x\""},
       {"no tensors", file("{}", ""), "member-missing", "no tensors"},
       {"f16", file("{" + tensor("embeddings", "F16", "[8, 16]", "0", "256") + "}", encode(Dtype::kF16, kRows)),
        "dtype-mismatch"},
       {"zeros", file("{" + vectors() + "}", std::string(512, '\0')), "zero-row all-rows-same"}});
  const Judged two = judge_vectors(file("{" + vectors() + ", " + second + "}", kData + kData), {}, "safetensors");
  EXPECT_EQ(two.status, Status::kUnchecked);
  EXPECT_EQ(two.observation.unchecked, "the file holds 2 tensors, \"embeddings\", \"other\": say which with 'array'");
}

}  // namespace
}  // namespace bcheck
