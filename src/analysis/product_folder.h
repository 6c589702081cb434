// SPDX-License-Identifier: Apache-2.0
// The products of a report, read again: for questions that its measures do not answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "bcheck/error.h"
#include "bcheck/outcome.h"

namespace bcheck {

class ProductFolder {
 public:
  // The directory of the output. An error is a bad question.
  static Result<ProductFolder> open(const std::string& path);

  // The whole file; beneath the directory and nowhere else, and never anything but a regular file. An error says in a
  // clause why not: it is not there, is a record of a larger file, is above 1 GiB, or (where the report has its
  // SHA-256, or else its size) is not the one that was checked.
  Result<std::vector<char>> read(const Outcome& product) const;

 private:
  explicit ProductFolder(Fd root) : root_(std::move(root)) {}

  Fd root_;
};

}  // namespace bcheck
