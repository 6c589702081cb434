// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "validators/image/codes.h"
#include "validators/image/jpeg_baseline.h"
#include "validators/image/jpeg_blocks.h"
#include "validators/image/jpeg_header.h"
#include "validators/image/jpeg_lost_block.h"
#include "validators/image/jpeg_pixels.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

// The most that libjpeg takes; larger sides can be declared.
constexpr std::uint32_t kMostSide = 65500;

// What this decoder cannot do and others can. Empty if it can.
std::string unsupported(const JpegHeader& header) {
  switch (header.process) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
    case 0xc9:
    case 0xca: break;
    case 0xc3:
    case 0xcb: return "lossless JPEG";
    case 0xf7: return "JPEG-LS";
    default: return fmt::format("hierarchical JPEG (frame marker {:02x})", header.process);
  }
  if (header.precision == 12) return "JPEG of 12 bits a sample";
  if (header.components == 2 || header.components > 4) {
    return fmt::format("JPEG of {} components", header.components);
  }
  return {};
}

// False if there is nothing to decode.
bool accept(const JpegHeader& header, const PictureCheck& check, Observation& out) {
  if (const std::string what = unsupported(header); !what.empty()) {
    out.fault(kUnsupported, Severity::kFail, what + " cannot be decoded here");
    return false;
  }
  if (header.width == 0 || header.height == 0 || header.precision != 8 || header.components == 0) {
    out.fault(kBadHeader, Severity::kFail,
              fmt::format("impossible header: {} x {} pixels, {} components of {} bits{}", header.width, header.height,
                          header.components, header.precision,
                          header.height == 0 ? " (a height that follows later, by DNL, is not supported)" : ""));
    return false;
  }
  if (!check.accept_size(header.width, header.height, out)) return false;
  if (header.width > kMostSide || header.height > kMostSide) {
    out.fault(kBomb, Severity::kFail,
              fmt::format("{} x {} pixels; libjpeg takes at most {} a side", header.width, header.height, kMostSide));
    return false;
  }
  out.add("frames", std::int64_t{1});
  out.add("channels", std::int64_t{header.components});
  out.add("bit_depth", std::int64_t{header.precision});
  return true;
}

bool has_end_marker(Bytes bytes, std::size_t from) {
  return as_text(bytes).find("\xff\xd9", from < 2 ? 0 : from - 2) != std::string_view::npos;
}

// Damage behind which no end marker comes, or only zeros, is the damage of a file that was not written to its end:
// the decoder takes what stands there for data.
bool was_not_finished(const JpegComplaint& complaint, Bytes bytes, std::size_t end) {
  if (complaint.severity != Severity::kFail) return false;
  if (complaint.code != kCorruptData && complaint.code != kNotDecodable) return false;
  return ends_in_zeros(bytes, end) || (!complaint.fatal && !has_end_marker(bytes, end));
}

// Every line feed has a carriage return before it, which chance does not do four times.
bool was_sent_as_text(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  int feeds = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return false;
    ++feeds;
  }
  return feeds >= 4;
}

void report_complaint(const JpegComplaint& complaint, Bytes bytes, std::size_t end, Observation& out) {
  if (was_not_finished(complaint, bytes, end)) {
    return fault_once(out, kTruncated, Severity::kFail,
                      fmt::format("no end marker (EOI) comes after byte {}: {}", end, complaint.message));
  }
  if (complaint.code == kStrayHeaderBytes && was_sent_as_text(bytes)) {
    return fault_once(out, kCorruptData, Severity::kFail,
                      "stray bytes in the header, and a carriage return before every line feed: sent in text mode");
  }
  fault_once(out, complaint.code, complaint.severity, complaint.message);
}

void check_lost_block(Bytes bytes, std::size_t end, Observation& out) {
  const auto plain = read_jpeg_baseline(bytes);
  const auto zeros = plain ? find_lost_block(bytes, *plain, end) : std::nullopt;
  if (!zeros) return;
  fault_once(out, kCorruptData, Severity::kFail,
             fmt::format("{} zero bytes in a row at byte {}, a block that was lost", zeros->length, zeros->at));
}

// The rules accept the measures that the blocks give, and they tell enough of a picture of that size.
bool by_blocks(const JpegHeader& header, const PictureCheck& check) {
  return check.fast() && !check.hashing() && header.width >= JpegBlocks::kLeastSide &&
         header.height >= JpegBlocks::kLeastSide;
}

// By our own decoder if it takes the file, which says that it is sound; otherwise libjpeg says what it is. The rows are
// the same to the bit.
JpegDecoded decode_eighth(Bytes bytes, PictureCheck& check) {
  if (const auto plain = read_jpeg_baseline(bytes)) {
    if (const auto end = check.jpeg_scan().decode(bytes, *plain, check.jpeg_blocks())) {
      JpegDecoded decoded;
      decoded.every_pixel = decoded.ended = true;
      decoded.end = *end;
      return decoded;
    }
  }
  return decode_jpeg(bytes, check.max_pixels(), check.jpeg_blocks(), JpegSize::kEighth);
}

}  // namespace

void check_jpeg(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  const std::optional<JpegHeader> header = read_jpeg_header(bytes);
  if (header && !accept(*header, check, out)) return;
  JpegDecoded decoded;
  bool measured = false;
  if (header && by_blocks(*header, check)) {
    JpegBlocks& blocks = check.jpeg_blocks();
    blocks.expect(header->width, header->height);
    decoded = decode_eighth(bytes, check);
    measured = decoded.suited && (!decoded.every_pixel || blocks.as_expected());
    if (measured && decoded.every_pixel) {
      blocks.report(out);
      measured = !blocks.doubtful();
    }
  }
  if (!measured) decoded = decode_jpeg(bytes, check.max_pixels(), check.first_picture());
  for (const JpegComplaint& complaint : decoded.complaints) report_complaint(complaint, bytes, decoded.end, out);
  if (decoded.every_pixel && !measured) {
    check.stats().report(out);
    if (check.hashing()) check.hash().end();
  }
  if (decoded.ended && !out.failed()) check_lost_block(bytes, decoded.end, out);
  if (decoded.ended) check_trailing(bytes, decoded.end, "the end marker (EOI)", out);
  check.report_hash(!out.failed(), jpeg_decoder(), out);
}

}  // namespace bcheck::image
