// SPDX-License-Identifier: Apache-2.0
// Numbers into elements of a type: as text is decoded, so that what the type cannot hold shows as it will in use.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "validators/embedding/decoded.h"
#include "validators/embedding/dtype.h"

namespace bcheck {

// The nearest element, ties to even, native order. Beyond the largest of a float it is infinity, or NaN where the type
// has no infinity (f8_e4m3). `dtype` is a float.
void store_float(Dtype dtype, double value, unsigned char* element);

// Appends to `buffer`, which nobody else touches until finish().
class ElementWriter {
 public:
  ElementWriter(Dtype dtype, ElementBuffer& buffer) : dtype_(dtype), size_(info_of(dtype).size), buffer_(buffer) {}

  // `token` is the text that `value` was read from; whole numbers beyond 2^53 are taken from it. False if the type
  // cannot hold it (a fraction or too much for an integer, NaN): then 0 is written.
  bool put(double value, std::string_view token) {
    if (static_cast<std::size_t>(end_ - at_) < size_) more();  // bytes that were taken back may leave less
    unsigned char* const element = at_;
    at_ += size_;
    if (dtype_ == Dtype::kF32) {
      // Through double, as every reader in Python does.
      const auto narrow = static_cast<float>(value);
      std::memcpy(element, &narrow, sizeof narrow);
      return true;
    }
    return put_other(value, token, element);
  }

  // Room for `bytes` bytes of elements that are written by the caller.
  unsigned char* put_bytes(std::size_t bytes);
  void take_back(std::size_t bytes) { at_ -= bytes; }

  void finish();  // the buffer then holds what was put, and no more

 private:
  void more();
  bool put_other(double value, std::string_view token, unsigned char* element);

  const Dtype dtype_;
  const std::size_t size_;
  ElementBuffer& buffer_;
  unsigned char* at_ = nullptr;
  unsigned char* end_ = nullptr;
};

}  // namespace bcheck
