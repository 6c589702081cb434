// SPDX-License-Identifier: Apache-2.0
#include "run/record_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "run/codes.h"
#include "sources/records.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What the one record of the text says, with /id, /text, /finish, /state and /error looked at.
struct Looked {
  std::vector<std::string> codes;  // "records.cutoff(warn)"
  bool there = false;
  std::string text;
  std::string extension;
  std::string type;
};

Looked look(const std::string& file, const char* type_name, RecordFormat format = RecordFormat::kJsonl,
            bool all_fields = true) {
  auto places = RecordPlaces::make("/id");
  RecordArtifact artifact;
  artifact.value = *places->add("/text");
  if (all_fields) {
    artifact.finish = *places->add("/finish");
    artifact.state = *places->add("/state");
    artifact.error = *places->add("/error");
  }
  const auto reader = read_records(file, 0, file.size(), format, *places);
  RecordView record;
  EXPECT_TRUE(reader->next(record)) << reader->problem();
  const Type* type = *type_name == '\0' ? nullptr : find_type(type_name);
  RecordValue value;
  value.faults.push_back({"records.syntax", Severity::kFail, "of the record before"});
  look_at_record(record, artifact, format != RecordFormat::kJsonl, {}, type, value);
  Looked out;
  for (const Fault& fault : value.faults) {
    out.codes.emplace_back(fault.code);
    if (fault.severity != Severity::kFail) out.codes.back() += "(" + std::string(name_of(fault.severity)) + ")";
    EXPECT_NE(fault.message, "");
  }
  out.there = value.there;
  out.text = value.text;
  out.extension = value.extension;
  out.type = type == nullptr ? "" : std::string(type->name);
  return out;
}

Looked look_at_text(const std::string& members) {
  return look(R"({"id":"a","state":200,"finish":"stop",)" + members + "}", "text");
}

TEST(RecordFaults, ASoundRecordHasNone) {
  const Looked sound = look(R"({"id":"a","text":"b\n","finish":"stop","state":"done","error":null})", "text");
  EXPECT_THAT(sound.codes, ElementsAre());
  EXPECT_TRUE(sound.there);
  EXPECT_EQ(sound.text, "b\n");
  EXPECT_EQ(sound.extension, "txt");
}

