// SPDX-License-Identifier: Apache-2.0
// Also tests: manifest_builder.cc
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/read_manifest.h"

namespace bcheck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Keys = std::vector<std::string>;

TEST(ManifestTable, ReadsKeysAndOneColumn) {
  struct Row {
    std::string_view format, text;
    Keys keys;
    std::string_view column;
    Keys values;
  };
  const Row rows[] = {
      {"csv", "key,gpu\na,0\nb,1\n", {"a", "b"}, "gpu", {"0", "1"}},
      {"csv", "gpu,id\n0,a\n", {"a"}, "gpu", {"0"}},
      {"csv", "key\na\nb", {"a", "b"}, "gpu", {"?"}},
      {"csv", "key,gpu\r\na,0\r\n\r\nb,1\r\n", {"a", "b"}, "gpu", {"0", "1"}},
      {"csv", "key,note\na,\"x,y\"\n", {"a"}, "note", {"x,y"}},
      {"csv", "key,note\na,\"he said \"\"no\"\"\"\n", {"a"}, "note", {"he said \"no\""}},
      {"csv", "key,note\na,\"two\nlines\"\nb,x\n", {"a", "b"}, "note", {"two\nlines", "x"}},
      {"csv", "key,note\r\na,\"two\r\nlines\"\r\nb,x\r\n", {"a", "b"}, "note", {"two\r\nlines", "x"}},
      {"csv", "key,note\na,\"\"\nb,\"\"\"\"\n", {"a", "b"}, "note", {"", "\""}},
      {"csv", "\"key\",\"a,b\"\n\"x\",\"y\"\n", {"x"}, "a,b", {"y"}},
      {"csv", "key,note\n\"a\",x", {"a"}, "note", {"x"}},
      {"csv", "key,note\nx,\"y\"", {"x"}, "note", {"y"}},
      {"csv", "key,note\nx,\"y\"\r\n", {"x"}, "note", {"y"}},
      {"csv", "key,note\n\"x\",y\r\n", {"x"}, "note", {"y"}},
      {"csv", "key,note\nx,\"y\"\r", {"x"}, "note", {"y"}},
      {"csv", "note,key\n\"\",a\n", {"a"}, "note", {""}},
      {"csv", "key,note\n a , x \n", {" a "}, "note", {" x "}},
      {"csv", ",key,gpu\n0,a,1\n1,b,2\n", {"a", "b"}, "gpu", {"1", "2"}},  // a data frame's row numbers
      {"csv", "\xEF\xBB\xBFkey,gpu\na,0\n", {"a"}, "gpu", {"0"}},
      {"csv", "key,gpu\n\xFC,0\n", {"\xFC"}, "gpu", {"0"}},
      {"csv", "", {}, "gpu", {"?"}},
      {"csv", "key,gpu\n", {}, "gpu", {}},
      {"tsv", "key\tgpu\na\t0\n", {"a"}, "gpu", {"0"}},
      {"tsv", "key\tnote\na\t\"x\"\"y\n", {"a"}, "note", {"\"x\"\"y"}},  // quotes mean nothing
      {"tsv", "key\tnote\na,b\t\n", {"a,b"}, "note", {""}},
      {"tsv", "key\tnote\r\na\tx\r\n", {"a"}, "note", {"x"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as(row.format, row.text);
    ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
    EXPECT_EQ(keys_of(*manifest), row.keys);
    EXPECT_EQ(column_of(*manifest, row.column), row.values);
    EXPECT_EQ(manifest->format, row.format);
    EXPECT_EQ(manifest->column("key"), nullptr);
  }
}

TEST(ManifestTable, CountsWhatItPassesOver) {
  const auto manifest = read_as("csv", "\r\nkey,note\r\n\na,\"x\r\ny\"\r\nb,z\n");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(manifest->crlf_lines, 3U);
  EXPECT_EQ(manifest->empty_lines, 2U);
  EXPECT_EQ(manifest->key_column, "key");
}

TEST(ManifestTable, TakesTheKeyColumnThatIsAskedFor) {
  ManifestRequest request;
  request.path = "m.csv";
  request.key_column = "sample";
  const auto manifest = read_manifest("key,id,sample\n1,2,a\n", request);
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(keys_of(*manifest), (Keys{"a"}));
  EXPECT_EQ(column_of(*manifest, "key"), (Keys{"1"}));
  EXPECT_EQ(column_of(*manifest, "id"), (Keys{"2"}));
  EXPECT_THAT(trouble(read_manifest("key,gpu\na,0\n", request)),
              HasSubstr("\"m.csv\": line 1: there is no column \"sample\" for the key"));
}

TEST(ManifestTable, KnowsTheColumnsWithAMeaning) {
  const std::string digest(64, 'A');
  const auto manifest =
      read_as("csv", "key,path,type,status,expect,input_sha256\na,d/a.png,image,ok,blank," + digest + "\nb,,,,,\n");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(column_of(*manifest, "path"), (Keys{"d/a.png", ""}));
  EXPECT_EQ(column_of(*manifest, "expect"), (Keys{"blank", ""}));
  EXPECT_EQ(column_of(*manifest, "input_sha256"), (Keys{std::string(64, 'a'), ""}));
}

TEST(ManifestTable, RefusesWithLineAndAdvice) {
  struct Row {
    std::string_view format, text, message, hint = "";
  };
  const Row rows[] = {
      {"csv", "name,gpu\na,0\n", "\"m\": line 1: there is no column \"key\" or \"id\"",
       "the columns are \"name\", \"gpu\""},
      {"csv", "Key,gpu\na,0\n", "no column \"key\" or \"id\"", "--key-column"},
      {"csv", "key;gpu\na;0\n", "no column \"key\"", "commas separate the values, not semicolons"},
      {"csv", "key\tgpu\na\t0\n", "no column \"key\"", "--manifest-format tsv"},
      {"tsv", "key,gpu\na,0\n", "no column \"key\"", "--manifest-format csv"},
      {"csv", "key,id\na,0\n", "two columns that may be the key", "--key-column"},
      {"csv", "key,key\na,0\n", "two columns have the name \"key\""},
      {"csv", "key,gpu,gpu\na,0,1\n", "line 1: two columns have the name \"gpu\""},
      {"csv", "key,gpu\na\n", "line 2: 1 value, and the header has 2"},
      {"csv", "key,gpu\na,0\n\nb,0,1\n", "line 4: 3 values, and the header has 2"},
      {"csv", "key,gpu\n,0\n", "line 2: the key is empty"},
      {"csv", "key,gpu\na,0\n\"\",0\n", "line 3: the key is empty"},
      {"csv", "key\n\"\"\n", "line 2: the key is empty"},
      {"csv", "key,note\na,\"x\ny\n", "line 2: a quote is opened and never closed", "twice"},
      {"csv", "key,note\na,\"x\ny\"z\n", "line 3: more text after the closing quote", "twice"},
      {"csv", "key,note\na,x\"y\"\n", "line 2: a quote inside of the unquoted value \"x\"", "quotes"},
      {"csv", "key,note\na,\"x\"\rb,y\n", "line 2: more text after the closing quote"},
      {"csv", "key,expect\na,blank\nb,black\n", "line 3: expect is \"black\", and only \"blank\""},
      {"csv", "key,input_sha256\na,12ab\n", "line 2: input_sha256 is \"12ab\", and 64 hexadecimal digits"},
      {"csv", "key,input_sha256\na,zz00000000000000000000000000000000000000000000000000000000000000\n",
       "64 hexadecimal digits"},
      {"csv", "key,path\na,../b.png\n", "line 2: path \"../b.png\" leads out with \"..\"", "beneath"},
      {"csv", "key,path\na,/b.png\n", "line 2: path \"/b.png\" is absolute"},
      {"csv", "key,path\na,b/\n", "line 2: path \"b/\" names a folder"},
      {"csv", "key,g\xFC\na,b\n", "line 1: the name of column \"g\\xfc\" is not UTF-8"},
      {"csv", "key,path\na,x.png\nb,y.png\na,z.png\n",
       "line 4: key \"a\" stands there again with another path: \"z.png\", and \"x.png\" in line 2"},
      {"csv", "key,status\na,\nb,ok\na,ok\n", "line 4: key \"a\" stands there again with another status"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::PrintToString(std::string(row.text)));
    const auto manifest = read_as(row.format, row.text);
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.message)));
    EXPECT_THAT(trouble(manifest), HasSubstr(std::string(row.hint)));
  }
}

TEST(ManifestTable, KeepsTheFirstGroupOfARepeatedKey) {
  const auto manifest = read_as("csv", "key,gpu,status\na,0,ok\na,1,ok\nb,2,ok\n");
  ASSERT_TRUE(manifest.has_value()) << trouble(manifest);
  EXPECT_EQ(column_of(*manifest, "gpu"), (Keys{"0", "2"}));
  ASSERT_EQ(manifest->repeated.size(), 1U);
  EXPECT_EQ(manifest->repeated[0].line, 3U);
}

TEST(ManifestTable, RefusesMoreColumnsThanATableHas) {
  std::string header = "key";
  for (int i = 0; i < 1001; ++i) header += ",c" + std::to_string(i);
  EXPECT_THAT(trouble(read_as("csv", header + "\n")), HasSubstr("line 1: more than 1000 columns"));
}

}  // namespace
}  // namespace bcheck
