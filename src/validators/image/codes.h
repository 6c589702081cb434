// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a picture: the codes of the type's table, and adding a fault once.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "bcheck/validator.h"

namespace bcheck::image {

inline constexpr std::string_view kBadSignature = "image.bad-signature";
inline constexpr std::string_view kBadHeader = "image.bad-header";
inline constexpr std::string_view kBomb = "image.bomb";
inline constexpr std::string_view kUnsupported = "image.unsupported";
inline constexpr std::string_view kNotDecodable = "image.not-decodable";
inline constexpr std::string_view kTruncated = "image.truncated";
inline constexpr std::string_view kCrcMismatch = "image.crc-mismatch";
inline constexpr std::string_view kCorruptData = "image.corrupt-data";
inline constexpr std::string_view kBadStructure = "image.bad-structure";
inline constexpr std::string_view kMissingChunk = "image.missing-chunk";
inline constexpr std::string_view kMissingFrame = "image.missing-frame";
inline constexpr std::string_view kExtraData = "image.extra-data";
inline constexpr std::string_view kTrailingData = "image.trailing-data";
inline constexpr std::string_view kStrayHeaderBytes = "image.stray-header-bytes";
inline constexpr std::string_view kOddScanParameters = "image.odd-scan-parameters";
inline constexpr std::string_view kOddMetadata = "image.odd-metadata";
inline constexpr std::string_view kIgnoredChunk = "image.ignored-chunk";
inline constexpr std::string_view kPaletteIndex = "image.palette-index";
inline constexpr std::string_view kFrameOutside = "image.frame-outside";
inline constexpr std::string_view kNonFinite = "image.non-finite";
inline constexpr std::string_view kSuspectGreyTail = "image.suspect-grey-tail";
inline constexpr std::string_view kNoContentHash = "image.no-content-hash";

// A damaged file can show the same fault a million times; the first says where to look.
inline void fault_once(Observation& out, std::string_view code, Severity severity, std::string message) {
  const bool known = std::any_of(out.faults.begin(), out.faults.end(),
                                 [&](const Fault& f) { return f.code == code && f.severity == severity; });
  if (!known) out.fault(code, severity, std::move(message));
}

}  // namespace bcheck::image
