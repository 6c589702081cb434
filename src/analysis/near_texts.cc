// SPDX-License-Identifier: Apache-2.0
#include "analysis/near_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "analysis/measure_of.h"
#include "base/likeness.h"
#include "base/text.h"

namespace bcheck {
namespace {

// Runs of code points are sorted as 16 bytes each: beyond this it takes seconds and gigabytes.
constexpr std::size_t kMostBytes = std::size_t{32} << 20;

Nearness unknown(std::string why, bool by_report) {
  return {Likeness::kUnknown, by_report, {}, std::move(why)};
}

bool is_utf8_text(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

// Without what an editor or a transfer changes and no reader sees.
std::string plain(const std::vector<char>& bytes) {
  std::string_view text(bytes.data(), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
  }
  return out;
}

Nearness judged(std::string_view name, double value, double least, std::string_view told) {
  Nearness out;
  out.likeness = value >= least ? Likeness::kNear : Likeness::kFar;
  out.distances.emplace_back(name, value);
  // Cut and not rounded: 0.8996 is not shown as 0.900 where that would be near.
  out.told = fmt::format("{} {:.3f}", told, static_cast<double>(static_cast<std::int64_t>(value * 1000)) / 1000);
  return out;
}

}  // namespace

bool TextMeter::knows(const Outcome& before, const Outcome& after) const {
  return find_measure(before, "chars") != nullptr && find_measure(after, "chars") != nullptr;
}

Result<Nearness> TextMeter::measure(const Outcome& before, const Outcome& after) {
  if (!products_ || before.line || after.line) return by_sketch(before, after);
  const auto a = products_->before.read(before);
  if (!a) return unknown("the old one: " + a.error().message, false);
  const auto b = products_->after.read(after);
  if (!b) return unknown("the new one: " + b.error().message, false);
  if (std::max(a->size(), b->size()) > kMostBytes) {
    return unknown("they have more than " + human_bytes(kMostBytes), false);
  }
  return by_characters(plain(*a), plain(*b));
}

Nearness TextMeter::by_sketch(const Outcome& before, const Outcome& after) const {
  const auto a = bits_of(before, "sketch");
  const auto b = bits_of(after, "sketch");
  if (!a || !b) return unknown("a report has no sketch of it", true);
  const int hamming = std::popcount(*a ^ *b);
  Nearness out;
  out.by_report = true;
  out.likeness = hamming <= limits_.hamming ? Likeness::kNear : Likeness::kFar;
  out.distances.emplace_back("hamming", hamming);
  out.told = fmt::format("by sketch: {} of 64 bits differ", hamming);
  return out;
}

Nearness TextMeter::by_characters(std::string_view before, std::string_view after) const {
  if (before == after) {
    return {Likeness::kSameContent, false, {}, "the same but for a byte order mark or line ends"};
  }
  if (!is_utf8_text(before) || !is_utf8_text(after)) return unknown("it is not UTF-8", false);
  const std::u32string a = code_points(before);
  const std::u32string b = code_points(after);
  if (limits_.chrf) return judged("chrf", chrf(b, a), *limits_.chrf, "chrF");
  if (std::max(a.size(), b.size()) <= kMostEdited) {
    return judged("ratio", levenshtein_ratio(a, b), limits_.ratio, "Levenshtein ratio");
  }
  return judged("jaccard", jaccard5(a, b), limits_.jaccard, "Jaccard index of five-character runs");
}

}  // namespace bcheck
