// SPDX-License-Identifier: Apache-2.0
#include "base/temp_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"

namespace bcheck {

Result<TempFolder> TempFolder::make() {
  const char* const wanted = std::getenv("TMPDIR");
  const std::string folder = wanted == nullptr || *wanted == '\0' ? "/tmp" : wanted;
  std::string name = folder + "/bcheck-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    return incomplete(fmt::format("cannot make a temporary folder in {}: {}", quote(folder), error_text(errno)),
                      "set TMPDIR to a folder that can be written");
  }
  return TempFolder(name);
}

TempFolder& TempFolder::operator=(TempFolder&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
  }
  return *this;
}

TempFolder::~TempFolder() {
  remove();
}

void TempFolder::remove() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace bcheck
