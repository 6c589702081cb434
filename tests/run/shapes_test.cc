// SPDX-License-Identifier: Apache-2.0
#include "run/shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

class ShapesTest : public ::testing::Test {
 protected:
  Result<Recognised> recognise(const std::string& name, const std::string& bytes) {
    directory_.write(name, bytes);
    const Fd root = std::move(open_output(directory_.path()).value());
    return recognise_output(root.get(), name);
  }

  TempDir directory_;
};

TEST_F(ShapesTest, OfRecords) {
  struct Row {
    const char* name;
    std::string bytes;
    std::string id, value, type, finish = {}, state = {};
  };
  const Row rows[] = {
      {"a.jsonl", R"({"id": "a", "text": "b"})", "/id", "/text", "text"},
      {"a.ndjson", R"({"key": 7, "output": "b", "finish_reason": "stop"})", "/key", "/output", "text",
       "/finish_reason"},
      {"b.jsonl", R"({"id": "r1", "custom_id": "a", "text": "b"})", "/custom_id", "/text", "text"},
      {"c.jsonl", R"({"id": "a", "embedding": [1, 2]})", "/id", "/embedding", "embedding"},
      {"d.jsonl", R"({"id": "a", "result": {"x": 1}})", "/id", "/result", "json"},
      // The first records may have failed.
      {"e.jsonl", "{\"id\": \"a\", \"text\": null}\n\n{\"id\": \"b\", \"text\": \"c\"}\n", "/id", "/text", "text"},
      {"f.jsonl", "torn {\n{\"id\": \"b\", \"text\": \"c\"}\n", "/id", "/text", "text"},
      {"g.jsonl",
       R"({"id": "r", "custom_id": "a", "response": {"status_code": 200, "body": {"choices": [{"message": {"content": "b"}}]}}})",
       "/custom_id", "/response/body/choices/0/message/content", "text", "/response/body/choices/0/finish_reason",
       "/response/status_code"},
      {"h.jsonl", R"({"custom_id": "a", "response": {"status_code": 200, "body": {"data": [{"embedding": [0.5]}]}}})",
       "/custom_id", "/response/body/data/0/embedding", "embedding", "", "/response/status_code"},
      {"t.csv", "id,text\na,b\n", "/id", "/text", "text"},
      {"u.csv", "id,text,status\na,b,ok\n", "/id", "/text", "text", "", "/status"},
      {"s.jsonl", R"({"id": "a", "text": "b", "status": "failed"})", "/id", "/text", "text", "", "/status"},
      {"s2.jsonl", R"({"id": "a", "text": "b", "status_code": 500})", "/id", "/text", "text", "", "/status_code"},
      {"s3.jsonl", R"({"id": "a", "text": "b", "success": false})", "/id", "/text", "text", "", "/success"},
      // Nothing but states is one.
      {"s4.jsonl", R"({"id": "a", "text": "b", "status": "active"})", "/id", "/text", "text"},
      {"s5.jsonl", "{\"id\": \"a\", \"text\": \"b\", \"status\": \"ok\"}\n{\"id\": \"b\", \"status\": \"married\"}\n",
       "/id", "/text", "text"},
      {"s6.jsonl", R"({"id": "a", "text": "b", "status": "active", "ok": true})", "/id", "/text", "text", "", "/ok"},
      {"t.tsv", "key\tcaption\na\tb\n", "/key", "/caption", "text"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const auto found = recognise(row.name, row.bytes);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->rules.artifacts.size(), 1U);
    const ArtifactRules& rules = found->rules.artifacts[0];
    const std::string_view name = row.name;
    EXPECT_EQ(rules.records, "*" + std::string(name.substr(name.find('.')))) << "its ending alone";
    EXPECT_EQ(rules.id, row.id);
    EXPECT_EQ(rules.value, row.value);
    EXPECT_EQ(rules.type, row.type);
    EXPECT_EQ(rules.finish, row.finish);
    EXPECT_EQ(rules.state, row.state);
    EXPECT_THAT(found->note, HasSubstr(row.value)) << "what was taken for what is said";
  }
}

