// SPDX-License-Identifier: Apache-2.0
// Vector files made in code, sound ones and damaged ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "validators/embedding/dtype.h"

namespace bcheck {

using Matrix = std::vector<std::vector<double>>;

// rows x dim of distinct rows with norm 1 (to double precision) and no regularity that a check could mistake.
Matrix unit_rows(std::size_t rows, std::size_t dim);

// The nearest element of a type, little-endian; NaN and infinity stay what they are where the type has them.
std::string encode(Dtype dtype, double value);
// All of them, row after row.
std::string encode(Dtype dtype, const Matrix& matrix, bool big_endian = false);

// The whole prefix of a file: magic, version, length, `text` as it is.
std::string npy_prefix(std::string_view text, int major = 1, int minor = 0);
// `{'descr': ..., 'fortran_order': ..., 'shape': ..., }`, padded and ended as numpy does.
std::string npy_header(std::string_view descr, std::string_view shape, bool fortran = false);
std::string npy_file(std::string_view descr, std::string_view shape, std::string_view data, bool fortran = false);
// A sound little-endian file of a matrix.
std::string npy_file(const Matrix& matrix, Dtype dtype = Dtype::kF32);

// fvecs, ivecs, bvecs by type f32, i32, u8.
std::string xvecs_file(const Matrix& matrix, Dtype dtype);

std::string little32(std::uint32_t value);

}  // namespace bcheck
