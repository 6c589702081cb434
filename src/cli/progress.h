// SPDX-License-Identifier: Apache-2.0
// Signs of life of a run, on stderr: one line that is drawn again on a terminal, or JSON lines for machines.
#pragma once

#include <chrono>
#include <string>

#include "run/observer.h"

namespace bcheck {

enum class ProgressMode { kNone, kLine, kJson };

// "auto": a line on a terminal, nothing elsewhere.
ProgressMode progress_mode(const std::string& wanted, bool quiet, bool terminal);

// "  912 of 2,000 (45.6 %), 123.4 MB, 55.2 MB/s, 12 s left"
std::string progress_line(const Progress& progress, double seconds);
std::string progress_json(const Progress& progress, double seconds);

class ProgressObserver : public Observer {
 public:
  explicit ProgressObserver(ProgressMode mode);
  ~ProgressObserver() override;  // takes the line away

  void stage(const std::string& what) override;
  void progress(const Progress& progress) override;
  void warn(const std::string& message) override;
  bool interrupted() override;

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const std::string& line);
  void erase();

  ProgressMode mode_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point told_{};
  bool drawn_ = false;
};

}  // namespace bcheck
