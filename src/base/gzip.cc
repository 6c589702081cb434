// SPDX-License-Identifier: Apache-2.0
// The door to zlib for files of our own.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/compression.h"

namespace bcheck {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, with the gzip header: deflateInit2 in zlib.h
constexpr int kLevel = 6;
constexpr std::size_t kBlock = std::size_t{1} << 16;
constexpr std::size_t kAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits

// zlib takes its input as bytes that it does not change.
void give(z_stream& stream, std::string_view bytes) {
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
}

class GzipCompressor : public Compressor {
 public:
  GzipCompressor() {
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  void add(std::string_view bytes, std::string& out) override {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kAtOnce))) {
      give(stream_, bytes.substr(0, kAtOnce));
      run(Z_NO_FLUSH, out);
    }
  }
  void finish(std::string& out) override {
    give(stream_, {});
    run(Z_FINISH, out);
  }

 private:
  void run(int flush, std::string& out) {
    do {
      stream_.next_out = block_.data();
      stream_.avail_out = static_cast<uInt>(block_.size());
      deflate(&stream_, flush);
      out.append(reinterpret_cast<const char*>(block_.data()), block_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::array<Bytef, kBlock> block_;
};

class GzipDecompressor : public Decompressor {
 public:
  GzipDecompressor() {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecompressor() override { inflateEnd(&stream_); }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;

  bool add(std::string_view bytes, const Sink& sink) override {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kAtOnce))) {
      give(stream_, bytes.substr(0, kAtOnce));
      if (!run(sink)) return false;
    }
    return true;
  }
  bool whole() const override { return ended_; }

 private:
  bool run(const Sink& sink) {
    do {
      if (ended_) {
        if (stream_.avail_in == 0) return true;
        inflateReset(&stream_);  // another member: RFC 1952 section 2.2
        ended_ = false;
      }
      stream_.next_out = block_.data();
      stream_.avail_out = static_cast<uInt>(block_.size());
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
        problem_ = "its gzip data are damaged";
        return false;
      }
      const std::size_t size = block_.size() - stream_.avail_out;
      if (size > 0 && !sink({reinterpret_cast<const char*>(block_.data()), size})) return false;
      ended_ = code == Z_STREAM_END;
    } while (stream_.avail_in > 0 || stream_.avail_out == 0);
    return true;
  }

  z_stream stream_{};
  std::array<Bytef, kBlock> block_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Compressor> make_gzip_compressor() {
  return std::make_unique<GzipCompressor>();
}

std::unique_ptr<Decompressor> make_gzip_decompressor() {
  return std::make_unique<GzipDecompressor>();
}

}  // namespace bcheck
