// SPDX-License-Identifier: Apache-2.0
// A folder for files that nobody else is to see, gone with all that is in it on destruction.
#pragma once

#include <string>
#include <utility>

#include "bcheck/error.h"

namespace bcheck {

class TempFolder {
 public:
  // In $TMPDIR, or /tmp; only this user can look into it.
  static Result<TempFolder> make();

  TempFolder(TempFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TempFolder& operator=(TempFolder&& other) noexcept;
  ~TempFolder();

  const std::string& path() const { return path_; }

 private:
  explicit TempFolder(std::string path) : path_(std::move(path)) {}
  void remove();

  std::string path_;
};

}  // namespace bcheck