TEST_F(ShapesTest, OneOfSeveralWordsForAnError) {
  for (const char* const member : {"error", "errors", "exception", "error_message", "traceback"}) {
    const auto found = recognise("a.jsonl", std::string(R"({"id": "a", "text": "b", ")") + member + "\": null}");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->rules.artifacts[0].error_field, std::string("/") + member);
    EXPECT_THAT(found->note, HasSubstr("how it ended is read from /"));
  }
}

// What the rules do not name is not looked at: that it is there is said.
TEST_F(ShapesTest, MembersThatNobodyReads) {
  directory_.write("a.jsonl", R"({"id": "a", "text": "b", "error": null, "finish_reason": "stop", "status": "ok"})");
  directory_.write("t.csv", "id,text,error\na,b,\n");
  directory_.write("plain.jsonl", R"({"id": "a", "text": "b", "status": "active"})");
  const Fd root = std::move(open_output(directory_.path()).value());
  ArtifactRules text, other;
  text.value = "/text";
  const ArtifactRules* both[]{&text, &other};
  const auto notes = [&](const char* file) { return unread_members(root.get(), file, both); };
  ASSERT_EQ(notes("a.jsonl").size(), 3U);
  EXPECT_THAT(notes("a.jsonl")[0], HasSubstr("\"error\": \"/error\" in the rules would fail"));
  EXPECT_EQ(notes("t.csv").size(), 1U);
  EXPECT_TRUE(notes("plain.jsonl").empty());
  // One artifact that reads it is enough.
  other.error_field = "/error";
  EXPECT_EQ(notes("a.jsonl").size(), 2U);
  other.state = "/state";
  text.finish = "/finish_reason";
  EXPECT_TRUE(notes("a.jsonl").empty());
  other = ArtifactRules();
  other.value = "/error";
  text.state = "/status";
  EXPECT_TRUE(notes("a.jsonl").empty()) << "the product itself";
}

TEST_F(ShapesTest, OfArrays) {
  for (const char* const name : {"v.npy", "v.npz", "V.SAFETENSORS", "v.fvecs"}) {
    const auto found = recognise(name, "whatever");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->rules.artifacts[0].row_of, "*" + std::string(name).substr(1));
    EXPECT_EQ(found->rules.artifacts[0].type, "embedding");
    EXPECT_THAT(found->note, HasSubstr("in the order of the manifest"));
  }
}

TEST_F(ShapesTest, TheRulesOfFilesThatDifferInNameAloneAreTheSame) {
  const char* const record = R"({"id": "a", "text": "b"})";
  for (const char* const name : {"monday.jsonl", "tuesday.jsonl", "2026-05-14.answers.jsonl", "*.jsonl"}) {
    const auto found = recognise(name, record);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->rules.artifacts[0].records, "*.jsonl");
  }
}

TEST_F(ShapesTest, WhatIsNotRecognisedNeedsRules) {
  struct Row {
    const char* name;
    const char* bytes;
  };
  for (const Row& row : {Row{"b.jsonl", R"({"id": "a"})"},
                         {"c.jsonl", R"({"text": "a"})"},
                         {"d.jsonl", R"({"id": null, "text": "a"})"},
                         {"e.jsonl", R"({"id": "a", "text": 7})"},
                         {"f.jsonl", R"([{"id": "a", "text": "b"}])"},
                         {"g.csv", "number;text\n1;b\n"},
                         {"h.png", "id,text\n"},
                         {"nothing", R"({"id": "a", "text": "b"})"}}) {
    const auto found = recognise(row.name, row.bytes);
    ASSERT_FALSE(found) << row.name;
    EXPECT_EQ(found.error().kind, ErrorKind::kBadQuestion);
    EXPECT_THAT(found.error().hint, HasSubstr("--rules"));
  }
}

TEST_F(ShapesTest, AnEmptyFileHasNoRecordWhateverItsShape) {
  for (const char* const bytes : {"", "\n\n", " \r\n"}) {
    const auto found = recognise("results.jsonl", bytes);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_THAT(found->note, HasSubstr("nothing in it"));
  }
}

}  // namespace
}  // namespace bcheck
