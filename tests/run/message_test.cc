// SPDX-License-Identifier: Apache-2.0
#include "run/record.h"

#include <gtest/gtest.h>

#include <string>

namespace bcheck {
namespace {

Record sample(const CodeTable& codes) {
  Record record;
  record.slot = 7;
  record.status = Status::kFail;
  record.bytes = 1234567890123;
  record.raised = {{*codes.id("artifact.changed"), Severity::kWarn}, {*codes.id("run.crashed"), Severity::kFail}};
  record.fragment = R"({"status": "fail"})";
  return record;
}

TEST(Record, ComesBackAsItWasSent) {
  const CodeTable codes;
  const Record sent = sample(codes);
  std::string bytes;
  append_record(bytes, sent);
  const auto got = parse_record(bytes, codes);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->slot, sent.slot);
  EXPECT_EQ(got->status, sent.status);
  EXPECT_EQ(got->bytes, sent.bytes);
  EXPECT_EQ(got->raised, sent.raised);
  EXPECT_EQ(got->fragment, sent.fragment);
}

// A worker's memory may be damaged: every cut and every changed byte of the frame is refused or harmless.
TEST(Record, IsRefusedWhenItIsCut) {
  const CodeTable codes;
  std::string bytes;
  append_record(bytes, sample(codes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_record(std::string_view(bytes).substr(0, size), codes)) << size;
  }
  EXPECT_FALSE(parse_record(bytes + "x", codes));
}

TEST(Record, HoldsNothingOutOfRangeWhateverTheBytes) {
  const CodeTable codes;
  std::string bytes;
  append_record(bytes, sample(codes));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      const auto record = parse_record(damaged, codes);
      if (!record) continue;
      EXPECT_LT(static_cast<int>(record->status), kStatusCount);
      for (const Raised& raised : record->raised) {
        EXPECT_LT(raised.code, codes.size());
        EXPECT_LE(static_cast<int>(raised.severity), static_cast<int>(Severity::kAllowed));
      }
      EXPECT_EQ(record->fragment.find('\n'), std::string::npos);
    }
  }
}

TEST(Record, TheFragmentIsOneObjectOnOneLine) {
  const CodeTable codes;
  for (const char* const fragment : {"", "{", "x", "{\n}", "[]", "{}\n"}) {
    Record record = sample(codes);
    record.fragment = fragment;
    std::string bytes;
    append_record(bytes, record);
    EXPECT_FALSE(parse_record(bytes, codes)) << fragment;
  }
}

}  // namespace
}  // namespace bcheck
