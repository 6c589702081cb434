// SPDX-License-Identifier: Apache-2.0
// The structure of the East Asian multi-byte sets, by their byte ranges: JIS X 0208 and 0201 (shift_jis, euc_jp),
// KS X 1001 (euc_kr), GB 18030, Big5. Each set has a region that ordinary text cannot do without: kana, the common
// Hangul rows, the first level of ideographs.
#include <algorithm>

#include "validators/text/ascii.h"
#include "validators/text/encoding.h"

namespace bcheck {
namespace {

constexpr std::size_t kLookAt = 64 * 1024;

struct Pairs {
  bool valid = true;
  std::size_t pairs = 0;
  std::size_t common = 0;    // in the region that ordinary text is made of
  std::size_t deciding = 0;  // in the region that this set has and its neighbours have not
  double share(std::size_t n) const { return pairs == 0 ? 0 : static_cast<double>(n) / static_cast<double>(pairs); }
};

constexpr bool within(unsigned value, unsigned low, unsigned high) {
  return value >= low && value <= high;
}

// Walks lead and trail bytes. `accept` gets both and the counts; false makes the bytes invalid. A pair cut by the end
// is no fault.
template <typename IsSingle, typename Accept>
Pairs walk(std::string_view bytes, IsSingle is_single, Accept accept) {
  Pairs out;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const unsigned lead = static_cast<unsigned char>(bytes[at]);
    if (lead < 0x80 || is_single(lead)) continue;
    if (at + 1 == bytes.size()) break;
    const unsigned trail = static_cast<unsigned char>(bytes[++at]);
    if (!accept(lead, trail, out)) {
      out.valid = false;
      return out;
    }
    ++out.pairs;
  }
  return out;
}

constexpr auto kNoSingles = [](unsigned) { return false; };

Pairs as_shift_jis(std::string_view bytes) {
  return walk(
      bytes, [](unsigned b) { return within(b, 0xA1, 0xDF); },  // half-width katakana
      [](unsigned lead, unsigned trail, Pairs& p) {
        p.deciding += lead == 0x82 || lead == 0x83;  // kana
        p.common += within(lead, 0x81, 0x97);
        return (within(lead, 0x81, 0x9F) || within(lead, 0xE0, 0xFC)) && within(trail, 0x40, 0xFC) && trail != 0x7F;
      });
}

Pairs as_euc(std::string_view bytes) {
  return walk(bytes, kNoSingles, [](unsigned lead, unsigned trail, Pairs& p) {
    p.deciding += lead == 0xA4 || lead == 0xA5;  // kana in euc_jp
    p.common += within(lead, 0xA1, 0xA3) || within(lead, 0xB0, 0xC8);
    return within(lead, 0xA1, 0xFE) && within(trail, 0xA1, 0xFE);
  });
}

Pairs as_big5(std::string_view bytes) {
  return walk(bytes, kNoSingles, [](unsigned lead, unsigned trail, Pairs& p) {
    p.deciding += trail < 0x80;
    p.common += within(lead, 0xA1, 0xC6);
    return within(lead, 0x81, 0xFE) && (within(trail, 0x40, 0x7E) || within(trail, 0xA1, 0xFE));
  });
}

Pairs as_gb18030(std::string_view bytes) {
  return walk(bytes, kNoSingles, [](unsigned lead, unsigned trail, Pairs& p) {
    p.common += within(lead, 0xA1, 0xA3) || within(lead, 0xB0, 0xF7);
    // A digit as second byte begins a four-byte form, whose other half is such a pair again.
    return within(lead, 0x81, 0xFE) && (within(trail, 0x40, 0xFE) || within(trail, 0x30, 0x39)) && trail != 0x7F;
  });
}

// In sets whose two bytes are both beyond ASCII, runs of such bytes are long and even; accented letters in words of a
// single-byte set are neither, and whole words of one are odd half of the time.
bool is_made_of_pairs(std::string_view bytes) {
  std::size_t run = 0;
  std::size_t runs = 0;
  std::size_t odd = 0;
  std::size_t in_long = 0;
  std::size_t high = 0;
  for (std::size_t at = 0; at <= bytes.size(); ++at) {
    if (at < bytes.size() && static_cast<unsigned char>(bytes[at]) >= 0x80) {
      ++run;
      ++high;
      continue;
    }
    if (run == 0) continue;
    ++runs;
    odd += run % 2;
    if (run >= 4) in_long += run;
    run = 0;
  }
  return 2 * in_long >= high && 5 * odd <= runs;
}

// Letters of ASCII that are no trail bytes; in a single-byte text of Latin script they are most of it.
bool has_few_letters(std::string_view bytes, const Pairs& pairs) {
  const auto letters = static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), ascii::is_letter));
  return letters <= pairs.pairs + pairs.deciding;
}

}  // namespace

std::string_view guess_legacy_encoding(std::string_view bytes) {
  bytes = bytes.substr(0, kLookAt);
  const auto high =
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  if (high >= 4) {
    const Pairs sjis = as_shift_jis(bytes);
    if (sjis.valid && sjis.share(sjis.deciding) >= 0.2 && sjis.share(sjis.common) >= 0.6) return "shift_jis";
    if (is_made_of_pairs(bytes)) {
      const Pairs euc = as_euc(bytes);
      if (euc.valid && euc.share(euc.deciding) >= 0.2) return "euc_jp";
      if (euc.valid && euc.share(euc.common) >= 0.98) return "euc_kr";
    }
    const Pairs big5 = as_big5(bytes);
    if (big5.valid && big5.share(big5.common) >= 0.8 && big5.share(big5.deciding) >= 0.15 &&
        has_few_letters(bytes, big5)) {
      return "big5";
    }
    const Pairs gb = as_gb18030(bytes);
    if (gb.valid && gb.share(gb.common) >= 0.6 && is_made_of_pairs(bytes)) return "gb18030";
  }
  return "a single-byte set (Windows-125x, ISO 8859, KOI8, Mac or DOS)";
}

}  // namespace bcheck
