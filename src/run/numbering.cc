// SPDX-License-Identifier: Apache-2.0
#include "run/numbering.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

namespace bcheck {
namespace {

constexpr std::size_t kNamed = 5;
constexpr std::uint64_t kWidest = 18;  // digits that fit into 64 bits

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Numbered {
  std::string_view prefix, suffix;
  std::size_t width = 0;  // of the digits where they have leading zeros or must have; 0 = as many as it takes
  std::uint64_t number = 0;
};

std::optional<Numbered> split(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && !is_digit(name[end - 1])) --end;
  std::size_t start = end;
  while (start > 0 && is_digit(name[start - 1])) --start;
  if (start == end || end - start > kWidest) return std::nullopt;
  Numbered numbered{name.substr(0, start), name.substr(end), 0, 0};
  std::from_chars(name.data() + start, name.data() + end, numbered.number);
  if (name[start] == '0' && end - start > 1) numbered.width = end - start;
  return numbered;
}

std::string write(const Numbered& like, std::size_t width, std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return std::string(like.prefix) + digits + std::string(like.suffix);
}

void look_at(std::vector<Numbered>& series, std::size_t least, std::vector<NumberGap>& gaps) {
  std::sort(series.begin(), series.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  const auto end =
      std::unique(series.begin(), series.end(), [](const auto& a, const auto& b) { return a.number == b.number; });
  const auto have = static_cast<std::uint64_t>(end - series.begin());
  const std::uint64_t span = (end - 1)->number - series.front().number;  // one less than the numbers from first to last
  if (have < least || span == have - 1 || span / 10 >= have / 9 + 1 || (span + 1) * 9 > have * 10) return;
  std::size_t width = 0;
  for (auto at = series.begin(); at != end; ++at) width = std::max(width, at->width);
  NumberGap gap;
  gap.first = write(series.front(), width, series.front().number);
  gap.last = write(series.front(), width, (end - 1)->number);
  gap.count = span + 1 - have;
  for (auto at = series.begin() + 1; at != end && gap.absent.size() < kNamed; ++at) {
    for (std::uint64_t n = (at - 1)->number + 1; n < at->number && gap.absent.size() < kNamed; ++n) {
      gap.absent.push_back(write(*at, width, n));
    }
  }
  gaps.push_back(std::move(gap));
}

}  // namespace

std::vector<NumberGap> find_gaps(std::span<const std::string_view> names, std::size_t least) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<Numbered>> series;
  for (const std::string_view name : names) {
    if (const auto numbered = split(name)) series[{numbered->prefix, numbered->suffix}].push_back(*numbered);
  }
  std::vector<NumberGap> gaps;
  for (auto& [form, numbers] : series) look_at(numbers, least, gaps);
  return gaps;
}

}  // namespace bcheck
