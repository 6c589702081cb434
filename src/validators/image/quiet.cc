// SPDX-License-Identifier: Apache-2.0
#include "validators/image/quiet.h"

#include <fcntl.h>
#include <unistd.h>

namespace bcheck::image {

Quiet::Quiet() : saved_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  if (saved_ < 0) return;
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

Quiet::~Quiet() {
  if (saved_ < 0) return;
  dup2(saved_, STDERR_FILENO);
  close(saved_);
}

}  // namespace bcheck::image
