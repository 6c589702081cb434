// SPDX-License-Identifier: Apache-2.0
// Compressed files, as streams in bounded memory: gzip (base/gzip.cc) and Zstandard (base/zstd.cc). By name on writing,
// by the first bytes on reading.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bcheck {

enum class Compression : unsigned char { kNone, kGzip, kZstd };

Compression compression_of_name(std::string_view path);            // by ".gz", ".zst"; kNone for "-"
Compression compression_of_content(std::string_view first_bytes);  // 4 of them suffice

class Compressor {
 public:
  virtual ~Compressor() = default;
  // Appends to `out` what is ready so far. The same input gives the same bytes, whatever parts it comes in: no time and
  // no name is kept.
  virtual void add(std::string_view bytes, std::string& out) = 0;
  virtual void finish(std::string& out) = 0;  // nothing can be added after it
};

// Throws std::bad_alloc. Null for kNone.
std::unique_ptr<Compressor> make_compressor(Compression compression);

class Decompressor {
 public:
  using Sink = std::function<bool(std::string_view)>;  // false stops

  virtual ~Decompressor() = default;
  // Hands on what the bytes say, in blocks. False if they are damaged, or where `sink` stopped it; problem() tells
  // which.
  virtual bool add(std::string_view bytes, const Sink& sink) = 0;
  // Whether the input ended where it may: between two streams, of which a file may have several.
  virtual bool whole() const = 0;
  const std::string& problem() const { return problem_; }  // "the data are damaged"; empty where `sink` stopped

 protected:
  std::string problem_;
};

std::unique_ptr<Decompressor> make_decompressor(Compression compression);

// The doors.
std::unique_ptr<Compressor> make_gzip_compressor();
std::unique_ptr<Decompressor> make_gzip_decompressor();
std::unique_ptr<Compressor> make_zstd_compressor();
std::unique_ptr<Decompressor> make_zstd_decompressor();

}  // namespace bcheck
