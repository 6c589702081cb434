// SPDX-License-Identifier: Apache-2.0
#include "support/memory.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/files.h"

namespace bcheck::test {

bool forget(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0 || ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED) != 0) return false;
  return !in_memory(path);
}

bool in_memory(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char byte = 0;
  const iovec into{&byte, 1};
  return fd && ::preadv2(fd.get(), &into, 1, 0, RWF_NOWAIT) == 1;
}

}  // namespace bcheck::test
