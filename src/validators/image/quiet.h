// SPDX-License-Identifier: Apache-2.0
// Some builds of libraries talk to the standard error about each damaged file: libjxl with the lines of its sources,
// decoders of video with their logs. Talk is the parent's, and what is wrong is in the observation.
#pragma once

namespace bcheck::image {

// While it lives, nothing that the process writes to descriptor 2 arrives. For one thread at a time: a worker has one.
// If it cannot be done, the talk is heard.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  int saved_;
};

}  // namespace bcheck::image
