// SPDX-License-Identifier: Apache-2.0
// Also tests: manifest_builder.cc, json_record.cc
#include "input/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"
#include "support/temp_dir.h"

namespace bcheck {
namespace {

using testing::HasSubstr;

TEST(Manifest, GoesByTheExtensionThenText) {
  struct Row {
    std::string_view path, text, format;
  };
  const Row rows[] = {
      {"keys.txt", "a\n", "text"},
      {"keys", "a\n", "text"},
      {"a.csv/keys", "a\n", "text"},
      {"m.tsv", "key\n", "tsv"},
      {"m.csv", "key\n", "csv"},
      {"dir/M.CSV", "key\n", "csv"},
      {"m.jsonl", "", "jsonl"},
      {"m.ndjson", "", "jsonl"},
      {"m.json", "[]", "json"},
      {"-", "a\n", "text"},
      {"m.", "a\n", "text"},
      {"m.png", "a\n", "text"},
      {"m.txt", "{\"key\": 1}\n", "text"},  // said to be text, so it is
      {"m.txt", "key\tgpu\n", "text"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.path);
    ManifestRequest request;
    request.path = row.path;
    const auto manifest = read_manifest(row.text, request);
    ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
    EXPECT_EQ(manifest->format, row.format);
    EXPECT_EQ(manifest->name, row.path);
  }
}

TEST(Manifest, AsksWhenTextLooksLikeSomethingElse) {
  struct Row {
    std::string_view text, likely;
  };
  const Row rows[] = {
      {"{\"key\": \"a\"}\n{\"key\": \"b\"}\n", "jsonl"},
      {"\n[\"a\"]\n", "json"},
      {"{\n\"schema\": \"bcheck.manifest/1\",\n\"keys\": []}", "json"},
      {"key\tgpu\na\t0\n", "tsv"},
      {"gpu,id\n0,a\n", "csv"},
      {"gpu,id,x\r\n0,a\n", "csv"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    ManifestRequest request;
    request.path = "-";
    const std::string message = trouble(read_manifest(row.text, request));
    EXPECT_THAT(message, HasSubstr("\"standard input\": nothing says the format, and the first line looks like " +
                                   std::string(row.likely)));
    EXPECT_THAT(message, HasSubstr("--manifest-format text"));
    request.format = "text";
    EXPECT_TRUE(read_manifest(row.text, request).has_value());
  }
  for (const std::string_view text : {"{a}\n", "[1\n", "id\n", "key\n", "keys,gpu\n", "a,kid\n"}) {
    SCOPED_TRACE(text);
    ManifestRequest request;
    request.path = "-";
    EXPECT_TRUE(read_manifest(text, request).has_value());
  }
}

TEST(Manifest, RefusesRequestsThatContradictThemselves) {
  ManifestRequest request;
  request.path = "m.csv";
  request.format = "cvs";
  EXPECT_EQ(trouble(read_manifest("key\n", request)), "unknown manifest format \"cvs\" (did you mean 'csv'?)");
  request.format = "";
  request.nul_separated = true;
  EXPECT_THAT(trouble(read_manifest("key\n", request)), HasSubstr("only a text manifest can be NUL-separated"));
  request.nul_separated = false;
  request.path = "m.txt";
  request.key_column = "name";
  EXPECT_THAT(trouble(read_manifest("key\n", request)), HasSubstr("a text manifest has no columns"));
}

TEST(Manifest, StaysGoodWhenItIsMoved) {
  auto manifest = read_as("csv", "key,note\nshort,\"a \"\"b\"\"\"\n");
  ASSERT_TRUE(manifest.has_value());
  const Manifest moved = std::move(*manifest);
  EXPECT_EQ(keys_of(moved), (std::vector<std::string>{"short"}));
  EXPECT_EQ(column_of(moved, "note"), (std::vector<std::string>{"a \"b\""}));
}

TEST(Manifest, IsLoadedFromAFile) {
  const test::TempDir folder;
  ManifestRequest request;
  request.path = folder.write("keys.txt", "a\nb\n");
  const auto manifest = load_manifest(request);
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(keys_of(*manifest), (std::vector<std::string>{"a", "b"}));

  request.path = folder / "absent.txt";
  EXPECT_THAT(trouble(load_manifest(request)), HasSubstr("no such file or directory"));
  request.path = folder.path();
  EXPECT_THAT(trouble(load_manifest(request)), HasSubstr("is a directory"));
}

// Values that do not stand in the file as they are live in blocks that never move.
TEST(Manifest, KeepsManyUnescapedValues) {
  std::string text = "key,note\n";
  for (int i = 0; i < 20'000; ++i)
    text += "k" + std::to_string(i) + ",\"\"\"" + std::string(static_cast<std::size_t>(i % 97), 'x') + "\"\"\"\n";
  const auto manifest = read_as("csv", text);
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  const auto& values = manifest->column("note")->values;
  ASSERT_EQ(values.size(), 20'000U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], '"' + std::string(i % 97, 'x') + '"');
  }
}

}  // namespace
}  // namespace bcheck
