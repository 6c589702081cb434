// SPDX-License-Identifier: Apache-2.0
#include "validators/image/heif.h"

#if BCHECK_HAVE_HEIF

#include <algorithm>
#include <vector>

#include "validators/image/boxes.h"
#include "validators/image/codes.h"
#include "validators/image/heif_canvas.h"
#include "validators/image/heif_items.h"
#include "validators/image/heif_payload.h"
#include "validators/image/heif_pixels.h"

namespace bcheck::image {
namespace {

constexpr std::string_view kNeeded[]{"ftyp", "meta"};
constexpr std::string_view kKnown[]{"mdat", "moov", "free", "skip", "wide", "uuid", "moof", "mfra", "sidx", "pdin"};

}  // namespace

void check_heif(Bytes bytes, PictureCheck& check, Observation& out) {
  out.coverage = Coverage::kContent;
  const std::vector<Box> boxes = read_file_boxes(bytes, kNeeded, kKnown, out);
  const Box* const meta = find_box(boxes, "meta");
  if (meta == nullptr || !meta->whole) return;
  const std::vector<HeifItem> items = read_heif_items(bytes, meta->body, out);
  check_heif_canvases(items, meta->body, out);
  if (!out.unchecked.empty()) return;
  check_heif_payload(items, meta->body, bytes.size(), out);
  // What follows the last box does not concern the decoder, and may be allowed; data that are not there do.
  const auto concerns = [](const Fault& fault) {
    return fault.severity == Severity::kFail && fault.code != kTrailingData;
  };
  if (std::any_of(out.faults.begin(), out.faults.end(), concerns)) return;
  decode_heif(bytes, items, check, out);
  if (find_box(boxes, "moov") != nullptr && !out.failed() && out.unchecked.empty()) {
    out.unchecked = "an image sequence: libheif decodes its still picture and not its tracks";
  }
  if (!out.unchecked.empty()) {
    out.content_sha256.clear();
    out.content_decoder.clear();
  }
}

}  // namespace bcheck::image

#endif
