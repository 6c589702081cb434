// SPDX-License-Identifier: Apache-2.0
#include "input/heartbeat.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <ctime>

#include "base/files.h"
#include "base/json_fast.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr double kAllowedSkew = 5;
constexpr double kMilliseconds = 1e11;       // in seconds that is the year 5138
constexpr std::size_t kLookedAt = 64 << 10;  // bytes at the end of a file that is written on and on

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::optional<double> of_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::general);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0) {
    return std::nullopt;
  }
  return value >= kMilliseconds ? value / 1000 : value;
}

// "+02:00", "-0530", "Z", in seconds east of Greenwich.
std::optional<double> of_zone(std::string_view zone) {
  if (zone == "Z" || zone == "z") return 0;
  if (zone.size() < 5 || (zone[0] != '+' && zone[0] != '-')) return std::nullopt;
  std::string digits(zone.substr(1));
  if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
  if (digits.size() != 4 || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  const int hours = (digits[0] - '0') * 10 + digits[1] - '0';
  const int minutes = (digits[2] - '0') * 10 + digits[3] - '0';
  if (hours > 23 || minutes > 59) return std::nullopt;
  return (zone[0] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

std::optional<double> of_json(std::string_view text) {
  FastJson parser;
  simdjson::dom::object object;
  if (parser.parse(text).get(object) != simdjson::SUCCESS) return std::nullopt;
  for (const std::string_view name : {"time", "timestamp"}) {
    simdjson::dom::element value;
    if (object.at_key(name).get(value) != simdjson::SUCCESS) continue;
    double number = 0;
    if (value.is_number() && value.get(number) == simdjson::SUCCESS && number >= 0) {
      return number >= kMilliseconds ? number / 1000 : number;
    }
    std::string_view word;
    if (value.get(word) != simdjson::SUCCESS) return std::nullopt;
    const auto as_number = of_number(word);
    return as_number ? as_number : time_of(word);
  }
  return std::nullopt;
}

// The end of the file, from a line's beginning on.
std::string read_end(int fd, std::int64_t size) {
  const auto most = static_cast<std::int64_t>(kLookedAt);
  const std::int64_t begin = std::max<std::int64_t>(0, size - most);
  std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::pread(fd, text.data() + have, text.size() - have,
                                static_cast<off_t>(begin + static_cast<std::int64_t>(have)));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

}  // namespace

std::string_view name_of(Pulse pulse) {
  static constexpr std::array<std::string_view, 5> kNames{"alive", "late", "lost", "absent", "clock skew"};
  return kNames.at(static_cast<std::size_t>(pulse));
}

std::optional<double> time_of(std::string_view text) {
  std::string copy(text);
  if (copy.size() > 10 && (copy[10] == ' ' || copy[10] == 't')) copy[10] = 'T';
  std::tm time{};
  const char* rest = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  if (rest == nullptr) return std::nullopt;
  double fraction = 0;
  if (*rest == '.') {
    double digit = 0.1;
    for (++rest; *rest >= '0' && *rest <= '9'; ++rest, digit /= 10) fraction += digit * (*rest - '0');
  }
  const auto zone = of_zone(rest);
  if (!zone) return std::nullopt;  // local time of nobody knows where
  return static_cast<double>(::timegm(&time)) + fraction - *zone;
}

Pulse pulse_of(std::optional<double> age, const HeartbeatSettings& settings) {
  if (!age) return Pulse::kAbsent;
  if (*age < -kAllowedSkew) return Pulse::kClockSkew;
  if (*age > settings.lost_after) return Pulse::kLost;
  return *age <= 2 * settings.interval ? Pulse::kAlive : Pulse::kLate;
}

std::optional<double> beat_in(std::string_view content) {
  content = trimmed(content);
  // A JSON object may have several lines; otherwise the last line is the last beat.
  if (const auto whole = of_json(content)) return whole;
  const std::size_t line = content.rfind('\n');
  if (line != std::string_view::npos) content = trimmed(content.substr(line));
  for (const auto read : {of_number, time_of, of_json}) {
    if (const auto time = read(content)) return time;
  }
  return std::nullopt;
}

Heartbeat read_heartbeat(const std::string& path, double now, const HeartbeatSettings& settings) {
  Heartbeat out;
  out.path = path;
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0) {
    if (errno != ENOENT) out.trouble = error_text(errno);
    return out;
  }
  if (!S_ISREG(status.st_mode)) {
    out.trouble = "no regular file";
    return out;
  }
  auto beat = beat_in(read_end(fd.get(), status.st_size));
  out.by_file_time = !beat;
  if (!beat) {
    beat = static_cast<double>(status.st_mtim.tv_sec) + static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
  }
  out.age = now - *beat;
  out.pulse = pulse_of(out.age, settings);
  return out;
}

std::string human_seconds(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(std::clamp(seconds, 0.0, 1e15)));
  if (whole < 120) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  if (whole < 48 * 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} days", whole / 86400);
}

std::string describe(const Heartbeat& heartbeat) {
  std::string out = fmt::format("heartbeat {}: {}", quote(heartbeat.path), name_of(heartbeat.pulse));
  if (!heartbeat.trouble.empty()) out += ": " + heartbeat.trouble;
  if (heartbeat.age) {
    out += *heartbeat.age < 0 ? fmt::format(", {} in the future", human_seconds(-*heartbeat.age))
                              : fmt::format(", {} old", human_seconds(*heartbeat.age));
  }
  if (heartbeat.by_file_time) out += " by the file's own time, since it holds none";
  return out;
}

}  // namespace bcheck
