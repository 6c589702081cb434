// SPDX-License-Identifier: Apache-2.0
#include "analysis/near_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>

#include "analysis/measure_of.h"

namespace bcheck {
namespace {

Nearness unknown(std::string why, bool by_report) {
  return {Likeness::kUnknown, by_report, {}, std::move(why)};
}

// "dhash differs in 2 of 64 bits, PSNR 41.2 dB"
void tell(Nearness& nearness, std::string_view text) {
  nearness.told.append(nearness.told.empty() ? "" : ", ").append(text);
}

}  // namespace

std::optional<PictureFacts> picture_facts(const Outcome& outcome) {
  const auto width = number_of(outcome, "width");
  const auto height = number_of(outcome, "height");
  const auto deviation = number_of(outcome, "channel_stddev");
  if (!width || !height || !deviation) return std::nullopt;
  PictureFacts facts;
  facts.width = static_cast<std::uint32_t>(std::clamp(*width, 0.0, 4294967295.0));
  facts.height = static_cast<std::uint32_t>(std::clamp(*height, 0.0, 4294967295.0));
  facts.stddev = *deviation / (number_of(outcome, "bit_depth").value_or(8) > 8 ? 257 : 1);
  facts.dhash = bits_of(outcome, "dhash");
  return facts;
}

bool PictureMeter::knows(const Outcome& before, const Outcome& after) const {
  return picture_facts(before) && picture_facts(after);
}

Result<Nearness> PictureMeter::measure(const Outcome& before, const Outcome& after) {
  if (products_) {
    const auto distance = look(before, after);
    if (distance) return judge(*distance, false);
    if (distance.error().kind == ErrorKind::kInterrupted) return tl::unexpected(distance.error());
    return unknown(distance.error().message, false);
  }
  if (number_of(before, "frames").value_or(1) > 1 || number_of(after, "frames").value_or(1) > 1) {
    return unknown("an animation, of which the hash knows the first frame alone", true);
  }
  return judge({*picture_facts(before), *picture_facts(after), false, {}}, true);
}

Result<PictureDistance> PictureMeter::look(const Outcome& before, const Outcome& after) const {
  const auto a = products_->before.read(before);
  if (!a) return incomplete("the old one: " + a.error().message);
  const auto b = products_->after.read(after);
  if (!b) return incomplete("the new one: " + b.error().message);
  return products_->reader.compare(as_bytes({a->data(), a->size()}), as_bytes({b->data(), b->size()}));
}

Nearness PictureMeter::judge(const PictureDistance& distance, bool by_report) const {
  const PictureFacts &a = distance.a, &b = distance.b;
  Nearness out;
  out.by_report = by_report;
  if (distance.same_pixels) return {Likeness::kSameContent, by_report, {}, "the same pixels"};
  if (a.width != b.width || a.height != b.height) {
    out.told = fmt::format("{} x {} and {} x {} pixels", a.width, a.height, b.width, b.height);
    return out;
  }
  if (!a.dhash || !b.dhash) return unknown("a report has no dhash of it", by_report);
  const int hamming = std::popcount(*a.dhash ^ *b.dhash);
  const bool structured = a.stddev >= kLeastStructure && b.stddev >= kLeastStructure;
  if (by_report && !structured) return unknown("nearly of one colour, of which the hash says nothing", true);
  out.distances.emplace_back("hamming", hamming);
  tell(out,
       fmt::format("dhash differs in {} of 64 bits{}", hamming, by_report ? " (by the reports' hashes alone)" : ""));
  bool near = !structured || hamming <= limits_.hamming;
  if (!by_report) {
    const double psnr = distance.psnr.value_or(0);
    if (std::isfinite(psnr)) out.distances.emplace_back("psnr", psnr);
    tell(out, fmt::format("PSNR {:.1f} dB", psnr));
    near = near && psnr >= (structured ? limits_.psnr : std::max(limits_.psnr, kPsnrWithoutStructure));
  }
  out.likeness = near ? Likeness::kNear : Likeness::kFar;
  return out;
}

}  // namespace bcheck
