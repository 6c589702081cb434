// SPDX-License-Identifier: Apache-2.0
#include "input/json_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bcheck {
namespace {

bool is_plain(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '$';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

}  // namespace

JsonPlace JsonPlace::member(std::string_view name) const {
  JsonPlace place = *this;
  if (is_plain(name)) {
    if (!place.path_.empty()) place.path_ += '.';
    place.path_ += name;
  } else {
    place.path_ += '[' + quote(name) + ']';
  }
  return place;
}

JsonPlace JsonPlace::element(std::size_t number) const {
  JsonPlace place = *this;
  place.path_ += fmt::format("[{}]", number);
  return place;
}

tl::unexpected<Error> JsonPlace::refuse(std::string_view what, std::string hint) const {
  const std::string where = path_.empty() ? "" : path_ + ": ";
  return bad_question(fmt::format("{}: {}{}", quote(file_), where, what), std::move(hint));
}

tl::unexpected<Error> JsonPlace::wrong_kind(std::string_view wanted, const JsonTree& value) const {
  return refuse(fmt::format("must be {}, not {}", wanted, kind_of(value)));
}

tl::unexpected<Error> JsonPlace::unknown(std::string_view what, std::string_view word,
                                         std::span<const std::string_view> candidates) const {
  return refuse(fmt::format("unknown {} {}", what, quote(word)), suggestion(word, candidates));
}

}  // namespace bcheck
