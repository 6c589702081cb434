// SPDX-License-Identifier: Apache-2.0
// Type gzip: every member inflated to its end, its checksum and length compared, nothing behind the last.
//
// Stricter than gzip(1), which ignores what stands behind the last member, and than libarchive, which does not look
// at the checksum.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/checked.h"
#include "base/hash.h"
#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/gzip_member.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"gzip"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"members", "", "complete members; 1 in most files"},
    MeasureInfo{"decompressed_bytes", "bytes", "size of the content of all complete members together"},
};

constexpr std::array kFindings{
    FindingInfo{"file.bad-signature", Severity::kFail, "no gzip file"},
    FindingInfo{"file.bad-structure", Severity::kFail, "reserved flags are set"},
    FindingInfo{"file.corrupt-data", Severity::kFail, "the compressed data is against the format"},
    FindingInfo{"file.crc-mismatch", Severity::kFail, "checksum or length differ from those of the content"},
    FindingInfo{"file.limit", Severity::kFail, "more content than max_decompressed: not looked at to its end"},
    FindingInfo{"file.trailing-data", Severity::kFail,
                "bytes behind the last member; zeros, which tapes pad with, only warn"},
    FindingInfo{"file.truncated", Severity::kFail, "the file ends inside a member"},
    FindingInfo{"file.unsupported", Severity::kFail, "a compression method that RFC 1952 does not define"},
};

// 64 GiB inflate in some minutes, in constant memory.
constexpr std::int64_t kMostDecompressed = std::int64_t{64} << 30;

constexpr std::array kOptions{
    OptionInfo{"max_decompressed", kWhole, "bytes of content beyond which the file counts as a bomb; absent: 64 GiB"},
};

// A raw deflate stream at a time, in pieces, with the checksum of what comes out.
class Inflater {
 public:
  enum class End { kDone, kTruncated, kCorrupt, kLimit };

  Inflater() {
    const int code = inflateInit2(&stream_, -MAX_WBITS);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK) throw std::runtime_error("zlib cannot be used: it is not the version that bcheck was built with");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Inflates the stream at the start of `in`, at most `most` bytes of content, hashed along if there is a hash.
  End run(Bytes in, std::uint64_t most, Sha256* hash) {
    inflateReset(&stream_);
    stream_.avail_in = 0;
    crc_ = 0;
    produced_ = consumed_ = 0;
    for (;;) {
      if (stream_.avail_in == 0) {
        constexpr std::size_t kPiece = std::size_t{1} << 30;  // zlib counts in 32 bits
        const Bytes piece = in.subspan(consumed_, std::min(in.size() - consumed_, kPiece));
        stream_.next_in = const_cast<unsigned char*>(piece.data());  // zlib reads only
        stream_.avail_in = static_cast<uInt>(piece.size());
      }
      stream_.next_out = out_.data();
      stream_.avail_out = static_cast<uInt>(out_.size());
      const uInt before = stream_.avail_in;
      const int code = inflate(&stream_, Z_NO_FLUSH);
      consumed_ += before - stream_.avail_in;
      const Bytes fresh = Bytes(out_).first(out_.size() - stream_.avail_out);
      produced_ += fresh.size();
      if (produced_ > most) return End::kLimit;
      crc_ = static_cast<std::uint32_t>(crc32_z(crc_, fresh.data(), fresh.size()));
      if (hash != nullptr) hash->update(fresh);
      if (code == Z_STREAM_END) return End::kDone;
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code != Z_OK && code != Z_BUF_ERROR) return End::kCorrupt;
      if (stream_.avail_out > 0 && consumed_ == in.size()) return End::kTruncated;
    }
  }

  std::uint32_t crc() const { return crc_; }
  std::uint64_t produced() const { return produced_; }
  std::size_t consumed() const { return consumed_; }
  std::string_view error() const { return stream_.msg == nullptr ? "not deflate" : stream_.msg; }

 private:
  z_stream stream_{};
  std::vector<unsigned char> out_ = std::vector<unsigned char>(256 * 1024);
  std::uint32_t crc_ = 0;
  std::uint64_t produced_ = 0;
  std::size_t consumed_ = 0;
};

