// SPDX-License-Identifier: Apache-2.0
// Also tests: gzip_member.cc
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "base/hash.h"
#include "bcheck/validator.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using std::string_literals::operator""s;

Observation check(const std::string& bytes, const Options& options = {}, bool content = false) {
  auto prepared = find_type("gzip")->prepare(options, {content});
  EXPECT_TRUE(prepared);
  const auto exact = std::make_unique<unsigned char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), exact.get());
  Observation out;
  (*prepared)->run({{exact.get(), bytes.size()}, "a.gz", "gz"}, out);
  return out;
}

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

std::string deflated(const std::string& data) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, data.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string little(std::uint32_t value) {
  std::string out;
  for (int i = 0; i < 4; ++i, value >>= 8) out += static_cast<char>(value & 0xff);
  return out;
}

std::uint32_t crc(std::string_view data) {
  return static_cast<std::uint32_t>(crc32_z(0, as_bytes(data).data(), data.size()));
}

std::string header(char flags = 0) {
  return "\x1f\x8b\x08"s + flags + "\0\0\0\0\0\xff"s;
}

std::string trailer(const std::string& data) {
  return little(crc(data)) + little(static_cast<std::uint32_t>(data.size()));
}

std::string member(const std::string& data) {
  return header() + deflated(data) + trailer(data);
}

std::string noise(std::size_t size) {
  std::mt19937 random(1);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(Gzip, Frame) {
  const std::string data = "what came back\n", body = deflated(data) + trailer(data);
  const std::string all_flags = "\x1f\x8b\x08\x1f"s + std::string(6, '\0') + "\3\0abc"s + "name\0"s + "comment\0"s;
  const std::string header_crc = little(crc(all_flags)).substr(0, 2);
  const std::string whole_member = member(data);
  const struct {
    const char* what;
    std::string bytes;
    std::string codes;
    std::int64_t members;
  } rows[] = {
      {"one member", whole_member, "", 1},
      {"around nothing", member(""), "", 1},
      {"two members", member("a") + member("b"), "", 2},
      {"a name", header(8) + "a.txt\0"s + body, "", 1},
      {"everything in the header", all_flags + header_crc + body, "", 1},
      {"text flag", header(1) + body, "", 1},

      {"nothing", "", "file.bad-signature", 0},
      {"something else", "hello", "file.bad-signature", 0},
      {"half a signature", "\x1f", "file.truncated", 0},
      {"in the header", whole_member.substr(0, 9), "file.truncated", 0},
      {"in the extra field", header(4) + "\5\0abc"s, "file.truncated", 0},
      {"in the extra field's length", header(4) + "\5"s, "file.truncated", 0},
      {"in the name", header(8) + "a.txt", "file.truncated", 0},
      {"in the header's checksum", all_flags + header_crc.substr(0, 1), "file.truncated", 0},
      {"behind the header", header(), "file.truncated", 0},
      {"in the data", whole_member.substr(0, 15), "file.truncated", 0},
      {"no trailer", header() + deflated(data), "file.truncated", 0},
      {"last byte lost", whole_member.substr(0, whole_member.size() - 1), "file.truncated", 0},
      {"in the second member", whole_member + header(), "file.truncated", 1},
      {"in the second member's signature", whole_member + "\x1f", "file.truncated", 1},

      {"checksum", header() + deflated(data) + little(crc(data) ^ 1) + trailer(data).substr(4), "file.crc-mismatch", 0},
      {"length", header() + deflated(data) + trailer(data).substr(0, 4) + little(16), "file.crc-mismatch", 0},
      {"checksum of the second", member("a") + header() + deflated("b") + little(0) + little(1), "file.crc-mismatch",
       1},
      {"header's checksum", all_flags + "\0\0"s + body, "file.crc-mismatch", 0},
      {"no deflate", header() + "\x07garbage" + trailer(data), "file.corrupt-data", 0},
      {"reserved flag", header(0x20) + body, "file.bad-structure", 0},
      {"another method", "\x1f\x8b\x07"s + whole_member.substr(3), "file.unsupported", 0},

      {"zeros behind", whole_member + std::string(512, '\0'), "file.trailing-data?", 1},
      {"garbage behind", whole_member + "garbage", "file.trailing-data", 1},
      {"zeros and a member behind", whole_member + std::string(4, '\0') + whole_member, "file.trailing-data", 1},
      {"the file's old tail", whole_member + whole_member.substr(20), "file.trailing-data", 1},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Observation out = check(row.bytes);
    EXPECT_EQ(codes(out), row.codes);
    EXPECT_EQ(whole(out, "members"), row.members);
    EXPECT_EQ(out.format, "gzip");
    EXPECT_EQ(out.coverage, Coverage::kChecksum);
  }
}

// Cut anywhere and it is truncated; change any byte of data or trailer and it is seen.
TEST(Gzip, NoCutAndNoFlipGoesUnseen) {
  const std::string bytes = member("a text that repeats, a text that repeats, " + noise(300));
  for (std::size_t size = 2; size < bytes.size(); ++size)
    EXPECT_EQ(codes(check(bytes.substr(0, size))), "file.truncated") << size;
  for (std::size_t at = 10; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] ^= 0x10;
    EXPECT_TRUE(check(changed).failed()) << at;
  }
}

