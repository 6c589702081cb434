// SPDX-License-Identifier: Apache-2.0
// The ear of a run: what it tells while it goes on, and how it is stopped.
#pragma once

#include <cstdint>
#include <string>

namespace bcheck {

struct Progress {
  std::uint64_t done = 0;  // products examined
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;  // read
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void stage(const std::string& what) { static_cast<void>(what); }          // "listing the output"
  virtual void progress(const Progress& progress) { static_cast<void>(progress); }  // about ten times a second
  virtual void worker_started(int pid) { static_cast<void>(pid); }                  // before it has got any work
  virtual void warn(const std::string& message) { static_cast<void>(message); }
  virtual bool interrupted() { return false; }  // asked often; true ends the run soon
};

}  // namespace bcheck
