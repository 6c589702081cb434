// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/log.h"
#include "cli/terminal.h"

namespace bcheck {
namespace {

constexpr double kQuietSeconds = 1.0;  // what is done sooner needs no sign of life
constexpr double kJsonSeconds = 1.0;

std::string time_left(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s left", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s left", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min left", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressMode progress_mode(const std::string& wanted, bool quiet, bool terminal) {
  if (wanted == "json") return ProgressMode::kJson;
  if (wanted == "always") return ProgressMode::kLine;
  if (wanted == "never" || quiet || !terminal) return ProgressMode::kNone;
  return ProgressMode::kLine;
}

std::string progress_line(const Progress& progress, double seconds) {
  const double done = static_cast<double>(progress.done);
  const double total = static_cast<double>(std::max<std::uint64_t>(progress.total, 1));
  const double bytes_per_second = seconds > 0 ? static_cast<double>(progress.bytes) / seconds : 0;
  std::string line =
      fmt::format("{} of {} ({:.1f} %), {}, {}/s", grouped(static_cast<std::int64_t>(progress.done)),
                  grouped(static_cast<std::int64_t>(progress.total)), 100 * done / total, human_bytes(progress.bytes),
                  human_bytes(static_cast<std::uint64_t>(bytes_per_second)));
  if (progress.done > 0 && progress.done < progress.total) line += ", " + time_left(seconds * (total - done) / done);
  return line;
}

std::string progress_json(const Progress& progress, double seconds) {
  return fmt::format(R"({{"done": {}, "total": {}, "bytes": {}, "seconds": {:.1f}}})", progress.done, progress.total,
                     progress.bytes, seconds);
}

ProgressObserver::ProgressObserver(ProgressMode mode) : mode_(mode) {}

ProgressObserver::~ProgressObserver() {
  erase();
}

void ProgressObserver::stage(const std::string& what) {
  log_detail(what);
  if (mode_ == ProgressMode::kLine) draw(what);
}

void ProgressObserver::progress(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const bool last = progress.done == progress.total;
  if (mode_ == ProgressMode::kLine) {
    if (seconds >= kQuietSeconds) draw(progress_line(progress, seconds));
  } else if (mode_ == ProgressMode::kJson) {
    if (!last && std::chrono::duration<double>(now - told_).count() < kJsonSeconds) return;
    told_ = now;
    write_fully(STDERR_FILENO, progress_json(progress, seconds) + "\n");
  }
}

void ProgressObserver::warn(const std::string& message) {
  erase();
  log_warning(message);
}

bool ProgressObserver::interrupted() {
  return was_interrupted();
}

void ProgressObserver::draw(const std::string& line) {
  const auto width = static_cast<std::size_t>(terminal_width(STDERR_FILENO) - 1);
  write_fully(STDERR_FILENO, "\r\x1b[K" + line.substr(0, width));
  drawn_ = true;
}

void ProgressObserver::erase() {
  if (drawn_) write_fully(STDERR_FILENO, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace bcheck
