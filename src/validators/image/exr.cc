// SPDX-License-Identifier: Apache-2.0
#include "validators/image/exr.h"

#if BCHECK_HAVE_OPENEXR

#include <fmt/format.h>

#include <optional>

#include "validators/image/codes.h"
#include "validators/image/exr_layout.h"
#include "validators/image/exr_pixels.h"

namespace bcheck::image {
namespace {

// Of the compressions that are defined a library knows those of its time.
bool known(unsigned compression, Observation& out) {
  constexpr unsigned kDefined = 12;  // OpenEXR 3.4
  if (compression < known_exr_compressions()) return true;
  if (compression < kDefined) {
    out.unchecked = fmt::format("a compression (number {}) that {} does not know", compression, exr_decoder());
  } else {
    fault_once(out, kBadHeader, Severity::kFail, fmt::format("no compression has the number {}", compression));
  }
  return false;
}

}  // namespace

void check_exr(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  const std::optional<ExrHeaders> headers = read_exr_headers(bytes, out);
  if (!headers) return;
  if (!known(headers->compression, out)) return;
  ExrFile file(bytes, out);
  if (!file.open()) return;
  if (file.parts() != headers->parts) {
    return fault_once(
        out, kBadHeader, Severity::kFail,
        fmt::format("{} headers stand in the file, and {} of them can be read", headers->parts, file.parts()));
  }
  if (!file.accept(check, out)) return;
  check_exr_chunks(bytes, *headers, file.tables(), out);
  // What follows the last chunk does not concern the decoder, and may be allowed.
  if (out.failed() && out.faults.front().code != kTrailingData) return;
  file.decode(out);
  if (check.hashing() && !out.failed()) {
    fault_once(out, kNoContentHash, Severity::kWarn, "content_sha256 is not made of floating-point samples");
  }
}

std::string exr_decoder() {
  int major = 0, minor = 0, patch = 0;
  const char* extra = nullptr;
  exr_get_library_version(&major, &minor, &patch, &extra);
  return fmt::format("OpenEXR {}.{}.{}", major, minor, patch);
}

}  // namespace bcheck::image

#endif