TEST(RecordFaults, TheValueMustBeOfTheKindOfItsType) {
  struct Row {
    const char* members;
    const char* type;
    const char* code;
    bool there;
    const char* text;
    const char* extension;
    const char* found;  // the type
  };
  const Row rows[] = {
      {R"("text":"b")", "text", "", true, "b", "txt", "text"},
      {R"("text":"")", "text", "", true, "", "txt", "text"},  // what is empty, its check says
      {R"("x":1)", "text", "records.no-value", false, "", "txt", "text"},
      {R"("text":null)", "text", "records.null-value", false, "null", "txt", "text"},
      {R"("text":1)", "text", "records.wrong-kind", false, "1", "txt", "text"},
      {R"("text":["b"])", "text", "records.wrong-kind", false, R"(["b"])", "txt", "text"},
      {R"("text":{"b":1})", "text", "records.wrong-kind", false, R"({"b":1})", "txt", "text"},
      {R"("text":false)", "text", "records.wrong-kind", false, "false", "txt", "text"},
      {R"("text":"\ud83d")", "text", "records.lone-surrogate", false, R"(\ud83d)", "txt", "text"},
      {R"("text":"b","text":"c")", "text", "records.repeated-member", true, "b", "txt", "text"},
      {R"("text":"b","id":"c")", "text", "records.repeated-member", true, "b", "txt", "text"},
      {R"("text":{"b":1})", "json", "", true, R"({"b":1})", "json", "json"},
      {R"("text":"{\"b\":1}")", "json", "", true, R"({"b":1})", "json", "json"},  // JSON in a string
      {R"("text":17)", "json", "", true, "17", "json", "json"},
      {R"("text":null)", "json", "records.null-value", false, "null", "txt", "json"},
      {R"("text":[1,2])", "embedding", "", true, "[1,2]", "json", "embedding"},
      {R"("text":"AACAPw==")", "embedding", "", true, R"("AACAPw==")", "json", "embedding"},
      {R"("text":null)", "embedding", "records.null-value", false, "null", "txt", "embedding"},
      {R"("text":"b")", "", "", true, "b", "txt", "text"},  // no type in the rules: the kind says it
      {R"("text":[1,2])", "", "", true, "[1,2]", "json", "embedding"},
      {R"("text":{"b":1})", "", "", true, R"({"b":1})", "json", "json"},
      {R"("text":1)", "", "", true, "1", "json", "json"},
      {R"("text":null)", "", "records.null-value", false, "null", "txt", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.members);
    SCOPED_TRACE(row.type);
    const Looked seen = look(R"({"id":"a",)" + std::string(row.members) + "}", row.type, RecordFormat::kJsonl, false);
    EXPECT_EQ(seen.codes, *row.code == '\0' ? std::vector<std::string>{} : std::vector<std::string>{row.code});
    EXPECT_EQ(seen.there, row.there);
    EXPECT_EQ(seen.text, row.text);
    EXPECT_EQ(seen.extension, row.extension);
    EXPECT_EQ(seen.type, row.found);
  }
}

TEST(RecordFaults, TheStateIsOneOfSuccess) {
  for (const char* const good : {"200", "201", "299", "0", "\"200\"", "\"success\"", "\"OK\"", "\"Completed\"",
                                 "\"done\"", "true", "\"succeeded\""}) {
    EXPECT_THAT(look(R"({"id":"a","text":"b","finish":"stop","state":)" + std::string(good) + "}", "text").codes,
                ElementsAre())
        << good;
  }
  for (const char* const bad :
       {"400", "199", "300", "500", "1", "-1", "200.5", "\"\"", "\"failed\"", "\"error\"", "\"pending\"", "\"unknown\"",
        "false", "null", "[]", "{}", "\"ok\\ud800\"", "\"not ok\""}) {
    EXPECT_THAT(look(R"({"id":"a","text":"b","finish":"stop","state":)" + std::string(bad) + "}", "text").codes,
                ElementsAre("records.state"))
        << bad;
  }
  EXPECT_THAT(look(R"({"id":"a","text":"b","finish":"stop"})", "text").codes, ElementsAre("records.state"));
  EXPECT_THAT(look(R"({"id":"a","text":"b","finish":"stop","state":200,"state":400})", "text").codes,
              ElementsAre("records.repeated-member"));
}

TEST(RecordFaults, AnErrorIsOneUnlessItSaysNothing) {
  for (const char* const nothing : {"null", "\"\"", "false", "0", "[]", "{}", "[ ]", "{ }"}) {
    EXPECT_THAT(look_at_text(R"("text":"b","error":)" + std::string(nothing)).codes, ElementsAre()) << nothing;
  }
  for (const char* const error : {"\"timeout\"", "true", "500", "{\"code\":1}", "[\"x\"]", "\" \"", "\"null\""}) {
    EXPECT_THAT(look_at_text(R"("text":"b","error":)" + std::string(error)).codes, ElementsAre("records.error"))
        << error;
  }
}

TEST(RecordFaults, HowGeneratingEnded) {
  struct Row {
    const char* finish;
    const char* code;
  };
  const Row rows[] = {
      {"\"stop\"", ""},
      {"\"STOP\"", ""},
      {"\"end_turn\"", ""},
      {"\"eos_token\"", ""},
      {"\"tool_calls\"", ""},
      {"\"length\"", "records.cutoff(warn)"},
      {"\"max_tokens\"", "records.cutoff(warn)"},
      {"\"content_filter\"", "records.filtered"},
      {"\"safety\"", "records.filtered"},
      {"null", "records.unfinished(warn)"},
      {"\"abort\"", "records.unfinished"},
      {"\"error\"", "records.unfinished"},
      {"\"\"", "records.unfinished"},
      {"1", "records.unfinished"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.finish);
    const Looked seen = look(R"({"id":"a","text":"b","state":0,"finish":)" + std::string(row.finish) + "}", "text");
    EXPECT_EQ(seen.codes, *row.code == '\0' ? std::vector<std::string>{} : std::vector<std::string>{row.code});
    EXPECT_TRUE(seen.there);
  }
  EXPECT_THAT(look(R"({"id":"a","text":"b","state":0})", "text").codes, ElementsAre("records.unfinished(warn)"));
}

TEST(RecordFaults, WhatComesFirstIsSaidFirst) {
  EXPECT_THAT(look(R"({"id":"a","text":null,"state":400,"error":"bad","finish":"content_filter"})", "text").codes,
              ElementsAre("records.error", "records.state", "records.null-value", "records.filtered"));
  // What is absent is no second fault where an error says why.
  EXPECT_THAT(look(R"({"id":"a","error":"bad","state":200,"finish":"stop"})", "text").codes,
              ElementsAre("records.error"));
}

TEST(RecordFaults, AFlawOfTheRecordIsAFaultOfItsProducts) {
  struct Row {
    std::string text;
    const char* code;
    bool there;
  };
  const Row rows[] = {
      {R"({"id":"a","state":0,"finish":"stop","text":"b","n":)", "records.torn-line", false},
      {R"({"id":"a","state":0,"finish":"stop","text":"b","n":x})", "records.syntax", false},
      {R"({"id":"a","state":0,"finish":"stop","text":"b"}{})", "records.welded-line", true},
      {R"({"id":"a","state":0,"finish":"stop","text":"b","n":NaN})", "records.nonfinite", true},
      {"{\"id\":\"a\",\"state\":0,\"finish\":\"stop\",\"text\":\"b\xFF\"}", "records.encoding", true},
      {std::string("\0", 1) + R"({"id":"a","state":0,"finish":"stop","text":"b"})", "records.nul-block", true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Looked seen = look(row.text, "text");
    EXPECT_THAT(seen.codes, ElementsAre(row.code));
    EXPECT_EQ(seen.there, row.there);
  }
}

TEST(RecordFaults, AnEmptyCellOfATableSaysNothing) {
  const std::string header = "id,text,finish,state,error\n";
  EXPECT_THAT(look(header + "a,b,stop,200,\n", "text", RecordFormat::kCsv).codes, ElementsAre());
  EXPECT_THAT(look(header + "a,b,,,\n", "text", RecordFormat::kCsv).codes,
              ElementsAre("records.state", "records.unfinished(warn)"));
  EXPECT_THAT(look(header + "a,b,stop,ok,Timeout\n", "text", RecordFormat::kCsv).codes, ElementsAre("records.error"));
  EXPECT_THAT(look(header + "a,,stop,ok,\n", "text", RecordFormat::kCsv).codes, ElementsAre());
  // A vector in a cell is JSON as it stands there.
  EXPECT_EQ(look("id,text\na,\"[1, 2]\"\n", "embedding", RecordFormat::kCsv, false).text, "[1, 2]");
}

TEST(RecordFaults, EveryFlawHasACodeOfItsOwn) {
  const CodeTable codes;
  std::vector<std::string> seen;
  for (int i = 0; i <= static_cast<int>(RecordFlaw::kNonfinite); ++i) {
    RecordView record;
    record.flaw = static_cast<RecordFlaw>(i);
    for (const std::uint64_t column : {0U, 17U}) {
      record.column = column;
      EXPECT_NE(flaw_text(record), "");
    }
    const std::string code(code_of(record.flaw));
    EXPECT_TRUE(codes.id(code)) << code;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), code), 0) << code;
    seen.push_back(code);
  }
}

