// SPDX-License-Identifier: Apache-2.0
#include "validators/text/cues.h"

#include <algorithm>

#include "validators/text/ascii.h"

namespace bcheck {
namespace {

constexpr std::string_view kArrow = "-->";
constexpr std::size_t kFewestLines = 10;
constexpr std::size_t kLongestStamp = 64;

// With its line end.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? std::string_view::npos : end + 1 - at);
}

bool is_number(std::string_view line) {
  const std::string_view trimmed = ascii::trim_blank(line);
  return !trimmed.empty() && std::all_of(trimmed.begin(), trimmed.end(), ascii::is_digit);
}

// "00:00:01,000 --> 00:00:02,000", with settings behind it in WebVTT.
bool is_time_line(std::string_view line) {
  const std::string_view trimmed = ascii::trim_blank(line);
  const std::size_t arrow = trimmed.substr(0, kLongestStamp).find(kArrow);
  if (arrow == std::string_view::npos || arrow == 0) return false;
  const std::string_view from = trimmed.substr(0, arrow);
  return from.find(':') != std::string_view::npos && std::all_of(from.begin(), from.end(), [](char c) {
           return ascii::is_digit(c) || ascii::is_blank(c) || c == ':' || c == '.' || c == ',';
         });
}

// Length of "[00:01:02.5 --> 00:01:04]" at the start of `text`; 0 if it is none.
std::size_t bracketed_time(std::string_view text) {
  if (text.size() < 2 || text[0] != '[' || !ascii::is_digit(text[1])) return 0;
  bool colon = false;
  for (std::size_t i = 1; i < std::min(text.size(), kLongestStamp); ++i) {
    if (text[i] == ']') return colon ? i + 1 : 0;
    colon = colon || text[i] == ':';
    if (!ascii::is_digit(text[i]) && std::string_view(":., ->").find(text[i]) == std::string_view::npos) return 0;
  }
  return 0;
}

// Calls keep(begin, bytes) for the parts that stay, in their order.
template <typename Keep>
void without_time_codes(std::string_view raw, Keep keep) {
  for (std::size_t at = 0; at < raw.size();) {
    const std::string_view line = line_at(raw, at);
    const std::size_t next = at + line.size();
    const bool drop = is_time_line(line) || (is_number(line) && is_time_line(line_at(raw, next)));
    for (std::size_t i = 0; !drop && i < line.size();) {
      i += bracketed_time(line.substr(i));
      const std::size_t bracket = std::min(line.find('[', i + 1), line.size());
      if (i < bracket) keep(at + i, bracket - i);
      i = bracket;
    }
    at = next;
  }
}

// Length of "  12. " at the start of a line; 0 without it. "1.5" and "12:30" are no numbers of a list.
std::size_t list_number(std::string_view line) {
  std::size_t i = 0;
  const auto skip = [&](auto is) {
    const std::size_t from = i;
    while (i < line.size() && is(line[i])) ++i;
    return i > from;
  };
  skip(ascii::is_blank);
  if (i < line.size() && (line[i] == '(' || line[i] == '[')) ++i;
  if (!skip(ascii::is_digit)) return 0;
  constexpr std::string_view kWide[]{"\u3001", "\uFF0E", "\uFF09"};
  const auto wide = std::find_if(std::begin(kWide), std::end(kWide),
                                 [&](std::string_view mark) { return line.substr(i).starts_with(mark); });
  if (wide != std::end(kWide)) {
    i += wide->size();
  } else if (!skip([](char c) { return c == '.' || c == ')' || c == ']'; })) {
    return 0;
  }
  if (i < line.size() && ascii::is_digit(line[i])) return 0;
  skip(ascii::is_blank);
  return i;
}

template <typename Keep>
void without_list_numbers(std::string_view raw, Keep keep) {
  for (std::size_t at = 0; at < raw.size();) {
    const std::string_view line = line_at(raw, at);
    const std::size_t number = list_number(line);
    if (number < line.size()) keep(at + number, line.size() - number);
    at += line.size();
  }
}

// The majority vote of Boyer and Moore over the lines that are not blank, and a count of the winner.
bool is_one_line(std::string_view text) {
  const auto each_line = [&](auto use) {
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view line = line_at(text, at);
      at += line.size();
      if (const std::string_view trimmed = ascii::trim_blank(line); !trimmed.empty()) use(trimmed);
    }
  };
  std::string_view candidate;
  std::size_t votes = 0;
  std::size_t lines = 0;
  each_line([&](std::string_view line) {
    ++lines;
    if (votes == 0) candidate = line;
    votes = line == candidate ? votes + 1 : votes - 1;
  });
  if (lines < kFewestLines || votes == 0) return false;
  std::size_t same = 0;
  each_line([&](std::string_view line) { same += line == candidate; });
  return 5 * same >= 4 * lines;
}

}  // namespace

bool Stripped::remove_time_codes(std::string_view raw) {
  text.clear();
  without_time_codes(raw, [&](std::size_t at, std::size_t bytes) { text.append(raw, at, bytes); });
  return text.size() != raw.size();
}

bool Stripped::remove_list_numbers(std::string_view raw) {
  text.clear();
  without_list_numbers(raw, [&](std::size_t at, std::size_t bytes) { text.append(raw, at, bytes); });
  return text.size() != raw.size() && is_one_line(text);
}

std::size_t Stripped::raw_offset(What what, std::string_view raw, std::size_t at) {
  std::size_t found = raw.size();
  std::size_t kept = 0;
  const auto keep = [&](std::size_t begin, std::size_t bytes) {
    if (at >= kept && at < kept + bytes) found = begin + (at - kept);
    kept += bytes;
  };
  if (what == What::kTimeCodes) {
    without_time_codes(raw, keep);
  } else {
    without_list_numbers(raw, keep);
  }
  return found;
}

}  // namespace bcheck