class GzipCheck : public Check {
 public:
  GzipCheck(std::int64_t most, bool hash) : most_(static_cast<std::uint64_t>(most)) {
    if (hash) sha256_.emplace();
  }

  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kChecksum;
    members_ = 0;
    content_ = 0;
    Bytes rest = artifact.bytes;
    while (read_member(rest, out) && !rest.empty() && another_member(rest, out)) {
    }
    out.add("members", static_cast<std::int64_t>(members_));
    out.add("decompressed_bytes", static_cast<std::int64_t>(content_));
    if (sha256_) {
      const Digest digest = sha256_->finish();  // also when it failed: leaves the hash as new
      if (!out.failed()) {
        out.content_sha256 = hex(digest);
        out.content_decoder = fmt::format("zlib {}", zlibVersion());
      }
    }
  }

 private:
  // Cuts the member off the front of `rest`; false, with a fault, if it is not sound.
  bool read_member(Bytes& rest, Observation& out) {
    const auto fail = [&](std::string_view code, std::string message) {
      if (members_ > 0) message += fmt::format(" (member {})", grouped(static_cast<std::int64_t>(members_ + 1)));
      out.fault(code, Severity::kFail, std::move(message));
      return false;
    };
    GzipHeader header = read_gzip_header(rest);
    if (!header.code.empty()) return fail(header.code, std::move(header.message));
    const Bytes body = rest.subspan(header.size);
    const auto end = inflater_.run(body, most_ - content_, sha256_ ? &*sha256_ : nullptr);
    switch (end) {
      case Inflater::End::kDone: break;
      case Inflater::End::kTruncated:
        return fail("file.truncated", fmt::format("the file ends in the compressed data, {} bytes into the content",
                                                  grouped(static_cast<std::int64_t>(inflater_.produced()))));
      case Inflater::End::kCorrupt:
        return fail("file.corrupt-data", fmt::format("{}, {} bytes into the content", inflater_.error(),
                                                     grouped(static_cast<std::int64_t>(inflater_.produced()))));
      case Inflater::End::kLimit:
        return fail("file.limit",
                    fmt::format("more than {} bytes of content", grouped(static_cast<std::int64_t>(most_))));
    }
    const auto crc = little_endian<std::uint32_t>(body, inflater_.consumed());
    const auto length = little_endian<std::uint32_t>(body, inflater_.consumed() + 4);
    if (!crc || !length) return fail("file.truncated", "the data is whole, and its checksum and length are cut off");
    if (*crc != inflater_.crc()) {
      return fail("file.crc-mismatch", fmt::format("the CRC-32 is {:08x}, stored is {:08x}", inflater_.crc(), *crc));
    }
    if (*length != (inflater_.produced() & 0xffffffffu)) {
      return fail("file.crc-mismatch", fmt::format("the length is {}, stored is {}", inflater_.produced(), *length));
    }
    ++members_;
    content_ += inflater_.produced();
    rest = body.subspan(inflater_.consumed() + kGzipTrailer);
    return true;
  }

  // What stands behind a sound member: another one, or a fault.
  static bool another_member(Bytes rest, Observation& out) {
    if (rest[0] == 0x1f && (rest.size() == 1 || rest[1] == 0x8b)) return true;
    const bool zeros = std::all_of(rest.begin(), rest.end(), [](unsigned char byte) { return byte == 0; });
    const std::string size = grouped(static_cast<std::int64_t>(rest.size()));
    out.fault("file.trailing-data", zeros ? Severity::kWarn : Severity::kFail,
              zeros ? fmt::format("{} zero bytes behind the last member", size)
                    : fmt::format("{} bytes behind the last member: {}", size, quote(as_text(rest), 32)));
    return false;
  }

  std::uint64_t most_;
  std::optional<Sha256> sha256_;
  Inflater inflater_;
  std::uint64_t members_ = 0;
  std::uint64_t content_ = 0;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted& wanted) {
  std::int64_t most = kMostDecompressed;
  if (const auto at = options.find("max_decompressed"); at != options.end()) {
    const auto* whole = std::get_if<std::int64_t>(&at->second);
    if (whole == nullptr || *whole < 0)
      return bad_question("option max_decompressed: a whole number of bytes expected");
    most = *whole;
  }
  return std::make_unique<GzipCheck>(most, wanted.content_sha256);
}

}  // namespace

extern const Type kGzipType;
const Type kGzipType{"gzip", "file", "gzip, every member and checksum", kFormats, kMeasures, kFindings, kOptions,
                     {},     prepare};

}  // namespace bcheck
