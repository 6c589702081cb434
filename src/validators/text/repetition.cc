// SPDX-License-Identifier: Apache-2.0
#include "validators/text/repetition.h"

#include <algorithm>
#include <numeric>

namespace bcheck {
namespace {

bool has_only_ascii_white(const TextProfile& p) {
  const std::uint64_t ascii = std::accumulate(p.ascii.begin() + '\t', p.ascii.begin() + '\r' + 1, p.of(' '));
  return ascii == p.of(CodeClass::kWhite) + p.of(CodeClass::kWhiteControl);
}

// Before the first whole copy stands what happens to equal the end of a unit. Where a word begins behind it, that is
// where a reader would say that the loop begins.
std::size_t first_word(std::string_view condensed, const Loop& loop) {
  for (std::size_t at = loop.begin; at <= loop.begin + loop.bytes() % loop.period; ++at) {
    if (at == 0 || condensed[at - 1] == ' ') return at;
  }
  return loop.begin;
}

// More than four copies need as many numbers and marks.
bool may_have_time_codes(const TextProfile& p) {
  return (p.of('>') >= 4 && p.of('-') >= 8) || (p.of('[') >= 4 && p.of(':') >= 4);
}

bool may_have_list_numbers(const TextProfile& p) {
  const std::uint64_t digits = std::accumulate(p.ascii.begin() + '0', p.ascii.begin() + '9' + 1, std::uint64_t{0});
  return p.lines >= 10 && digits >= 8;
}

}  // namespace

Repetition RepetitionMeter::measure(std::string_view text, const TextProfile& profile) {
  Repetition out;
  found_ = false;
  pieces_ = condensed_.set(text, has_only_ascii_white(profile));
  Sketch sketch;
  for (const Piece& piece : pieces_) {
    const LoopVerdict verdict = judge_loops(piece.text, finder_.find(piece.text), piece.ends_text);
    out.loop_share = std::max(out.loop_share, verdict.share);
    out.loop_copies = std::max(out.loop_copies, verdict.copies);
    if (verdict.faulty && !found_) find_fault(piece, piece.text, {});
    const Diversity diversity = diversity_.measure(piece.text, profile.chars + 1);  // with the space at the end
    if (diversity.share < out.distinct_4grams) {
      out.distinct_4grams = diversity.share;
      if (diversity.share < kWorthALook) {
        out.window_begin = piece.offset + raw_offset(piece.raw, diversity.begin);
        out.window_end = piece.offset + raw_offset(piece.raw, diversity.end);
      }
    }
    sketch.add(piece.text);
  }
  out.sketch = sketch.value();
  return out;
}

bool RepetitionMeter::find_fault(const Piece& piece, std::string_view condensed, std::string_view around) {
  const LoopVerdict verdict = judge_loops(condensed, finder_.find(condensed), piece.ends_text);
  if (!verdict.faulty) return false;
  const std::size_t begin = first_word(condensed, verdict.worst);
  fault_ = {verdict, condensed.substr(begin, verdict.worst.period),
            begin,   piece.offset + raw_offset(piece.raw, begin),
            around,  piece.ends_text && verdict.worst.end + 1 >= condensed.size()};
  found_ = true;
  return true;
}

bool RepetitionMeter::look_without(Stripped::What what, const Piece& piece) {
  const bool codes = what == Stripped::What::kTimeCodes;
  if (!(codes ? stripped_.remove_time_codes(piece.raw) : stripped_.remove_list_numbers(piece.raw))) return false;
  condense(stripped_.text, false, other_);
  if (!find_fault(piece, other_, codes ? "time codes" : "list numbers")) return false;
  const std::size_t at = raw_offset(stripped_.text, fault_.condensed_begin);
  fault_.begin = piece.offset + Stripped::raw_offset(what, piece.raw, at);
  return true;
}

const FaultyLoop* RepetitionMeter::faulty_loop(const TextProfile& profile) {
  for (const Piece& piece : pieces_) {
    found_ = found_ || (may_have_time_codes(profile) && look_without(Stripped::What::kTimeCodes, piece)) ||
             (may_have_list_numbers(profile) && look_without(Stripped::What::kListNumbers, piece));
  }
  return found_ ? &fault_ : nullptr;
}

}  // namespace bcheck
