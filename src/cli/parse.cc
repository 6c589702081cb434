// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <optional>
#include <utility>

#include "base/checked.h"
#include "base/text.h"

namespace bcheck {

Result<std::int64_t> parse_count(std::string_view typed, std::string_view option, std::int64_t least,
                                 std::int64_t most) {
  const auto number = whole_number(typed);
  if (number && *number >= least && *number <= most) return *number;
  const std::string range = most == INT64_MAX ? fmt::format("{} or more", least) : fmt::format("{} to {}", least, most);
  return bad_question(fmt::format("{}: {} is no whole number of {}", option, quote(typed), range));
}

Result<std::uint64_t> parse_size(std::string_view typed, std::string_view option) {
  static constexpr std::array<std::pair<std::string_view, std::uint64_t>, 9> kUnits{{{"KiB", 1024},
                                                                                     {"MiB", 1024 * 1024},
                                                                                     {"GiB", 1024 * 1024 * 1024},
                                                                                     {"TiB", std::uint64_t{1} << 40},
                                                                                     {"kB", 1000},
                                                                                     {"MB", 1000 * 1000},
                                                                                     {"GB", 1000 * 1000 * 1000},
                                                                                     {"TB", 1'000'000'000'000},
                                                                                     {"", 1}}};
  for (const auto& [unit, factor] : kUnits) {
    if (!typed.ends_with(unit)) continue;
    std::string_view digits = typed.substr(0, typed.size() - unit.size());
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    const auto number = whole_number(digits);
    if (!number || *number < 0) continue;
    const auto size = checked_multiply(static_cast<std::uint64_t>(*number), factor);
    if (size) return *size;
  }
  return bad_question(fmt::format("{}: {} is no size", option, quote(typed)), "write 4GiB, 500MB or a number of bytes");
}

Result<double> parse_seconds(std::string_view typed, std::string_view option) {
  double factor = 1;
  std::string_view digits = typed;
  if (digits.ends_with('s') || digits.ends_with('m') || digits.ends_with('h')) {
    factor = digits.back() == 's' ? 1 : digits.back() == 'm' ? 60 : 3600;
    digits.remove_suffix(1);
  }
  double number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed);
  if (error == std::errc() && end == digits.data() + digits.size() && std::isfinite(number) && number > 0) {
    return number * factor;
  }
  return bad_question(fmt::format("{}: {} is no time", option, quote(typed)), "write 60, 60s, 2m or 1h");
}

Result<double> parse_decibels(std::string_view typed, std::string_view option) {
  constexpr double kMost = 200;
  std::string_view digits = typed;
  if (digits.ends_with("dB")) digits.remove_suffix(2);
  double number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed);
  if (error == std::errc() && end == digits.data() + digits.size() && number >= 0 && number <= kMost) return number;
  return bad_question(fmt::format("{}: {} is no number of decibels", option, quote(typed)),
                      fmt::format("0 to {}: write 30 or 32.5dB", kMost));
}

Result<std::int64_t> parse_moment(const std::string& typed, std::string_view option) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  if (typed.starts_with('@')) {
    const auto seconds = whole_number(std::string_view(typed).substr(1));
    if (seconds && *seconds >= 0 && *seconds < INT64_MAX / kSecond) return *seconds * kSecond;
  }
  std::tm time{};
  if (const char* rest = ::strptime(typed.c_str(), "%Y-%m-%dT%H:%M:%S", &time); rest != nullptr) {
    const std::int64_t local = ::timegm(&time);
    const std::string_view zone = rest;
    if (zone == "Z") return local * kSecond;
    const auto hours = zone.size() == 6 ? whole_number(zone.substr(1, 2)) : std::nullopt;
    const auto minutes = zone.size() == 6 && zone[3] == ':' ? whole_number(zone.substr(4, 2)) : std::nullopt;
    if (hours && minutes && *hours >= 0 && *hours < 24 && *minutes >= 0 && *minutes < 60 &&
        (zone[0] == '+' || zone[0] == '-')) {
      const std::int64_t ahead = (*hours * 60 + *minutes) * 60;
      return (zone[0] == '+' ? local - ahead : local + ahead) * kSecond;
    }
    return bad_question(fmt::format("{}: {} does not say in which zone", option, quote(typed)),
                        "end it in Z, or in an offset such as +02:00");
  }
  struct stat status {};
  if (::stat(typed.c_str(), &status) == 0) {
    return std::int64_t{status.st_mtim.tv_sec} * kSecond + status.st_mtim.tv_nsec;
  }
  return bad_question(fmt::format("{}: {} is no moment", option, quote(typed)),
                      "write 2026-05-14T08:30:00Z, @SECONDS since 1970, or a file that was made when the job began");
}

}  // namespace bcheck
