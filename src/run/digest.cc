// SPDX-License-Identifier: Apache-2.0
#include "run/digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "base/hash.h"

namespace bcheck {

Result<std::vector<std::string>> digest_apart(const std::vector<Bytes>& texts) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return incomplete(fmt::format("cannot open a pipe: {}", error_text(errno)));
  Fd reading(ends[0]);
  Fd writing(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return incomplete(fmt::format("cannot start a process: {}", error_text(errno)));
  if (child == 0) {
    try {
      Sha256 hash;
      for (const Bytes text : texts) {
        hash.update(text);
        const Digest digest = hash.finish();
        if (write_fully(writing.get(), as_text(digest)) != 0) ::_exit(1);
      }
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  writing.reset();
  std::vector<std::string> answers;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Digest digest;
    std::size_t have = 0;
    while (have < digest.size()) {
      const ssize_t got = ::read(reading.get(), digest.data() + have, digest.size() - have);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      have += static_cast<std::size_t>(got);
    }
    if (have < digest.size()) break;
    answers.push_back(hex(digest));
  }
  ::waitpid(child, nullptr, 0);
  if (answers.size() < texts.size()) return incomplete("the process that hashes the manifest died");
  return answers;
}

}  // namespace bcheck