TEST(Gzip, Measures) {
  const Observation out = check(member(std::string(100'000, 'x')) + member("") + member("abc"));
  EXPECT_EQ(whole(out, "members"), 3);
  EXPECT_EQ(whole(out, "decompressed_bytes"), 100'003);
}

TEST(Gzip, HashesTheContent) {
  const std::string big = noise(1'000'000);
  const Observation out = check(member(big) + member("tail"), {}, true);
  EXPECT_EQ(out.content_sha256, hex(sha256(as_bytes(big + "tail"))));
  EXPECT_EQ(out.content_decoder, "zlib "s + zlibVersion());
  EXPECT_TRUE(check(member(big)).content_sha256.empty());
  EXPECT_TRUE(check(member(big) + "garbage", {}, true).content_sha256.empty());

  // A member that fails leaves nothing behind for the next artifact.
  auto prepared = find_type("gzip")->prepare({}, {true});
  ASSERT_TRUE(prepared);
  const std::string broken = member(big).substr(0, 500'000), sound = member("abc");
  Observation first, second;
  (*prepared)->run({as_bytes(broken), "a.gz", "gz"}, first);
  (*prepared)->run({as_bytes(sound), "b.gz", "gz"}, second);
  EXPECT_TRUE(first.failed());
  EXPECT_EQ(second.content_sha256, hex(sha256(as_bytes("abc"))));
}

TEST(Gzip, StopsAtTheLimit) {
  const std::string ten = std::string(10, 'x');
  const auto with = [](std::int64_t most) { return Options{{"max_decompressed", most}}; };
  EXPECT_EQ(codes(check(member(ten), with(10))), "");
  EXPECT_EQ(codes(check(member(ten), with(9))), "file.limit");
  EXPECT_EQ(codes(check(member(ten) + member(ten), with(20))), "");
  EXPECT_EQ(codes(check(member(ten) + member(ten), with(19))), "file.limit");
  // 32 MiB in 32 KiB: stopped after the first piece.
  EXPECT_EQ(codes(check(member(std::string(32 << 20, '\0')), with(1 << 20))), "file.limit");
}

TEST(Gzip, BombsCostTimeOnly) {
  std::string bytes;
  const std::string piece = member(std::string(16 << 20, '\0'));
  for (int i = 0; i < 8; ++i) bytes += piece;
  EXPECT_LT(bytes.size(), 200'000u);
  const Observation out = check(bytes);
  EXPECT_EQ(codes(out), "");
  EXPECT_EQ(whole(out, "decompressed_bytes"), std::int64_t{8} * (16 << 20));
}

TEST(Gzip, RefusesBadOptions) {
  const auto refused = [](OptionValue value) {
    return !find_type("gzip")->prepare({{"max_decompressed", std::move(value)}}, {}).has_value();
  };
  EXPECT_TRUE(refused(std::int64_t{-1}));
  EXPECT_TRUE(refused(true));
  EXPECT_TRUE(refused("1 GiB"s));
  EXPECT_FALSE(refused(std::int64_t{0}));
}

}  // namespace
}  // namespace bcheck
