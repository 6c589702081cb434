// SPDX-License-Identifier: Apache-2.0
// The door to libzstd.
#include <zstd.h>

#include <new>
#include <vector>

#include "base/compression.h"

namespace bcheck {
namespace {

constexpr int kLevel = 3;  // what remains of a report are hashes, which a higher level makes no smaller

class ZstdCompressor : public Compressor {
 public:
  ZstdCompressor() : context_(ZSTD_createCCtx()), block_(ZSTD_CStreamOutSize()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdCompressor() override { ZSTD_freeCCtx(context_); }
  ZstdCompressor(const ZstdCompressor&) = delete;
  ZstdCompressor& operator=(const ZstdCompressor&) = delete;

  void add(std::string_view bytes, std::string& out) override { run(bytes, ZSTD_e_continue, out); }
  void finish(std::string& out) override { run({}, ZSTD_e_end, out); }

 private:
  void run(std::string_view bytes, ZSTD_EndDirective end, std::string& out) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (true) {
      ZSTD_outBuffer to{block_.data(), block_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_, &to, &in, end);
      if (ZSTD_isError(left) != 0) throw std::bad_alloc();  // what else can go wrong is a fault of this program
      out.append(block_.data(), to.pos);
      if (end == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
    }
  }

  ZSTD_CCtx* context_;
  std::vector<char> block_;
};

class ZstdDecompressor : public Decompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx()), block_(ZSTD_DStreamOutSize()) {
    if (context_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdDecompressor() override { ZSTD_freeDCtx(context_); }
  ZstdDecompressor(const ZstdDecompressor&) = delete;
  ZstdDecompressor& operator=(const ZstdDecompressor&) = delete;

  // Frames that want a window of more than 128 MiB are refused by the library's own limit.
  bool add(std::string_view bytes, const Sink& sink) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    bool full = false;
    while (in.pos < in.size || full) {
      ZSTD_outBuffer to{block_.data(), block_.size(), 0};
      const std::size_t left = ZSTD_decompressStream(context_, &to, &in);
      if (ZSTD_isError(left) != 0) {
        problem_ = std::string("its Zstandard data are damaged: ") + ZSTD_getErrorName(left);
        return false;
      }
      ended_ = left == 0;
      full = to.pos == to.size && !ended_;
      if (to.pos > 0 && !sink({block_.data(), to.pos})) return false;
    }
    return true;
  }
  bool whole() const override { return ended_; }

 private:
  ZSTD_DCtx* context_;
  std::vector<char> block_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Compressor> make_zstd_compressor() {
  return std::make_unique<ZstdCompressor>();
}

std::unique_ptr<Decompressor> make_zstd_decompressor() {
  return std::make_unique<ZstdDecompressor>();
}

}  // namespace bcheck
