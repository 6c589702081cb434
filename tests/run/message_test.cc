// SPDX-License-Identifier: Apache-2.0
#include "run/message.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {
namespace {

std::optional<Message> parsed(std::string_view bytes, const CodeTable& codes) {
  Message message;
  message.text = "what stood there";
  message.raised.resize(3);
  if (!parse_message(bytes, codes, message)) return std::nullopt;
  return message;
}

std::vector<Message> samples(const CodeTable& codes) {
  Message outcome;
  outcome.kind = MessageKind::kOutcome;
  outcome.task = 5;
  outcome.slot = 7;
  outcome.status = Status::kFail;
  outcome.bytes = 1234567890123;
  outcome.unseen = Unseen::kBody;
  outcome.content = {0xFEDCBA9876543210, 250};
  outcome.raised = {{*codes.id("artifact.changed"), Severity::kWarn}, {*codes.id("run.crashed"), Severity::kFail}};
  outcome.text = R"({"status": "fail"})";

  Message record = outcome;
  record.kind = MessageKind::kRecord;
  record.line = 0xFFFFFFFFFF;
  record.payload = 0x0123456789ABCDEF;
  record.torn = true;

  Message foreign;
  foreign.kind = MessageKind::kForeign;
  foreign.task = 5;
  foreign.line = 3;
  foreign.text = "a key\nwith any \xFF bytes";

  Message unkeyed = foreign;
  unkeyed.kind = MessageKind::kUnkeyed;
  unkeyed.raised = {{*codes.id("records.torn-line"), Severity::kFail}};
  unkeyed.text = "the record breaks off";

  Message done;
  done.kind = MessageKind::kDone;
  done.task = 5;
  done.records = 1;
  done.lines = 2;
  done.blank = 3;
  done.crlf = 4;
  done.bom = true;
  Message elsewhere;
  elsewhere.kind = MessageKind::kElsewhere;
  elsewhere.task = 5;
  elsewhere.slot = 99;
  elsewhere.line = 4;
  return {outcome, record, foreign, elsewhere, unkeyed, done};
}

TEST(Message, ComesBackAsItWasSent) {
  const CodeTable codes;
  for (const Message& sent : samples(codes)) {
    SCOPED_TRACE(static_cast<int>(sent.kind));
    std::string bytes;
    append_message(bytes, sent);
    const auto got = parsed(bytes, codes);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->kind, sent.kind);
    EXPECT_EQ(got->task, sent.task);
    EXPECT_EQ(got->slot, sent.slot);
    EXPECT_EQ(got->status, sent.status);
    EXPECT_EQ(got->bytes, sent.bytes);
    EXPECT_EQ(got->content, sent.content);
    EXPECT_EQ(got->line, sent.line);
    EXPECT_EQ(got->payload, sent.payload);
    EXPECT_EQ(got->torn, sent.torn);
    EXPECT_EQ(got->records, sent.records);
    EXPECT_EQ(got->lines, sent.lines);
    EXPECT_EQ(got->blank, sent.blank);
    EXPECT_EQ(got->crlf, sent.crlf);
    EXPECT_EQ(got->bom, sent.bom);
    EXPECT_EQ(got->unseen, sent.unseen);
    EXPECT_EQ(got->raised, sent.raised);
    EXPECT_EQ(got->text, sent.text);
  }
}

TEST(Message, TheSpoolKeepsWhatTheItemIsMadeOf) {
  const CodeTable codes;
  std::vector<Raised> raised;
  for (const Message& sent : {samples(codes)[0], samples(codes)[1]}) {
    std::string bytes;
    append_kept(bytes, sent);
    Kept kept;
    ASSERT_TRUE(parse_kept(bytes, codes, raised, kept));
    EXPECT_EQ(kept.status, sent.status);
    EXPECT_EQ(std::vector<Raised>(kept.raised.begin(), kept.raised.end()), sent.raised);
    EXPECT_EQ(kept.fragment, sent.text);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(parse_kept(std::string_view(bytes).substr(0, size), codes, raised, kept)) << size;
    }
    for (const std::size_t at : {0U, 1U, 5U, 6U, 7U}) {  // the status; a code; its severity
      std::string damaged = bytes;
      damaged[at] = '\xFF';
      EXPECT_FALSE(parse_kept(damaged, codes, raised, kept)) << at;
    }
  }
}

// A worker's memory may be damaged: every cut and every changed byte of the frame is refused or harmless.
TEST(Message, IsRefusedWhenItIsCut) {
  const CodeTable codes;
  for (const Message& sent : samples(codes)) {
    std::string bytes;
    append_message(bytes, sent);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(parsed(std::string_view(bytes).substr(0, size), codes)) << size;
    }
    EXPECT_FALSE(parsed(bytes + "x", codes));
  }
}

