// SPDX-License-Identifier: Apache-2.0
#include "validators/image/jpeg_lost_block.h"

namespace bcheck::image {
namespace {

constexpr std::size_t kManyZeros = 64;
constexpr std::size_t kCounts = 16;  // of codes by length, before the values
constexpr unsigned kSizeBits = 15;   // of a value: how large the coefficient is; 0: none, zeros or the end of the block

bool is_coefficient(Bytes table) {
  return table.size() > kCounts && (table[kCounts] & kSizeBits) != 0;
}

// Another than a restart marker: the data end there.
bool has_marker(Bytes data) {
  for (std::size_t at = 0; at + 1 < data.size(); ++at) {
    const unsigned next = data[at + 1];
    if (data[at] == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7)) return true;
  }
  return false;
}

}  // namespace

std::optional<ZeroRun> find_lost_block(Bytes bytes, const JpegBaseline& header, std::size_t end) {
  bool any = false;
  for (unsigned c = 0; c < header.components; ++c) any |= is_coefficient(header.ac[header.component[c].ac_table]);
  if (!any || header.scan >= end || end > bytes.size()) return std::nullopt;
  const Bytes data = bytes.subspan(header.scan, end - header.scan);
  auto run = find_zero_run(data, kManyZeros);
  if (!run || has_marker(data.first(run->at))) return std::nullopt;  // that of a segment behind the data
  run->at += header.scan;
  return run;
}

}  // namespace bcheck::image
