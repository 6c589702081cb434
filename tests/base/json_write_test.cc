// SPDX-License-Identifier: Apache-2.0
#include "base/json_write.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "base/json_fast.h"
#include "base/utf8.h"

namespace bcheck {
namespace {

using namespace std::string_view_literals;

std::string string_of(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonWrite, EscapesWhatJsonAsksFor) {
  struct Row {
    std::string_view text, json;
  };
  const Row rows[] = {
      {"", R"("")"},
      {"plain", R"("plain")"},
      {"é猫🐈", R"("é猫🐈")"},
      {"a\"b\\c/d", R"("a\"b\\c/d")"},
      {"\n\r\t", R"("\n\r\t")"},
      {"\0\x01\x1f\x7f"sv, R"("\u0000\u0001\u001f\u007f")"},
      {"a\xFF", "\"a\uFFFD\""},
      {"\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\""},
      {"\xE2\x82", "\"\uFFFD\uFFFD\""},
      {"x\xC3\xA9\xFFy", "\"xé\uFFFDy\""},
  };
  for (const Row& row : rows) EXPECT_EQ(string_of(row.text), row.json);
}

// Texts are looked at in words: a byte to be escaped is found wherever it stands, and none is seen where there is none.
TEST(JsonWrite, EachByteIsEscapedWhereverItStands) {
  for (std::size_t size = 1; size <= 33; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int value = 0; value < 256; ++value) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(value);
        const std::string one = string_of(std::string(1, static_cast<char>(value)));
        const std::string wanted = '"' + text.substr(0, at) + one.substr(1, one.size() - 2) + text.substr(at + 1) + '"';
        ASSERT_EQ(string_of(text), wanted) << size << ' ' << at << ' ' << value;
      }
    }
  }
}

TEST(JsonWrite, NamesStandBehindWhatSeparatesThem) {
  std::string out = "{";
  append_json_name(out, "", "a");
  append_json_name(out, ", ", "a longer name");
  append_json_name(out, ", ", "a \"quoted\" one");
  append_json_name(out, "", "");
  EXPECT_EQ(out, "{\"a\": , \"a longer name\": , \"a \\\"quoted\\\" one\": \"\": ");
}

TEST(JsonWrite, WhateverGoesInIsReadAgain) {
  std::mt19937 random(11);
  FastJson reader;
  for (int i = 0; i < 3000; ++i) {
    std::string bytes(random() % 40, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string json = string_of(bytes);
    ASSERT_TRUE(is_utf8(json));
    std::string_view read;
    ASSERT_EQ(reader.parse(json).get(read), simdjson::SUCCESS) << json;
    if (is_utf8(bytes)) {
      EXPECT_EQ(read, bytes);
    }
  }
}

TEST(JsonWrite, BytesThatAreNoTextComeTwice) {
  std::string out;
  append_json_bytes(out, "key", "plain");
  EXPECT_EQ(out, R"("key": "plain")");
  out.clear();
  append_json_bytes(out, "key", "a\xFF");
  EXPECT_EQ(out, "\"key\": \"a\uFFFD\", \"key_base64\": \"Yf8=\"");
}

TEST(JsonWrite, ScalarsAreNumbersOrWords) {
  struct Row {
    Scalar value;
    std::string_view json;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const Row rows[] = {
      {std::int64_t{-5}, "-5"},       {2.5, "2.5"},
      {infinity, R"("inf")"},         {-infinity, R"("-inf")"},
      {std::nan(""), R"("nan")"},     {std::string("f32"), R"("f32")"},
      {std::string("\""), R"("\"")"},
  };
  for (const Row& row : rows) {
    std::string out;
    append_json_scalar(out, row.value);
    EXPECT_EQ(out, row.json);
  }
}

TEST(JsonWrite, BoundsHoldWhatIsGiven) {
  struct Row {
    Bound bound;
    std::string_view json;
  };
  const Row rows[] = {
      {{}, "{}"},
      {{2.0, {}, {}}, R"({"min": 2})"},
      {{{}, 253.5, {}}, R"({"max": 253.5})"},
      {{2.0, 253.0, {}}, R"({"min": 2, "max": 253})"},
      {{{}, {}, Scalar(std::int64_t{512})}, R"({"equal": 512})"},
      {{{}, {}, Scalar(std::string("RGB"))}, R"({"equal": "RGB"})"},
  };
  for (const Row& row : rows) {
    std::string out;
    append_json_bound(out, row.bound);
    EXPECT_EQ(out, row.json);
  }
}

}  // namespace
}  // namespace bcheck
