// SPDX-License-Identifier: Apache-2.0
#include "support/make_npy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace bcheck {
namespace {

template <typename T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string_view descr_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::kF16: return "'<f2'";
    case Dtype::kF32: return "'<f4'";
    case Dtype::kF64: return "'<f8'";
    case Dtype::kBf16: return "'<V2'";
    case Dtype::kF8E4m3:
    case Dtype::kF8E5m2: return "'<V1'";
    case Dtype::kI8: return "'|i1'";
    case Dtype::kI16: return "'<i2'";
    case Dtype::kI32: return "'<i4'";
    case Dtype::kI64: return "'<i8'";
    case Dtype::kU8: return "'|u1'";
    case Dtype::kU16: return "'<u2'";
    case Dtype::kU32: return "'<u4'";
    case Dtype::kU64: return "'<u8'";
  }
  return "";
}

// Of all 2^bits patterns the one whose value is nearest: slow, and independent of the code that is tested.
template <typename T>
std::string nearest(Dtype dtype, double value) {
  T best = 0;
  double distance = HUGE_VAL;
  for (std::uint32_t bits = 0; bits <= static_cast<T>(~T{0}); ++bits) {
    const auto candidate = static_cast<T>(bits);
    const double x = value_at(dtype, reinterpret_cast<const unsigned char*>(&candidate));
    if ((std::isnan(value) && std::isnan(x)) || x == value) return bytes_of(candidate);
    if (std::isfinite(x) && std::fabs(x - value) < distance) {
      distance = std::fabs(x - value);
      best = candidate;
    }
  }
  return bytes_of(best);
}

}  // namespace

Matrix unit_rows(std::size_t rows, std::size_t dim) {
  Matrix matrix(rows, std::vector<double>(dim));
  for (std::size_t i = 0; i < rows; ++i) {
    double squares = 0;
    for (std::size_t j = 0; j < dim; ++j) {
      const auto a = static_cast<double>(i + 1);
      const auto b = static_cast<double>(j + 1);
      matrix[i][j] = std::sin(7.31 * a + 3.17 * b + 0.37 * a * b);
      squares += matrix[i][j] * matrix[i][j];
    }
    for (double& x : matrix[i]) x /= std::sqrt(squares);
  }
  return matrix;
}

std::string encode(Dtype dtype, double value) {
  switch (dtype) {
    case Dtype::kF16: return nearest<std::uint16_t>(dtype, value);
    case Dtype::kF32: return bytes_of(static_cast<float>(value));
    case Dtype::kF64: return bytes_of(value);
    case Dtype::kBf16: {
      const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      return bytes_of(static_cast<std::uint16_t>((bits + (std::isnan(value) ? 0 : 0x8000)) >> 16));
    }
    case Dtype::kF8E4m3:
    case Dtype::kF8E5m2: return nearest<std::uint8_t>(dtype, value);
    case Dtype::kI8: return bytes_of(static_cast<std::int8_t>(value));
    case Dtype::kI16: return bytes_of(static_cast<std::int16_t>(value));
    case Dtype::kI32: return bytes_of(static_cast<std::int32_t>(value));
    case Dtype::kI64: return bytes_of(static_cast<std::int64_t>(value));
    case Dtype::kU8: return bytes_of(static_cast<std::uint8_t>(value));
    case Dtype::kU16: return bytes_of(static_cast<std::uint16_t>(value));
    case Dtype::kU32: return bytes_of(static_cast<std::uint32_t>(value));
    case Dtype::kU64: return bytes_of(static_cast<std::uint64_t>(value));
  }
  return {};
}

std::string encode(Dtype dtype, const Matrix& matrix, bool big_endian) {
  std::string bytes;
  for (const auto& row : matrix) {
    for (const double x : row) {
      std::string element = encode(dtype, x);
      if (big_endian) std::reverse(element.begin(), element.end());
      bytes += element;
    }
  }
  return bytes;
}

std::string little32(std::uint32_t value) {
  return bytes_of(value);
}

std::string npy_prefix(std::string_view text, int major, int minor) {
  std::string out("\x93NUMPY");
  out.push_back(static_cast<char>(major));
  out.push_back(static_cast<char>(minor));
  out += major == 1 ? bytes_of(static_cast<std::uint16_t>(text.size()))
                    : little32(static_cast<std::uint32_t>(text.size()));
  out += text;
  return out;
}

std::string npy_header(std::string_view descr, std::string_view shape, bool fortran) {
  std::string text("{'descr': ");
  text.append(descr).append(", 'fortran_order': ").append(fortran ? "True" : "False");
  text.append(", 'shape': ").append(shape).append(", }");
  while ((10 + text.size() + 1) % 64 != 0) text.push_back(' ');
  text.push_back('\n');
  return npy_prefix(text);
}

std::string npy_file(std::string_view descr, std::string_view shape, std::string_view data, bool fortran) {
  return npy_header(descr, shape, fortran).append(data);
}

std::string npy_file(const Matrix& matrix, Dtype dtype) {
  const std::size_t dim = matrix.empty() ? 0 : matrix.front().size();
  const std::string shape = "(" + std::to_string(matrix.size()) + ", " + std::to_string(dim) + ")";
  return npy_file(descr_of(dtype), shape, encode(dtype, matrix));
}

std::string xvecs_file(const Matrix& matrix, Dtype dtype) {
  std::string bytes;
  for (const auto& row : matrix) bytes += little32(static_cast<std::uint32_t>(row.size())) + encode(dtype, Matrix{row});
  return bytes;
}

}  // namespace bcheck
