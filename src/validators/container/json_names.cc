// SPDX-License-Identifier: Apache-2.0
#include "validators/container/json_names.h"

#include <algorithm>
#include <cstring>

#include "base/json_string.h"

namespace bcheck {
namespace {

std::uint64_t hash_of(std::string_view text) {
  // Multiply and fold, eight bytes a step. Who forces collisions gains nothing: ties are ordered by the text.
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
  std::uint64_t hash = text.size() * kFactor;
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data() + at, text.size() - at);
  hash = (hash ^ rest) * kFactor;
  return hash ^ hash >> 32;
}

}  // namespace

void JsonNames::clear() {
  names_.clear();
  decoded_.clear();
  first_.clear();
  repeated_ = 0;
  overflowed_ = false;
}

std::string_view JsonNames::text_of(const Name& name) const {
  return name.data != nullptr ? std::string_view(name.data, name.length)
                              : std::string_view(decoded_).substr(name.offset, name.length);
}

std::string_view JsonNames::add(std::string_view raw, bool escaped) {
  Name name{0, raw.data(), 0, raw.size()};
  if (escaped) {
    name.data = nullptr;
    name.offset = decoded_.size();
    append_unescaped(decoded_, raw);
    name.length = decoded_.size() - name.offset;
  }
  const std::string_view text = text_of(name);
  if (names_.size() >= kMost) {
    overflowed_ = true;
    return text;
  }
  name.hash = hash_of(text);
  names_.push_back(name);
  return text;
}

void JsonNames::repeats(const Name& name) {
  if (repeated_++ == 0) first_ = text_of(name);
}

void JsonNames::finish(Mark mark) {
  const auto begin = names_.begin() + static_cast<std::ptrdiff_t>(mark.names), end = names_.end();
  const auto same = [&](const Name& a, const Name& b) { return a.hash == b.hash && text_of(a) == text_of(b); };
  constexpr std::ptrdiff_t kFew = 16;  // below it comparing each with each is faster than sorting
  if (end - begin <= kFew) {
    for (auto name = begin; name != end; ++name) {
      if (std::any_of(begin, name, [&](const Name& earlier) { return same(earlier, *name); })) repeats(*name);
    }
  } else {
    std::sort(begin, end, [&](const Name& a, const Name& b) {
      return a.hash != b.hash ? a.hash < b.hash : text_of(a) < text_of(b);
    });
    for (auto name = begin + 1; name != end; ++name) {
      if (same(name[-1], *name)) repeats(*name);
    }
  }
  names_.resize(mark.names);
  decoded_.resize(mark.decoded);
}

}  // namespace bcheck
