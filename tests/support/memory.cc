// SPDX-License-Identifier: Apache-2.0
#include "support/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/files.h"

namespace bcheck::test {

bool forget(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0 || ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED) != 0) return false;
  return !in_memory(path);
}

// Not by a read that must not wait: that one has the kernel fetch what is not there.
bool in_memory(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return false;
  void* const page = ::mmap(nullptr, 1, PROT_READ, MAP_SHARED, fd.get(), 0);
  if (page == MAP_FAILED) return false;
  unsigned char resident = 0;
  const bool known = ::mincore(page, 1, &resident) == 0;
  ::munmap(page, 1);
  return known && (resident & 1) != 0;
}

}  // namespace bcheck::test