TEST(Message, HoldsNothingOutOfRangeWhateverTheBytes) {
  const CodeTable codes;
  for (const Message& sent : samples(codes)) {
    std::string bytes;
    append_message(bytes, sent);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (int value = 0; value < 256; ++value) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(value);
        const auto message = parsed(damaged, codes);
        if (!message) continue;
        EXPECT_LE(message->kind, MessageKind::kDone);
        EXPECT_LT(static_cast<int>(message->status), kStatusCount);
        for (const Raised& raised : message->raised) {
          EXPECT_LT(raised.code, codes.size());
          EXPECT_LE(static_cast<int>(raised.severity), static_cast<int>(Severity::kAllowed));
        }
        if (message->kind == MessageKind::kOutcome || message->kind == MessageKind::kRecord) {
          EXPECT_EQ(message->text.find('\n'), std::string::npos);
        }
        if (message->kind == MessageKind::kUnkeyed) {
          EXPECT_EQ(message->raised.size(), 1U);
        }
      }
    }
  }
}

TEST(Message, TheFragmentIsOneObjectOnOneLine) {
  const CodeTable codes;
  for (const MessageKind kind : {MessageKind::kOutcome, MessageKind::kRecord}) {
    for (const char* const fragment : {"", "{", "x", "{\n}", "[]", "{}\n"}) {
      Message message = samples(codes).front();
      message.kind = kind;
      message.text = fragment;
      std::string bytes;
      append_message(bytes, message);
      EXPECT_FALSE(parsed(bytes, codes)) << fragment;
    }
  }
}

TEST(Message, AnUnkeyedRecordRaisesExactlyOneFinding) {
  const CodeTable codes;
  Message message;
  message.kind = MessageKind::kUnkeyed;
  std::string none;
  append_message(none, message);
  EXPECT_FALSE(parsed(none, codes));
  message.raised.assign(2, {*codes.id("records.no-id"), Severity::kFail});
  std::string two;
  append_message(two, message);
  EXPECT_FALSE(parsed(two, codes));
}

TEST(Message, NothingLargerThanTheLargestIsTaken) {
  const CodeTable codes;
  Message message;
  message.kind = MessageKind::kForeign;
  std::string frame;
  append_message(frame, message);
  for (const std::size_t size : {kLargestFrame, kLargestFrame + 1}) {
    message.text.assign(size - frame.size(), 'k');
    std::string bytes;
    append_message(bytes, message);
    ASSERT_EQ(bytes.size(), size);
    EXPECT_EQ(parsed(bytes, codes).has_value(), size <= kLargestFrame);
  }
}

TEST(Message, SeveralGoThroughTheRingInOneFrame) {
  const CodeTable codes;
  Message one;
  one.kind = MessageKind::kForeign;
  one.text = "a key";
  Message two = one;
  two.text = "another";
  std::string frame;
  append_to_frame(frame, one);
  append_to_frame(frame, two);
  std::string_view rest = frame;
  for (const std::string_view key : {"a key", "another"}) {
    const auto bytes = take_from_frame(rest);
    ASSERT_TRUE(bytes);
    const auto message = parsed(*bytes, codes);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->text, key);
  }
  EXPECT_TRUE(rest.empty());
  // A frame that is cut anywhere but between messages is none.
  std::string single;
  append_to_frame(single, one);
  for (std::size_t size = 1; size < single.size(); ++size) {
    std::string_view cut = std::string_view(single).substr(0, size);
    EXPECT_FALSE(take_from_frame(cut)) << size;
    EXPECT_FALSE(cut.empty());
  }
}

TEST(Message, AnOutcomeBecomesItsFragmentAndItsCodes) {
  const CodeTable codes;
  Outcome outcome;
  outcome.status = Status::kFail;
  outcome.path = "results.jsonl";
  Finding finding;
  finding.code = "records.state";
  finding.message = std::string(5000, 'm');  // longer than any check speaks
  outcome.findings.push_back(finding);
  Message message = samples(codes).front();
  write_outcome(outcome, codes, message);
  EXPECT_EQ(message.status, Status::kFail);
  EXPECT_EQ(message.raised, (std::vector<Raised>{{*codes.id("records.state"), Severity::kFail}}));
  EXPECT_LT(message.text.size(), 3000U);
  std::string bytes;
  append_message(bytes, message);
  EXPECT_TRUE(parsed(bytes, codes));
  outcome.findings[0].code = "records.no-such-code";
  EXPECT_THROW(write_outcome(outcome, codes, message), std::logic_error);
}

}  // namespace
}  // namespace bcheck
