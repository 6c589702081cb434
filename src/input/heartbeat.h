// SPDX-License-Identifier: Apache-2.0
// The age of the last sign of life that a job wrote into a file.
//
// A fresh beat is no proof of work and a job that has ended beats no more: read it beside how many products came
// lately.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bcheck {

struct HeartbeatSettings {
  std::vector<std::string> paths;
  double interval = 30;     // seconds between two beats
  double lost_after = 180;  // seconds. On NFS attributes may be a minute old: not less than 3 intervals and a minute
};

enum class Pulse : unsigned char {
  kAlive,      // at most two intervals old
  kLate,       // older, and at most `lost_after`
  kLost,       // older than that
  kAbsent,     // no beat at all: no file, or one that cannot be read
  kClockSkew,  // more than 5 s in the future: the job's clock is ahead, and the age means nothing
};

std::string_view name_of(Pulse pulse);  // "alive", "late", "lost", "absent", "clock skew"

// `age` in seconds; nothing if there is no beat.
Pulse pulse_of(std::optional<double> age, const HeartbeatSettings& settings);

// The moment that the last line of a heartbeat file tells, in seconds since 1970: a number of seconds (or, from 1e11
// on, of milliseconds), an RFC 3339 time with its zone, or a JSON object whose member `time` or `timestamp` is one of
// these. Nothing for anything else.
std::optional<double> beat_in(std::string_view content);

// An RFC 3339 time with its zone ("+0200" and a blank for the T are understood too), in seconds since 1970.
std::optional<double> time_of(std::string_view text);

struct Heartbeat {
  std::string path;
  std::optional<double> age;  // seconds, negative for a clock that is ahead
  Pulse pulse = Pulse::kAbsent;
  bool by_file_time = false;  // its content tells no time: the file's mtime does
  std::string trouble;        // why it could not be read; empty where there is just no file
};

Heartbeat read_heartbeat(const std::string& path, double now, const HeartbeatSettings& settings);

// "heartbeat run/beat: late, 75 s old (by the file's time)"
std::string describe(const Heartbeat& heartbeat);

// "45 s", "3 min 05 s", "2 h 10 min", "3 days"
std::string human_seconds(double seconds);

}  // namespace bcheck
