// SPDX-License-Identifier: Apache-2.0
// SHA-256. The only door to OpenSSL; the parent of a run never passes it (run/digest.h).
#pragma once

#include <array>
#include <memory>
#include <string>

#include "bcheck/artifact.h"

namespace bcheck {

using Digest = std::array<unsigned char, 32>;

std::string hex(const Digest& digest);  // lower case

// Reusable: finish() leaves it as new. Fetching the algorithm costs far more than hashing a small file, so it is
// done once a process. Not for several threads at a time. Throws std::runtime_error if OpenSSL has no SHA-256.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(Bytes bytes);
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Digest sha256(Bytes bytes);

}  // namespace bcheck
