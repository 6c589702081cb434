// SPDX-License-Identifier: Apache-2.0
// Also tests: json_names.cc, json_scan.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/json_fast.h"
#include "bcheck/validator.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;

Observation check(const std::string& text, const Options& options = {}) {
  auto prepared = find_type("json")->prepare(options, {});
  EXPECT_TRUE(prepared);
  const auto exact = std::make_unique<unsigned char[]>(text.size());
  std::copy(text.begin(), text.end(), exact.get());
  Observation out;
  (*prepared)->run({{exact.get(), text.size()}, "a.json", "json"}, out);
  return out;
}

// "file.syntax", with a "?" where it only warns; blanks between.
std::string codes(const Observation& out) {
  std::string all;
  for (const Fault& fault : out.faults) {
    all += (all.empty() ? "" : " ") + std::string(fault.code);
    if (fault.severity != Severity::kFail) all += "?";
  }
  return all;
}

std::int64_t whole(const Observation& out, std::string_view measure) {
  const Scalar* const value = out.find(measure);
  return value == nullptr ? -1 : std::get<std::int64_t>(*value);
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

// Sound JSON, and no product.
TEST(Json, ErrorAnswersAndNothing) {
  const std::string_view error = "artifact.not-the-artifact";
  const struct {
    std::string text;
    std::string_view codes;
  } rows[] = {
      {R"({"id": "k1", "error": "CUDA out of memory"})", error},
      {R"({"error": {"message": "Rate limit reached", "type": "tokens", "code": null}})", error},
      {R"({"custom_id": "k1", "result": null, "traceback": "File a.py, line 3"})", error},
      {R"({"status": "error", "message": "worker died"})", error},
      {R"({"status": "failed", "message": "worker died"})", error},
      {R"({"code": 503, "detail": "no worker"})", error},
      {R"({"object": "error", "message": "too long", "code": 400})", error},
      {R"({"success": false, "id": 7, "data": []})", error},
      {R"({"errors": ["a", "b"], "done": false, "text": ""})", error},
      // An answer stands beside it, or nothing says that it is an error.
      {R"({"error": "the semicolon is missing", "line": 3})", ""},
      {R"({"error": null, "text": "an answer"})", ""},
      {R"({"error": 0.031})", ""},
      {R"({"id": "k1", "message": "Dear customer, thank you"})", ""},
      {R"({"success": true, "id": 7})", ""},
      {R"({"status": "ok", "message": "no errors"})", ""},
      {R"([{"error": "one of a list"}])", ""},
      {R"({"success": false, "score": 0.5})", ""},
      {"null", "file.no-content?"},
      {" \"\" \n", "file.no-content?"},
      {R"("\"\"")", ""},
      {"[]", ""},
      {"false", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(codes(check(row.text)), row.codes) << row.text;
}

TEST(Json, Grammar) {
  const struct {
    const char* what;
    std::string text;
    std::string codes;
  } rows[] = {
      {"object", "{}", ""},
      {"array", " [ ] \r\n\t", ""},
      {"scalars", "[0, -0, 1, -12, 1.5, 1e5, 1E+5, 1e-5, -0.0e0, true, false, null, \"\"]", ""},
      {"lone scalar", "42", ""},
      {"nesting", "{\"a\": [{\"b\": {}}, []]}", ""},
      {"escapes", R"(["\" \\ \/ \b \f \n \r \t \u00e9 \uD83D\uDE00"])", ""},
      {"UTF-8", "[\"\xc3\xa9\xf0\x9f\x98\x80\x7f\xc2\x80\"]", ""},

      {"nothing", "", "file.empty"},
      {"white space", " \n ", "file.empty"},
      {"open array", "[1, 2", "file.truncated"},
      {"open object", "{\"a\": 1", "file.truncated"},
      {"behind a comma", "[1,", "file.truncated"},
      {"behind a name", "{\"a\"", "file.truncated"},
      {"in a string", "[\"abc", "file.truncated"},
      {"in an escape", "[\"abc\\", "file.truncated"},
      {"in a \\u", "[\"\\u00", "file.truncated"},
      {"in a literal", "[tru", "file.truncated"},
      {"in a number", "[-", "file.truncated"},
      {"in an exponent", "1e", "file.truncated"},
      {"in a character", "[\"caf\xc3", "file.truncated"},

      {"no value", "[,]", "file.syntax"},
      {"comma at the end", "[1,]", "file.syntax"},
      {"comma at the end of an object", "{\"a\": 1,}", "file.syntax"},
      {"no comma", "[1 2]", "file.syntax"},
      {"no colon", "{\"a\" 1}", "file.syntax"},
      {"name without quotes", "{a: 1}", "file.syntax"},
      {"single quotes", "['a']", "file.syntax"},
      {"number as a name", "{1: 1}", "file.syntax"},
      {"wrong bracket", "[1}", "file.syntax"},
      {"leading zero", "[012]", "file.syntax"},
      {"plus", "[+1]", "file.syntax"},
      {"no digit before the point", "[.5]", "file.syntax"},
      {"no digit behind the point", "[1.]", "file.syntax"},
      {"no exponent", "[1e]", "file.syntax"},
      {"hexadecimal", "[0x1]", "file.syntax"},
      {"NaN", "[NaN]", "file.syntax"},
      {"infinity", "{\"a\": -Infinity}", "file.syntax"},
      {"capital literal", "[True]", "file.syntax"},
      {"literal with more", "[nulll]", "file.syntax"},
      {"unknown escape", R"(["\x41"])", "file.syntax"},
      {"short \\u", R"(["\u00g0"])", "file.syntax"},
      {"control character", "[\"a\nb\"]", "file.syntax"},
      {"NUL in a string", "[\"a\0b\"]"s, "file.syntax"},
      {"NUL between", "[\0]"s, "file.syntax"},
      {"comment", "[1, /* two */ 2]", "file.syntax"},
      {"form feed", "[\f]", "file.syntax"},
      {"a page", "<html>", "file.syntax"},

      {"two documents", "{\"a\":1}{\"b\":2}", "file.trailing-data"},
      {"lines", "{\"a\":1}\n{\"b\":2}\n", "file.trailing-data"},
      {"an old tail", "[1, 2]\n 3, 4]", "file.trailing-data"},
      {"a NUL behind", "{\"a\":1}\0"s, "file.trailing-data"},
      {"a bracket too many", "[1]]", "file.trailing-data"},

      {"Latin-1", "[\"caf\xe9\"]", "file.encoding"},
      {"overlong", "[\"\xc0\xaf\"]", "file.encoding"},
      {"surrogate in UTF-8", "[\"\xed\xa0\x80\"]", "file.encoding"},
      {"beyond Unicode", "[\"\xf4\x90\x80\x80\"]", "file.encoding"},
      {"one byte that begins a character", "\xe9", "file.encoding"},
      {"UTF-16 with its mark", "\xff\xfe{\0}\0"s, "file.encoding"},
      {"UTF-16, little-endian", "{\0}\0"s, "file.encoding"},
      {"UTF-16, big-endian", "\0{\0}"s, "file.encoding"},
      {"UTF-32", "\xff\xfe\0\0{\0\0\0"s, "file.encoding"},

      {"byte order mark", "\xef\xbb\xbf{}", "file.bom?"},
      {"byte order mark and nothing", "\xef\xbb\xbf", "file.bom? file.empty"},
      {"twice the same name", R"({"a": 1, "b": 2, "a": 3})", "file.duplicate-key?"},
      {"the same name escaped", R"({"a": 1, "\u0061": 2})", "file.duplicate-key?"},
      {"the same name in two objects", R"([{"a": 1}, {"a": {"a": 2}}])", ""},
      {"half a pair", R"(["\ud83d"])", "file.encoding?"},
      {"two first halves and a second", R"(["\ud83d\ud83d\ude00"])", "file.encoding?"},
      {"a second half first", R"(["\ude00\ud83d"])", "file.encoding?"},
      {"half a pair in a name", R"({"\udc00": 1, "\udc01": 2})", "file.encoding?"},
      {"largest integer", "[18446744073709551615, -9223372036854775808]", ""},
      {"larger", "[18446744073709551616]", "file.number-range?"},
      {"smaller", "[-9223372036854775809]", "file.number-range?"},
      {"largest double", "[1.7976931348623157e308]", ""},
      {"larger double", "[1e309]", "file.number-range?"},
      {"far larger", "[-1e99999999999999999999999]", "file.number-range?"},
      {"small", "[1e-400, 0e999, 1e-99999999999999999999999, 0.0e400]", ""},
      {"large in disguise", "[0.0001e400]", "file.number-range?"},
      {"small in disguise", "[" + std::string(250, '1') + "e-500]", ""},
      {"many digits and a point", "[" + std::string(400, '9') + ".0]", "file.number-range?"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check(row.text);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(out.format, "json");
    EXPECT_EQ(out.coverage, Coverage::kContent);
    EXPECT_EQ(out.find("values") != nullptr, !out.failed());
  }
}

// A string is scanned eight bytes at a time: what ends, escapes or breaks it is found at every place of a word.
TEST(Json, EveryPlaceInAWord) {
  for (std::size_t before = 0; before < 20; ++before) {
    for (std::size_t after = 0; after < 12; ++after) {
      const std::string head = "[\"" + std::string(before, 'a'), tail = std::string(after, 'z') + "\"]";
      EXPECT_EQ(codes(check(head + tail)), "");
      EXPECT_EQ(codes(check(head + "\\n" + tail)), "");
      EXPECT_EQ(codes(check(head + "\xc3\xa9" + tail)), "");
      EXPECT_EQ(codes(check(head + "\x1f" + tail)), "file.syntax");
      EXPECT_EQ(codes(check(head + "\"" + tail)), "file.syntax");
      EXPECT_EQ(codes(check(head + std::string(after, 'z'))), "file.truncated");
    }
  }
}

// A second, unrelated parser agrees, but where it is known to refuse what is legal.
TEST(Json, AgreesWithSimdjson) {
  FastJson fast;
  const std::string texts[] = {
      "[1, 2.5, \"x\", {\"a\": null}]", "[1,]", "{\"a\":}", "[\"\\q\"]", "[1e5]", "\"abc", "nul", "[-]", "[1]x"};
  for (const std::string& text : texts) {
    EXPECT_EQ(check(text).failed(), fast.parse(text).error() != simdjson::SUCCESS) << text;
  }
  for (const std::string& text : {"[123456789012345678901234567890]"s, "[1e400]"s, nested(2000)}) {
    EXPECT_FALSE(check(text).failed());
    EXPECT_NE(fast.parse(text).error(), simdjson::SUCCESS);
  }
}

TEST(Json, Measures) {
  const Observation out = check(R"({"a": [1, [2, []]], "b": "x", "c": {}})");
  EXPECT_EQ(std::get<std::string>(*out.find("top_level")), "object");
  EXPECT_EQ(whole(out, "items"), 3);
  EXPECT_EQ(whole(out, "values"), 8);
  EXPECT_EQ(whole(out, "depth"), 4);
  const struct {
    std::string text;
    std::string_view top;
    std::int64_t items, values, depth;
  } rows[] = {
      {"[1, 2, 3]", "array", 3, 4, 1}, {"[]", "array", 0, 1, 1},     {"\"x\"", "string", 0, 1, 0},
      {"-1", "number", 0, 1, 0},       {"true", "boolean", 0, 1, 0}, {"null", "null", 0, 1, 0},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    const Observation found = check(row.text);
    EXPECT_EQ(std::get<std::string>(*found.find("top_level")), row.top);
    EXPECT_EQ(whole(found, "items"), row.items);
    EXPECT_EQ(whole(found, "values"), row.values);
    EXPECT_EQ(whole(found, "depth"), row.depth);
  }
}

TEST(Json, SaysWhere) {
  EXPECT_EQ(check("{\"a\": 1,\n \"b\": nil}").faults.at(0).message,
            "the rest of null expected, found \"i\" (line 2, byte 8 of it)");
  EXPECT_EQ(check("[1]\n[2]").faults.at(0).message, "3 bytes behind the document: \"[2]\" (line 2, byte 1 of it)");
  EXPECT_EQ(check("[NaN]").faults.at(0).message, "NaN is no number in JSON (line 1, byte 2 of it)");
  EXPECT_EQ(check(R"({"x\u0041": 1, "xA": 2})").faults.at(0).message,
            "1 member with a name that its object had already, the first \"xA\"");
  const std::string bad = "[\"" + std::string(200'000, 'x') + "\xff\"]";
  EXPECT_EQ(check(bad).faults.at(0).message, "not UTF-8 from \"\\xff\\\"]\" on (line 1, byte 200003 of it)");
}

TEST(Json, FindsRepeatedNamesAmongMany) {
  std::string text = "{";
  for (int i = 0; i < 50'000; ++i) text += "\"key" + std::to_string(i) + "\": 0, ";
  EXPECT_EQ(codes(check(text + "\"last\": 0}")), "");
  EXPECT_EQ(codes(check(text + "\"key77\": 0}")), "file.duplicate-key?");
  EXPECT_EQ(codes(check(text + "\"\\u006bey77\": 0}")), "file.duplicate-key?");
}

TEST(Json, Options) {
  const std::string object = R"({"id": 1, "te\u0078t": "x", "more": {"deep": 1}})";
  using Words = std::vector<std::string>;
  const struct {
    const char* what;
    std::string text;
    Options options;
    std::string codes;
  } rows[] = {
      {"an object as wanted", object, {{"top_level", "object"s}}, ""},
      {"an array instead", "[1]", {{"top_level", "object"s}}, "file.wrong-type"},
      {"an object instead", "{}", {{"top_level", "array"s}}, "file.wrong-type"},
      {"a scalar instead", "1", {{"top_level", "array"s}}, "file.wrong-type"},
      {"keys there, one of them escaped", object, {{"required_keys", Words{"text", "id"}}}, ""},
      {"a key not there", object, {{"required_keys", Words{"id", "score"}}}, "file.missing-part"},
      {"a key only further down", object, {{"required_keys", Words{"deep"}}}, "file.missing-part"},
      {"keys of no object", "[{\"id\": 1}]", {{"required_keys", Words{"id"}}}, "file.missing-part"},
      {"said once", "[]", {{"top_level", "object"s}, {"required_keys", Words{"id"}}}, "file.wrong-type"},
      {"syntax first", "[", {{"top_level", "object"s}}, "file.truncated"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(codes(check(row.text, row.options)), row.codes);
  }
  EXPECT_EQ(check(object, {{"required_keys", Words{"a", "id", "b"}}}).faults.at(0).message,
            "the object has no \"a\", \"b\"");
}

TEST(Json, RefusesBadOptions) {
  const auto refused = [](const Options& options) { return !find_type("json")->prepare(options, {}).has_value(); };
  EXPECT_TRUE(refused({{"top_level", "list"s}}));
  EXPECT_TRUE(refused({{"top_level", true}}));
  EXPECT_TRUE(refused({{"required_keys", "id"s}}));
  EXPECT_TRUE(refused({{"top_level", "array"s}, {"required_keys", std::vector<std::string>{"id"}}}));
  EXPECT_FALSE(refused({{"top_level", "object"s}}));
}

TEST(Json, HostileInput) {
  EXPECT_EQ(codes(check(nested(10'000))), "");
  EXPECT_EQ(whole(check(nested(10'000)), "depth"), 10'000);
  EXPECT_EQ(codes(check(nested(10'001))), "file.limit");
  EXPECT_EQ(codes(check(std::string(5'000'000, '['))), "file.limit");
  std::string objects;
  for (int i = 0; i < 1'000'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(codes(check(objects)), "file.limit");
  EXPECT_EQ(codes(check("\"" + std::string(64 << 20, 'x') + "\"")), "");
  EXPECT_EQ(codes(check("[" + std::string(1 << 20, '9') + "]")), "file.number-range?");
  EXPECT_EQ(codes(check("[1e" + std::string(1 << 20, '9') + "]")), "file.number-range?");
}

// The same check gives the same answer whatever it saw before.
TEST(Json, RemembersNothing) {
  auto prepared = find_type("json")->prepare({{"required_keys", std::vector<std::string>{"id"}}}, {});
  ASSERT_TRUE(prepared);
  const auto run = [&](std::string_view text) {
    Observation out;
    (*prepared)->run({as_bytes(text), "a.json", "json"}, out);
    return codes(out);
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(run(R"({"id": 1, "a": 1e999, "a": "\ud800"})"), "file.duplicate-key? file.number-range? file.encoding?");
    EXPECT_EQ(run("{\"id\": [[["), "file.truncated");
    EXPECT_EQ(run("{\"ib\": 1}"), "file.missing-part");
    EXPECT_EQ(run("{\"id\": 1}"), "");
  }
}

}  // namespace
}  // namespace bcheck
