// SPDX-License-Identifier: Apache-2.0
#include "report/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::size_t kBlock = 1 << 18;
constexpr std::size_t kMostName = 4096;

bool blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

enum Kind : unsigned char { kPlain, kQuote, kOpen, kClose };

constexpr auto kKinds = [] {
  std::array<Kind, 256> kinds{};
  kinds['"'] = kQuote;
  kinds['{'] = kinds['['] = kOpen;
  kinds['}'] = kinds[']'] = kClose;
  return kinds;
}();

}  // namespace

ReportScanner::ReportScanner(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

ReportScanner::ReportScanner(const BlockFile& file, Span part) : file_(&file), part_end_(part.end), base_(part.begin) {}

bool ReportScanner::fail(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);  // the first one; a read error comes before what it leads to
  return false;
}

bool ReportScanner::more() {
  if (at_ < end_) return true;
  const std::uint64_t end = base_ + static_cast<std::uint64_t>(end_ - begin_);
  if (file_ == nullptr || end >= part_end_ || !problem_.empty()) return false;
  const std::size_t kept = keeping_ ? static_cast<std::size_t>(end - kept_) : 0;
  if (kept > most_ && keeping_) return fail(fmt::format("a value is larger than {}", human_bytes(most_)));
  const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, part_end_ - end));
  if (kept + want > capacity_) {
    const std::size_t wanted = std::max(kept + want, kept == 0 ? 0 : capacity_ * 2);
    auto larger = std::make_unique_for_overwrite<char[]>(wanted);
    if (kept > 0) std::memcpy(larger.get(), end_ - kept, kept);
    buffer_ = std::move(larger);
    capacity_ = wanted;
  } else if (kept > 0) {
    std::memmove(buffer_.get(), end_ - kept, kept);
  }
  const std::int64_t got = file_->read_at(end, {buffer_.get() + kept, want});
  begin_ = buffer_.get();
  at_ = begin_ + kept;
  end_ = at_ + std::max<std::int64_t>(got, 0);
  base_ = end - kept;
  if (got < 0) return fail(error_text(static_cast<int>(-got)));
  if (static_cast<std::size_t>(got) < want) return fail("the file became shorter while it was read");
  return true;
}

char ReportScanner::peek() {
  while (more()) {
    while (at_ < end_ && blank(*at_)) ++at_;
    if (at_ < end_) return *at_;
  }
  return '\0';
}

bool ReportScanner::take(char wanted) {
  if (peek() != wanted) return false;
  ++at_;
  return true;
}

bool ReportScanner::skip(Span& where) {
  peek();
  where.begin = offset();
  if (!pass_value()) return false;
  where.end = offset();
  return true;
}

bool ReportScanner::value(Span& where, std::string_view& bytes, std::size_t most) {
  peek();
  kept_ = where.begin = offset();
  most_ = most;
  keeping_ = true;
  const bool passed = pass_value();
  keeping_ = false;
  if (!passed) return false;
  where.end = offset();
  const auto size = static_cast<std::size_t>(where.end - where.begin);
  if (size > most) return fail(fmt::format("a value is larger than {}", human_bytes(most)));
  bytes = {at_ - size, size};
  return true;
}

bool ReportScanner::name(std::string_view& name) {
  if (peek() != '"') return fail("the name of a member is expected");
  Span where;
  if (!value(where, name, kMostName)) return false;
  name = name.substr(1, name.size() - 2);
  // The colon may lie in the next block, and the name must not: names are kept while it is looked for.
  kept_ = where.begin;
  keeping_ = true;
  const bool colon = take(':');
  keeping_ = false;
  if (!colon) return fail("a colon is expected behind the name of a member");
  name = {begin_ + (where.begin + 1 - base_), name.size()};
  return true;
}

bool ReportScanner::pass_value() {
  if (!more()) return fail("ends where a value is expected");
  switch (kKinds[static_cast<unsigned char>(*at_)]) {
    case kQuote: ++at_; return pass_string();
    case kOpen: return pass_nested();
    case kClose: return fail("a value is expected");
    case kPlain: break;
  }
  return pass_scalar();
}

bool ReportScanner::pass_nested() {
  std::size_t depth = 0;
  while (more()) {
    const char c = *at_++;
    switch (kKinds[static_cast<unsigned char>(c)]) {
      case kPlain: break;
      case kQuote:
        if (!pass_string()) return false;
        break;
      case kOpen:
        if (depth == kMostDepth) return fail(fmt::format("nests deeper than {} levels", kMostDepth));
        open_[depth++] = c;
        break;
      case kClose:
        // '}' is '{' + 2 and ']' is '[' + 2.
        if (open_[--depth] + 2 != c) return fail(fmt::format("'{}' closes '{}'", c, open_[depth]));
        if (depth == 0) return true;
        break;
    }
  }
  return fail("ends in the middle of a value");
}

// Behind the opening quote. Most bytes of a report stand in strings, so they are passed at the speed of memchr: a
// quote closes unless an odd number of backslashes stands before it.
bool ReportScanner::pass_string() {
  bool escaping = false;  // the last block ended within an escape
  while (more()) {
    if (escaping) ++at_;
    escaping = false;
    const char* from = at_;
    while (from < end_) {
      const auto* const quote = static_cast<const char*>(std::memchr(from, '"', static_cast<std::size_t>(end_ - from)));
      const char* const stop = quote == nullptr ? end_ : quote;
      const char* run = stop;
      while (run > from && run[-1] == '\\') --run;
      const bool escaped = (stop - run) % 2 != 0;
      if (quote == nullptr) {
        escaping = escaped;
        break;
      }
      from = quote + 1;
      if (!escaped) {
        at_ = from;
        return true;
      }
    }
    at_ = end_;
  }
  return fail("ends in the middle of a string");
}

bool ReportScanner::pass_scalar() {
  const std::uint64_t begin = offset();
  while (more()) {
    const char c = *at_;
    if (blank(c) || c == ',' || c == ':' || kKinds[static_cast<unsigned char>(c)] != kPlain) break;
    ++at_;
  }
  return offset() > begin || fail("a value is expected");
}

}  // namespace bcheck
