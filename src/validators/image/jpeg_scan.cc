// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_scan.h"

#include <algorithm>
#include <cstdint>

#include "validators/image/jpeg_bits.h"

namespace bcheck::image {
namespace {

constexpr int kMostDc = 2047;  // of either sign: twice what samples of 8 bits can have

constexpr std::uint32_t divided_up(std::uint32_t a, std::uint32_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

// The difference that `entry` says is at the head of the bits (T.81, F.2.2.1: EXTEND).
[[gnu::always_inline]] inline int difference(std::uint64_t bits, JpegDcTable::Entry entry) {
  const unsigned category = static_cast<unsigned>(entry.all) - entry.code;
  const std::uint64_t value = bits << entry.code;
  const int magnitude = static_cast<int>((value >> 1) >> (63 - category));
  return value >> 63 != 0 ? magnitude : magnitude + 1 - (1 << category);
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

// What a look-up of many codes cannot decide: long codes, and the last of a block whose entry goes on into the next.
// `left` is below 1 when the block is over.
[[gnu::always_inline]] inline bool decode_one_ac(JpegBits& bits, const JpegAcTable& table, int& left) {
  const std::uint32_t entry = table.decode(bits.bits);
  const int steps = JpegAcTable::steps_of(entry);
  if (steps == JpegAcTable::kUnknown) return false;
  consume(bits, JpegAcTable::bits_of(entry));
  left = steps == JpegAcTable::kEndOfBlock ? 0 : left - steps;
  return left >= 0;
}

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

std::optional<std::size_t> JpegScan::decode(Bytes bytes, const JpegBaseline& header, RowSink& sink) {
  if (header.scan > bytes.size() || !build_tables(header)) return std::nullopt;
  constexpr std::uint32_t kSide = 8;
  constexpr unsigned kRst0 = 0xd0, kEoi = 0xd9;
  // The blocks of a scan of one component come by themselves, whatever its sampling (T.81, A.2.2).
  const bool alone = header.components == 1;
  const unsigned across = alone ? 1 : header.component[0].across;
  const unsigned down = alone ? 1 : header.component[0].down;
  const std::uint32_t mcus_across = divided_up(header.width, kSide * across);
  const std::uint32_t mcus_down = divided_up(header.height, kSide * down);
  Raster raster;
  raster.width = divided_up(header.width, kSide);
  raster.height = divided_up(header.height, kSide);
  const std::size_t stride = std::size_t{mcus_across} * across;
  rows_.resize(stride * down);

  std::array<Block, 10> blocks{};
  std::size_t count = 0;
  for (unsigned c = 0; c < header.components; ++c) {
    const JpegComponent& component = header.component[c];
    for (unsigned y = 0; y < (alone ? 1 : component.down); ++y) {
      for (unsigned x = 0; x < (alone ? 1 : component.across); ++x) {
        blocks[count++] = {&dc_[component.dc_table], &ac_[component.ac_table], c,
                           c == 0 ? rows_.data() + y * stride + x : nullptr};
      }
    }
  }

  sink.begin(raster);
  JpegBits bits(bytes.subspan(header.scan));
  std::array<int, 3> predictions{};
  std::uint32_t until_restart = header.restart_interval;
  unsigned restarts = 0;
  for (std::uint32_t mcu_y = 0; mcu_y < mcus_down; ++mcu_y) {
    for (std::uint32_t mcu_x = 0; mcu_x < mcus_across; ++mcu_x) {
      if (header.restart_interval != 0) {
        if (until_restart == 0) {
          if (!pass_marker(bits, kRst0 + restarts++ % 8)) return std::nullopt;
          predictions = {};
          until_restart = header.restart_interval;
        }
        --until_restart;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const Block& block = blocks[i];
        if (!decode_dc(bits, *block.dc, predictions[block.component]) || !pass_ac(bits, *block.ac)) return std::nullopt;
        if (block.luma == nullptr) continue;
        if (!average(predictions[0], header.luma_step, block.luma[std::size_t{mcu_x} * across])) return std::nullopt;
      }
      if (bits.count < 0) return std::nullopt;
    }
    for (unsigned y = 0; y < down && mcu_y * down + y < raster.height; ++y) {
      sink.row({mcu_y * down + y, 0, 1, raster.width}, rows_.data() + y * stride);
    }
  }
  if (!pass_marker(bits, kEoi)) return std::nullopt;
  return static_cast<std::size_t>(bits.at - bytes.data());
}

}  // namespace bcheck::image