// What the record was made from, against what was submitted.
std::vector<std::string> pairing(const std::string& members, std::string_view submitted, std::string& message) {
  auto places = RecordPlaces::make("/id");
  RecordArtifact artifact;
  artifact.value = *places->add("/text");
  artifact.input_sha256 = *places->add("/made_from");
  const std::string file = R"({"id":"a","text":"b")" + members + "}";
  const auto reader = read_records(file, 0, file.size(), RecordFormat::kJsonl, *places);
  RecordView record;
  EXPECT_TRUE(reader->next(record));
  const Type* type = find_type("text");
  RecordValue value;
  const SubmittedInput input{submitted, [](std::string_view hash) { return hash == "bb" ? "k2" : ""; }};
  look_at_record(record, artifact, false, input, type, value);
  std::vector<std::string> codes;
  for (const Fault& fault : value.faults) {
    codes.emplace_back(fault.code);
    message = fault.message;
  }
  return codes;
}

TEST(RecordFaults, ARecordOfAnotherInputIsPairedWrongly) {
  std::string message;
  EXPECT_THAT(pairing(R"(,"made_from":"AA")", "aa", message), IsEmpty()) << "whatever the case of the digits";
  EXPECT_THAT(pairing(R"(,"made_from":"bb")", "", message), IsEmpty()) << "nothing is known of the key's input";
  EXPECT_THAT(pairing(R"(,"made_from":"bb")", "aa", message), ElementsAre("records.pairing"));
  EXPECT_THAT(message, HasSubstr("of the key \"k2\""));
  EXPECT_THAT(pairing(R"(,"made_from":"cc")", "aa", message), ElementsAre("records.pairing"));
  EXPECT_THAT(message, HasSubstr("not submitted"));
  for (const char* const nothing : {"", R"(,"made_from":null)", R"(,"made_from":"")", R"(,"made_from":7)"}) {
    EXPECT_THAT(pairing(nothing, "aa", message), ElementsAre("records.pairing")) << nothing;
  }
}

