// SPDX-License-Identifier: Apache-2.0
#include "run/numbering.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

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

// Names that differ in one number only.
struct Series {
  std::string_view prefix, suffix;
  std::vector<std::uint64_t> numbers;
  std::size_t width = 0;  // the largest

  std::string name(std::uint64_t number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return std::string(prefix) + digits + std::string(suffix);
  }
};

void look_at(Series& series, std::size_t least, std::vector<NumberGap>& gaps) {
  std::vector<std::uint64_t>& numbers = series.numbers;
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  const auto have = static_cast<std::uint64_t>(numbers.size());
  const std::uint64_t span = numbers.back() - numbers.front();  // one less than the numbers from first to last
  if (have < least || span == have - 1 || span / 10 >= have / 9 + 1 || (span + 1) * 9 > have * 10) return;
  NumberGap gap;
  gap.first = series.name(numbers.front());
  gap.last = series.name(numbers.back());
  gap.count = span + 1 - have;
  for (auto at = numbers.begin() + 1; at != numbers.end() && gap.absent.size() < kNamed; ++at) {
    for (std::uint64_t n = *(at - 1) + 1; n < *at && gap.absent.size() < kNamed; ++n) {
      gap.absent.push_back(series.name(n));
    }
  }
  gaps.push_back(std::move(gap));
}

// Keys that end in a hash of their own are a series each. How many names may be of one is counted first, by a small
// hash of what stands around the number, so that such are not sorted out.
class Crowd {
 public:
  explicit Crowd(std::size_t names) : counts_(std::bit_ceil(std::clamp<std::size_t>(names, 64, kMostCounts))) {}

  void add(const Numbered& name) {
    std::uint8_t& count = counts_[place(name)];
    if (count < kMany) ++count;
  }
  // False: there are less than `least` names that differ from it in the number only.
  bool has(const Numbered& name, std::size_t least) const { return counts_[place(name)] >= std::min(least, kMany); }

 private:
  static constexpr std::size_t kMostCounts = std::size_t{1} << 20;
  static constexpr std::size_t kMany = 255;

  std::size_t place(const Numbered& name) const {
    const std::hash<std::string_view> hash;
    return (hash(name.prefix) * 31 + hash(name.suffix)) & (counts_.size() - 1);
  }

  std::vector<std::uint8_t> counts_;
};

}  // namespace

std::vector<NumberGap> find_gaps(std::span<const std::string_view> names, std::size_t least) {
  Crowd crowd(names.size());
  for (const std::string_view name : names) {
    if (const auto numbered = split(name)) crowd.add(*numbered);
  }
  std::map<std::pair<std::string_view, std::string_view>, Series> all;
  Series* last = nullptr;
  for (const std::string_view name : names) {
    const auto numbered = split(name);
    if (!numbered) continue;
    if (last == nullptr || last->prefix != numbered->prefix || last->suffix != numbered->suffix) {
      if (!crowd.has(*numbered, least)) continue;
      last = &all[{numbered->prefix, numbered->suffix}];
      last->prefix = numbered->prefix;
      last->suffix = numbered->suffix;
    }
    last->numbers.push_back(numbered->number);
    last->width = std::max(last->width, numbered->width);
  }
  std::vector<NumberGap> gaps;
  for (auto& [form, series] : all) look_at(series, least, gaps);
  return gaps;
}

}  // namespace bcheck
