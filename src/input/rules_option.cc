// SPDX-License-Identifier: Apache-2.0
// The value of one option, checked against its row in the type's table.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "input/relative_path.h"
#include "input/rules_parts.h"

namespace bcheck {
namespace {

std::string wanted(const OptionInfo& info) {
  std::vector<std::string> kinds;
  if (info.kinds & kFlag) kinds.emplace_back("true or false");
  if (info.kinds & kReal) {
    kinds.emplace_back("a number");
  } else if (info.kinds & kWhole) {
    kinds.emplace_back("a whole number");
  }
  if (info.kinds & kWord) {
    kinds.push_back(info.words.empty() ? "a string" : fmt::format("one of \"{}\"", fmt::join(info.words, "\", \"")));
  }
  if (info.kinds & kPath) kinds.emplace_back("the path of a file");
  if (info.kinds & kRange) kinds.emplace_back("[min, max]");
  if (info.kinds & kWords) kinds.emplace_back("a list of strings");
  return fmt::format("{}", fmt::join(kinds, " or "));
}

std::optional<std::vector<std::string>> strings(const JsonTree& list) {
  std::vector<std::string> out;
  for (const JsonTree& element : list) {
    auto text = word(element);
    if (!text) return std::nullopt;
    out.push_back(std::move(*text));
  }
  return out;
}

bool is_known(std::string_view word, const OptionInfo& info) {
  return info.words.empty() || std::find(info.words.begin(), info.words.end(), word) != info.words.end();
}

Result<OptionValue> read_string(std::string text, const OptionInfo& info, const JsonPlace& place) {
  const bool is_word = (info.kinds & kWord) != 0;
  if (is_word && is_known(text, info)) return text;
  if ((info.kinds & kPath) != 0) {
    if (const std::string_view fault = path_fault(text); !fault.empty()) {
      return place.refuse(fmt::format("path {} {}", quote(text), fault),
                          "paths are relative to the output and stay beneath it");
    }
    return text;
  }
  return place.unknown("value", text, info.words);
}

Result<OptionValue> read_range(const JsonTree& list, const JsonPlace& place) {
  const auto low = real(list[0]);
  const auto high = real(list[1]);
  if (!low || !high) return place.refuse("must be [min, max], two numbers");
  if (*low > *high) return place.refuse(fmt::format("the range [{}, {}] is empty: min is above max", *low, *high));
  return std::vector<double>{*low, *high};
}

}  // namespace

Result<OptionValue> read_option(const JsonTree& value, const OptionInfo& info, const JsonPlace& place) {
  if (value.is_boolean() && (info.kinds & kFlag)) return *flag(value);
  if (value.is_number()) {
    if (info.kinds & kWhole) {
      if (const auto number = whole(value)) return *number;
    }
    if (info.kinds & kReal) {
      if (const auto number = real(value)) return *number;
    }
    if (info.kinds & kWhole) return place.refuse(fmt::format("must be {}, not {}", wanted(info), value.dump()));
  }
  if (value.is_string() && (info.kinds & (kWord | kPath))) return read_string(*word(value), info, place);
  if (value.is_array()) {
    const bool numbers = value.size() == 2 && value[0].is_number();
    if ((info.kinds & kRange) && (numbers || !(info.kinds & kWords))) {
      if (value.size() != 2) return place.refuse("must be [min, max], two numbers");
      return read_range(value, place);
    }
    if (info.kinds & kWords) {
      auto list = strings(value);
      if (!list) return place.refuse(fmt::format("must be {}, and something in the list is no string", wanted(info)));
      for (std::size_t i = 0; i < list->size() && !info.words.empty(); ++i) {
        if (is_known((*list)[i], info)) continue;
        return place.element(i).unknown("value", (*list)[i], info.words);
      }
      return std::move(*list);
    }
  }
  return place.wrong_kind(wanted(info), value);
}

}  // namespace bcheck
