// SPDX-License-Identifier: Apache-2.0
#include "validators/image/gif_lzw.h"

namespace bcheck::image {

void GifLzw::begin(unsigned index_bits, SubBlocks data) {
  if (index_bits != index_bits_) {
    index_bits_ = index_bits;
    for (unsigned i = 0; i < 1U << index_bits; ++i) {
      const auto index = static_cast<unsigned char>(i);
      table_[i] = {0, 1, index, index};
    }
  }
  data_ = data;
  bits_ = bit_count_ = 0;
  state_ = LzwState::kMore;
  clear();
}

void GifLzw::clear() {
  width_ = index_bits_ + 1;
  next_ = (1U << index_bits_) + 2;
  before_ = kNone;
}

bool GifLzw::read_code() {
  while (bit_count_ < width_) {
    const int byte = data_.next();
    if (byte < 0) return false;
    bits_ |= static_cast<std::uint32_t>(byte) << bit_count_;
    bit_count_ += 8;
  }
  code_ = bits_ & ((1U << width_) - 1);
  bits_ >>= width_;
  bit_count_ -= width_;
  return true;
}

// The code is of a string: enters into the table what stands before it and its first index.
bool GifLzw::take_code() {
  if (before_ == kNone) {
    if (code_ >= 1U << index_bits_) return false;
  } else if (code_ > next_ || (code_ == next_ && next_ == kMostCodes)) {
    return false;
  } else if (next_ < kMostCodes) {
    const String& before = table_[before_];
    // The one code that may stand for what it is about to become: the string before and its own first index.
    const unsigned char last = code_ == next_ ? before.first : table_[code_].first;
    table_[next_] = {static_cast<std::uint16_t>(before_), static_cast<std::uint16_t>(before.length + 1), before.first,
                     last};
    ++next_;
  }
  // Indices of 1 bit need the wider codes at once; the specification avoids them, and giflib has them so.
  if (next_ >= 1U << width_ && width_ < kMostBits) ++width_;
  return true;
}

std::size_t GifLzw::decode(std::span<unsigned char> out, std::size_t used) {
  const unsigned clear_code = 1U << index_bits_;
  while (state_ == LzwState::kMore && out.size() - used >= kLongestString) {
    if (!read_code()) {
      state_ = LzwState::kDataEnd;
    } else if (code_ == clear_code) {
      clear();
    } else if (code_ == clear_code + 1) {
      state_ = LzwState::kEndCode;
    } else if (!take_code()) {
      state_ = LzwState::kBadCode;
    } else {
      const std::size_t length = table_[code_].length;
      unsigned at = code_;
      for (unsigned char* place = out.data() + used + length; place != out.data() + used;) {
        *--place = table_[at].last;
        at = table_[at].prefix;
      }
      used += length;
      before_ = code_;
    }
  }
  return used;
}

}  // namespace bcheck::image
