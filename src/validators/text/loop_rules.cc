// SPDX-License-Identifier: Apache-2.0
#include "validators/text/loop_rules.h"

#include <algorithm>

#include "validators/text/ascii.h"
#include "validators/text/unicode_classes.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

struct Unit {
  bool letter = false;
  bool digit = false;
  bool ink = false;  // something visible that is no mark of lost bytes: NUL and U+FFFD have findings of their own
};

Unit unit_of(std::string_view text) {
  Unit unit;
  for (std::size_t at = 0; at < text.size() && !unit.letter;) {
    const utf8::CodePoint c = utf8::decode(text, at);
    const CodeClass code_class = class_of(c.value);
    unit.letter = code_class == CodeClass::kLetter;
    unit.digit = unit.digit || code_class == CodeClass::kNumber;
    unit.ink = unit.ink || (is_visible(code_class) && code_class != CodeClass::kReplacement);
    at += c.length;
  }
  return unit;
}

// More than four copies: half of the fifth is there, which is no chance.
bool is_repeated(const Loop& loop) {
  return 2 * std::uint64_t{loop.bytes()} >= 9 * std::uint64_t{loop.period};
}

// `length` and `all` in code points.
bool is_faulty(const Loop& loop, const Unit& unit, std::size_t length, std::size_t all, bool at_end) {
  const std::size_t copies = loop.copies();
  // The text is nothing else.
  if ((unit.letter || unit.digit) && length >= 40 && 10 * length >= 9 * all) return true;
  // It ran on until the limit of tokens. Lines of a table have no letter either, but are not that many.
  if (!unit.letter) return unit.ink && at_end && copies >= 20 && length >= 300 && 2 * length >= all;
  return (copies >= 8 && length >= 30 && 4 * length >= 3 * all) ||  // nearly nothing else
         (length >= 150 && 2 * length >= all) ||                    // most of the text
         (copies >= 8 && length >= 400) ||                          // a long one, anywhere
         (at_end && copies >= 6 && length >= 100);                  // the limit of tokens again
}

}  // namespace

LoopVerdict judge_loops(std::string_view text, std::span<const Loop> loops, bool ends_text) {
  LoopVerdict verdict;
  if (loops.empty()) return verdict;
  const std::size_t all = code_points(text);
  std::size_t covered = 0;
  std::size_t covered_to = 0;
  std::size_t longest = 0;
  std::size_t worst = 0;
  Loop longest_loop;
  for (const Loop& loop : loops) {
    if (!is_repeated(loop)) continue;
    const Unit unit = unit_of(text.substr(loop.begin, loop.period));
    const std::size_t length = code_points(text.substr(loop.begin, loop.bytes()));
    if (unit.letter) {
      const std::size_t from = std::max<std::size_t>(loop.begin, covered_to);
      if (from < loop.end) {
        covered += from == loop.begin ? length : code_points(text.substr(from, loop.end - from));
        covered_to = loop.end;
      }
      if (length > longest) {
        longest = length;
        longest_loop = loop;
      }
    }
    // The space that is put behind every text may end a loop one byte early.
    const bool at_end = ends_text && loop.end + 1 >= text.size();
    if (length > worst && is_faulty(loop, unit, length, all, at_end)) {
      worst = length;
      verdict.worst = loop;
      verdict.faulty = true;
    }
  }
  const auto share = [&](std::size_t part) { return static_cast<double>(part) / static_cast<double>(all); };
  verdict.share = share(covered);
  verdict.copies = longest == 0 ? 0 : longest_loop.copies();
  if (!verdict.faulty && all >= 60 && 10 * covered >= 9 * all) {
    verdict.faulty = verdict.together = true;
    verdict.worst = longest_loop;
    worst = longest;
  }
  verdict.worst_share = share(worst);
  return verdict;
}

}  // namespace bcheck