TEST(RecordFaults, AProductThatIsItsInputIsAnEcho) {
  struct Row {
    const char* text;
    const char* input;
    bool echo;
  };
  for (const Row& row : {Row{"Say it.", "Say it.", true},
                         {" Say it.\\n", "Say it.", true},
                         {"Say it!", "Say it.", false},
                         {" ", " ", false}}) {
    auto places = RecordPlaces::make("/id");
    RecordArtifact artifact;
    artifact.value = *places->add("/text");
    artifact.input = *places->add("/prompt");
    const std::string file = std::string(R"({"id":"a","text":")") + row.text + R"(","prompt":")" + row.input + R"("})";
    const auto reader = read_records(file, 0, file.size(), RecordFormat::kJsonl, *places);
    RecordView record;
    ASSERT_TRUE(reader->next(record));
    const Type* type = find_type("text");
    RecordValue value;
    look_at_record(record, artifact, false, {}, type, value);
    ASSERT_EQ(value.faults.size(), row.echo ? 1U : 0U) << file;
    if (row.echo) {
      EXPECT_EQ(value.faults[0].code, "artifact.echo-of-input");
    }
  }
}

TEST(RecordFaults, TheLastRowOfATableMayHaveBeenCut) {
  struct Row {
    const char* file;
    bool told;
  };
  for (const Row& row : {Row{"id,text\na,b\n", false}, {"id,text\na,b", true}, {"id,text\na,\"b\"", false}}) {
    const Looked seen = look(row.file, "text", RecordFormat::kCsv, false);
    if (row.told) {
      EXPECT_THAT(seen.codes, ElementsAre("records.no-line-end(warn)")) << row.file;
    } else {
      EXPECT_THAT(seen.codes, IsEmpty()) << row.file;
    }
  }
  EXPECT_THAT(look(R"({"id":"a","text":"b"})", "text", RecordFormat::kJsonl, false).codes, IsEmpty());
}

}  // namespace
}  // namespace bcheck
