// SPDX-License-Identifier: Apache-2.0
// A directory for one test: made on construction, gone with all that is in it on destruction.
#pragma once

#include <string>
#include <string_view>

namespace bcheck::test {

class TempDir {
 public:
  TempDir();  // throws std::system_error if there is no place for it
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const;  // the path of a name in it

  // Writes a file in it, with the folders it needs, and returns its path. Throws on failure.
  std::string write(std::string_view name, std::string_view bytes) const;

 private:
  std::string path_;
};

// The bytes of a file; throws std::system_error if it cannot be read.
std::string read_file(const std::string& path);

}  // namespace bcheck::test
