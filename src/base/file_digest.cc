// SPDX-License-Identifier: Apache-2.0
#include "base/file_digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"

namespace bcheck {

Result<std::string> sha256_of_file(const std::string& path) {
  if (!is_regular_file(path)) return std::string();
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<unsigned char> block(std::size_t{1} << 18);
  Sha256 hash;
  while (true) {
    const ssize_t got = fd ? ::read(fd.get(), block.data(), block.size()) : -1;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return bad_question(fmt::format("cannot read {}: {}", quote(path), error_text(errno)));
    if (got == 0) return hex(hash.finish());
    hash.update({block.data(), static_cast<std::size_t>(got)});
  }
}

}  // namespace bcheck
