// SPDX-License-Identifier: Apache-2.0
#include "validators/container/zip_stream.h"

#include <gtest/gtest.h>

#include "support/make_zip.h"

namespace bcheck {
namespace {

std::string long_text() {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 1000) + ",";
  return text;
}

struct Outcome {
  std::string content;
  std::optional<ZipProblem> problem;
};

// Reads at most `most` bytes in pieces of `piece`, and finishes.
Outcome read(ZipStream& stream, const ZipMember& member, std::size_t piece, std::size_t most = SIZE_MAX) {
  const std::string file = make_zip({member});
  ZipDirectory directory;
  Outcome outcome;
  outcome.problem = directory.read(as_bytes(file));
  if (outcome.problem) return outcome;
  stream.open(directory.entries().front());
  std::vector<unsigned char> part(piece);
  while (outcome.content.size() < most) {
    const std::size_t got = stream.read(part.data(), part.size());
    outcome.content.append(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
    if (got < piece) break;
  }
  outcome.problem = stream.finish();
  return outcome;
}

TEST(ZipStream, ContentInPieces) {
  ZipStream stream;  // one for all: it is used again and again
  for (const std::string& content : {std::string(), std::string("x"), long_text(), std::string(300'000, '\0')}) {
    for (const bool deflated : {false, true}) {
      for (const std::size_t piece : {std::size_t{1000}, std::size_t{65536}, content.size() + 1}) {
        const Outcome outcome = read(stream, {"a", content, deflated}, piece);
        EXPECT_FALSE(outcome.problem) << outcome.problem->message;
        EXPECT_EQ(outcome.content, content);
      }
      const Outcome outcome = read(stream, {"a", content, deflated}, 10, 10);
      EXPECT_FALSE(outcome.problem) << "the rest is checked too";
      EXPECT_EQ(outcome.content, content.substr(0, 10));
    }
  }
}

TEST(ZipStream, NeverHandsOutMoreThanIsDeclared) {
  ZipStream stream;
  const std::string content = long_text();
  ZipMember bomb{"a", content, true};
  bomb.size = 1000;
  const Outcome outcome = read(stream, bomb, 4096);
  EXPECT_EQ(outcome.content, content.substr(0, 1000));
  ASSERT_TRUE(outcome.problem);
  EXPECT_EQ(static_cast<int>(outcome.problem->fault), static_cast<int>(ZipFault::kSizeMismatch));
}

TEST(ZipStream, DamageIsNamed) {
  const std::string content = long_text();
  const std::string code = deflate_raw(content);
  const auto member = [&](auto change) {
    ZipMember m{"a", content, true};
    change(m);
    return m;
  };
  const struct {
    std::string name;
    ZipMember member;
    ZipFault fault;
  } cases[] = {
      {"checksum", member([](auto& m) { m.crc = 1U; }), ZipFault::kCrc},
      {"checksum, stored", {"a", content, false, false, false, 0, {}, 1U}, ZipFault::kCrc},
      {"another content",
       {"a", content, false, false, false, 0, {}, {}, {}, {}, {}, std::string(content.size(), 'x')},
       ZipFault::kCrc},
      {"too short", member([&](auto& m) { m.code = deflate_raw(content.substr(1)); }), ZipFault::kSizeMismatch},
      {"too long", member([&](auto& m) { m.code = deflate_raw(content + "x"); }), ZipFault::kSizeMismatch},
      {"cut code", member([&](auto& m) { m.code = code.substr(0, code.size() / 2); }), ZipFault::kDamaged},
      {"no code", member([&](auto& m) { m.code = std::string(2000, '\xff'); }), ZipFault::kDamaged},
      {"bytes behind the code", member([&](auto& m) { m.code = code + "PK"; }), ZipFault::kDamaged},
  };
  ZipStream stream;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = read(stream, c.member, 10'000);
    ASSERT_TRUE(outcome.problem);
    EXPECT_EQ(static_cast<int>(outcome.problem->fault), static_cast<int>(c.fault)) << outcome.problem->message;
    EXPECT_FALSE(read(stream, {"a", content, true}, 10'000).problem) << "the next one is read as if nothing had been";
  }
}

}  // namespace
}  // namespace bcheck
