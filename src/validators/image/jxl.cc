// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jxl.h"

#if BCHECK_HAVE_JXL

#include <fmt/format.h>

#include <vector>

#include "base/checked.h"
#include "validators/image/boxes.h"
#include "validators/image/codes.h"
#include "validators/image/jxl_pixels.h"
#include "validators/image/trailing.h"

namespace bcheck::image {
namespace {

constexpr std::string_view kNeeded[]{"JXL ", "ftyp"};
constexpr std::string_view kKnown[]{"jxlc", "jxlp", "jxll", "jxli", "jbrd", "Exif", "xml ", "jumb", "brob"};

// The codestream in parts, each behind its number; the last has the highest bit set (18181-2, 9.10).
bool join_parts(const std::vector<Box>& boxes, std::vector<unsigned char>& joined, Observation& out) {
  constexpr std::uint32_t kLast = 0x80000000;
  std::uint32_t expected = 0;
  bool ended = false;
  for (const Box& box : boxes) {
    if (box.type != "jxlp") continue;
    const auto number = big_endian<std::uint32_t>(box.body, 0);
    if (!number || ended || (*number & ~kLast) != expected) {
      fault_once(out, kBadStructure, Severity::kFail,
                 fmt::format("the box 'jxlp' at byte {} is not part {} of the codestream", box.at, expected));
      return false;
    }
    ended = (*number & kLast) != 0;
    ++expected;
    joined.insert(joined.end(), box.body.begin() + 4, box.body.end());
  }
  if (!ended) fault_once(out, kTruncated, Severity::kFail, "the last part of the codestream is missing");
  return ended;
}

void check_codestream(Bytes stream, std::string_view what, PictureCheck& check, Observation& out) {
  const JxlDecoded decoded = decode_jxl(stream, check, out);
  if (decoded.end != 0) check_trailing(stream, decoded.end, what, out);
  check.report_hash(!out.failed() && out.unchecked.empty() && decoded.hashable, jxl_running_decoder(), out);
}

}  // namespace

void check_jxl(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  if (as_text(bytes).starts_with("\xff\x0a")) {
    return check_codestream(bytes, "the codestream", check, out);
  }
  const std::vector<Box> boxes = read_file_boxes(bytes, kNeeded, kKnown, out);
  const Box* const whole = find_box(boxes, "jxlc");
  const Box* const part = find_box(boxes, "jxlp");
  if (whole == nullptr && part == nullptr) {
    return fault_once(out, kTruncated, Severity::kFail, "no box holds a codestream (jxlc, jxlp)");
  }
  if (whole != nullptr && part != nullptr) {
    return fault_once(out, kBadStructure, Severity::kFail, "a codestream (jxlc), and parts of one (jxlp) beside it");
  }
  std::vector<unsigned char> joined;
  if (part != nullptr && !join_parts(boxes, joined, out)) return;
  check_codestream(whole != nullptr ? whole->body : Bytes(joined), "the codestream in its box", check, out);
}

}  // namespace bcheck::image

#endif
