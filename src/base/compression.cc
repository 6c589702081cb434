// SPDX-License-Identifier: Apache-2.0
#include "base/compression.h"

namespace bcheck {

Compression compression_of_name(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::kGzip;
  return path.ends_with(".zst") ? Compression::kZstd : Compression::kNone;
}

// RFC 1952 section 2.3.1, and RFC 8878 section 3.1.1.
Compression compression_of_content(std::string_view first_bytes) {
  if (first_bytes.starts_with("\x1F\x8B")) return Compression::kGzip;
  return first_bytes.starts_with("\x28\xB5\x2F\xFD") ? Compression::kZstd : Compression::kNone;
}

std::unique_ptr<Compressor> make_compressor(Compression compression) {
  switch (compression) {
    case Compression::kNone: break;
    case Compression::kGzip: return make_gzip_compressor();
    case Compression::kZstd: return make_zstd_compressor();
  }
  return nullptr;
}

std::unique_ptr<Decompressor> make_decompressor(Compression compression) {
  switch (compression) {
    case Compression::kNone: break;
    case Compression::kGzip: return make_gzip_decompressor();
    case Compression::kZstd: return make_zstd_decompressor();
  }
  return nullptr;
}

}  // namespace bcheck
