// SPDX-License-Identifier: Apache-2.0
// Where an answer goes: stdout, or a file that appears whole. A pipe whose reader has left is no error: it has read
// what it wanted. Everything else that keeps an answer from being written is.
#pragma once

#include <string>
#include <string_view>

#include "base/files.h"
#include "bcheck/error.h"

namespace bcheck {

class Answer {
 public:
  // "-" is stdout. `mode` as AtomicFile::open() has it.
  static Result<Answer> open(const std::string& path, unsigned mode = 0);

  // The same, compressed where the name says so: FILE.gz, FILE.zst.
  static Result<Answer> open_report(const std::string& path);

  void write(std::string_view text) { file_.write(text); }
  Result<void> finish();

 private:
  explicit Answer(AtomicFile file) : file_(std::move(file)) {}

  AtomicFile file_;
};

// All at once, to stdout.
Result<void> answer(std::string_view text);

}  // namespace bcheck
