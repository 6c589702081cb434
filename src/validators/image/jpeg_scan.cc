// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_scan.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "validators/image/jpeg_bits.h"

namespace bcheck::image {
namespace {

constexpr std::uint32_t kSide = 8;
constexpr int kMostDc = 2047;  // of either sign: twice what samples of 8 bits can have

constexpr std::uint32_t divided_up(std::uint32_t a, std::uint32_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

// The difference that `entry` says is at the head of the bits (T.81, F.2.2.1: EXTEND).
[[gnu::always_inline]] inline int difference(std::uint64_t bits, JpegDcTable::Entry entry) {
  const unsigned category = static_cast<unsigned>(entry.all) - entry.code;
  const std::uint64_t value = bits << entry.code;
  const int magnitude = static_cast<int>((value >> 1) >> (63 - category));
  const int below = static_cast<int>(value >> 63) - 1;  // all ones if it is negative, which no branch can foresee
  return magnitude + (below & (1 - (1 << category)));
}

// False where that is no plain block. Adds to the prediction.
[[gnu::always_inline]] inline bool decode_dc(JpegBits& bits, const JpegDcTable& table, int& prediction) {
  refill(bits);
  JpegDcTable::Entry entry = table.find(bits.bits);
  if (entry.all == 0) {
    entry = table.decode(bits.bits);
    if (entry.all == 0) return false;
  }
  prediction += difference(bits.bits, entry);
  consume(bits, entry.all);
  return prediction >= -kMostDc && prediction <= kMostDc;
}

// What a look-up of many codes cannot decide: long codes, and the last of a block where the entry goes on into the
// next. `left` becomes 0 where the block ends. False where there is no code, or a run past the end.
[[gnu::always_inline]] inline bool decode_one_ac(JpegBits& bits, const JpegAcTable& table, int& left) {
  const std::uint32_t entry = table.decode(bits.bits);
  const int steps = JpegAcTable::steps_of(entry);
  if (steps == JpegAcTable::kUnknown) return false;
  consume(bits, JpegAcTable::bits_of(entry));
  left = steps == JpegAcTable::kEndOfBlock ? 0 : left - steps;
  return left >= 0;
}

// All AC codes of a block, of which nothing is kept. Where the data have ended it reads zeros; count tells afterwards.
[[gnu::always_inline]] inline bool pass_ac(JpegBits& bits, const JpegAcTable& table) {
  int left = 63;
  for (;;) {
    if (bits.count <= kMostJpegBits) refill(bits);
    const std::uint32_t entry = table.find(bits.bits);
    const int steps = JpegAcTable::steps_of(entry);
    const int rest = left - steps;
    if (rest > 0) {
      left = rest;
      consume(bits, JpegAcTable::bits_of(entry));
      continue;
    }
    // Full; or an end of block, while something was left of it.
    if (rest == 0 || (steps >= JpegAcTable::kEndOfBlock && rest > -JpegAcTable::kEndOfBlock)) {
      consume(bits, JpegAcTable::bits_of(entry));
      return true;
    }
    if (!decode_one_ac(bits, table, left)) return false;
    if (left == 0) return true;
  }
}

// libjpeg's transform to one sample. False beyond what it clamps, where its table begins anew.
[[gnu::always_inline]] inline bool average(int dc, unsigned step, unsigned char& out) {
  const int level = (dc * static_cast<int>(step) + 4) >> 3;
  out = static_cast<unsigned char>(std::clamp(level + 128, 0, 255));
  return level >= -512 && level < 512;
}

// True where all bits were consumed but those that fill the last byte, and the marker follows, which is passed over.
bool pass_marker(JpegBits& bits, unsigned marker) {
  refill(bits);
  if (bits.count < 0 || bits.count >= 8) return false;
  if (bits.end - bits.at < 2 || bits.at[0] != 0xff || bits.at[1] != marker) return false;
  bits.at += 2;
  bits.bits = 0;
  bits.count = 0;
  return true;
}

}  // namespace

bool JpegScan::build_tables(const JpegBaseline& header) {
  dc_.resize(header.dc.size());
  ac_.resize(header.ac.size());
  for (unsigned c = 0; c < header.components; ++c) {
    const JpegComponent& component = header.component[c];
    if (!dc_[component.dc_table].build(header.dc[component.dc_table])) return false;
    if (!ac_[component.ac_table].build(header.ac[component.ac_table])) return false;
  }
  return true;
}

// The blocks of `count` MCUs of a row, of which the first is the `first`.
bool JpegScan::decode_mcus(JpegBits& place, std::uint32_t first, std::uint32_t count) {
  JpegBits bits = place;
  for (std::size_t mcu = first; mcu < std::size_t{first} + count; ++mcu) {
    for (const Block& block : std::span(blocks_).first(block_count_)) {
      int& prediction = predictions_[block.component];
      if (!decode_dc(bits, *block.dc, prediction) || !pass_ac(bits, *block.ac)) return false;
      if (block.luma != nullptr && !average(prediction, step_, block.luma[mcu * across_])) return false;
    }
    if (bits.count < 0) return false;
  }
  place = bits;
  return true;
}

// Sets up the order of blocks, and room for a row of MCUs.
void JpegScan::lay_out(const JpegBaseline& header) {
  // The blocks of a scan of one component come by themselves, whatever its sampling (T.81, A.2.2).
  const bool alone = header.components == 1;
  across_ = alone ? 1 : header.component[0].across;
  down_ = alone ? 1 : header.component[0].down;
  step_ = header.luma_step;
  mcus_across_ = divided_up(header.width, kSide * across_);
  const std::size_t stride = std::size_t{mcus_across_} * across_;
  rows_.resize(stride * down_);
  block_count_ = 0;
  for (unsigned c = 0; c < header.components; ++c) {
    const JpegComponent& component = header.component[c];
    for (unsigned y = 0; y < (alone ? 1 : component.down); ++y) {
      for (unsigned x = 0; x < (alone ? 1 : component.across); ++x) {
        blocks_[block_count_++] = {&dc_[component.dc_table], &ac_[component.ac_table], c,
                                   c == 0 ? rows_.data() + y * stride + x : nullptr};
      }
    }
  }
}

std::optional<std::size_t> JpegScan::decode(Bytes bytes, const JpegBaseline& header, RowSink& sink) {
  constexpr unsigned kRst0 = 0xd0, kEoi = 0xd9;
  if (header.scan > bytes.size() || !build_tables(header)) return std::nullopt;
  lay_out(header);
  Raster raster;
  raster.width = divided_up(header.width, kSide);
  raster.height = divided_up(header.height, kSide);
  sink.begin(raster);
  JpegBits bits(bytes.subspan(header.scan));
  predictions_ = {};
  // MCUs until the next restart marker; without an interval there is none before the end.
  const std::uint64_t interval = header.restart_interval == 0 ? ~std::uint64_t{0} : header.restart_interval;
  std::uint64_t left = interval;
  unsigned restarts = 0;
  for (std::uint32_t y = 0; y < raster.height; y += down_) {
    for (std::uint32_t mcu = 0; mcu < mcus_across_;) {
      if (left == 0) {
        if (!pass_marker(bits, kRst0 + restarts++ % 8)) return std::nullopt;
        predictions_ = {};
        left = interval;
      }
      const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, mcus_across_ - mcu));
      if (!decode_mcus(bits, mcu, count)) return std::nullopt;
      mcu += count;
      left -= count;
    }
    for (unsigned i = 0; i < down_ && y + i < raster.height; ++i) {
      sink.row({y + i, 0, 1, raster.width}, rows_.data() + std::size_t{i} * mcus_across_ * across_);
    }
  }
  if (!pass_marker(bits, kEoi)) return std::nullopt;
  return static_cast<std::size_t>(bits.at - bytes.data());
}

}  // namespace bcheck::image
