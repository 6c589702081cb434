// SPDX-License-Identifier: Apache-2.0
// Signs in the text itself that it was cut: a code fence that is never closed, JSON that begins and does not end, more
// <table than </table. Nothing else: that a text ends in a letter is so for 19 % of sound ones.
#include <fmt/format.h>

#include <optional>

#include "validators/container/json_scan.h"
#include "validators/text/ascii.h"
#include "validators/text/optional_checks.h"

namespace bcheck {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// A fence of CommonMark 4.5, at any depth of a list: three or more back quotes or tildes at the start of a line.
struct Fence {
  char mark = ' ';
  std::size_t length = 0;
  bool bare = false;  // nothing stands behind it
};

std::optional<Fence> fence_of(std::string_view line) {
  line = ascii::trim_blank(line);
  if (line.size() < 3 || (line.front() != '`' && line.front() != '~')) return std::nullopt;
  Fence fence{line.front(), line.find_first_not_of(line.front()), false};
  fence.bare = fence.length == kNowhere;
  if (fence.bare) fence.length = line.size();
  if (fence.length < 3) return std::nullopt;
  if (fence.bare) return fence;
  // Behind it stands the name of a language or {...}: other signs are a drawing. Behind back quotes no other may stand,
  // or it is code within a line.
  const std::string_view word = ascii::trim_blank(line.substr(fence.length));
  if (!ascii::is_alnum(word.front()) && word.front() != '{') return std::nullopt;
  if (fence.mark == '`' && word.find('`') != kNowhere) return std::nullopt;
  return fence;
}

// Where the fence that is still open at the end stands. One that the text ends with opened nothing: models write
// fences within fences, of which the last bare one closes the outer.
std::size_t open_fence(std::string_view text) {
  std::optional<Fence> open;
  std::size_t place = kNowhere;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::optional<Fence> fence = fence_of(text.substr(at, end - at));
    if (fence && !open) {
      const bool last = text.find_first_not_of(" \t\r\n", end) == kNowhere;
      if (!last || !fence->bare) {
        open = fence;
        place = at;
      }
    } else if (fence && fence->bare && fence->mark == open->mark && fence->length >= open->length) {
      open.reset();
      place = kNowhere;
    }
    at = end + 1;
  }
  return place;
}

// Tags of one name, opened less closed, outside back quotes, and where the first stands.
struct Tables {
  std::int64_t open = 0;
  std::size_t first = kNowhere;
};

Tables tables_of(TextSubject& s) {
  constexpr std::string_view kName = "table";
  Tables tables;
  for (std::size_t at = s.text.find('<'); at != kNowhere; at = s.text.find('<', at + 1)) {
    const bool closes = s.text.substr(at + 1).starts_with('/');
    const std::string_view name = s.text.substr(at + (closes ? 2 : 1));
    if (!ascii::starts_folded(name, kName)) continue;
    const char next = name.size() > kName.size() ? name[kName.size()] : ' ';
    if ((next != '>' && next != '/' && !ascii::is_blank(next)) || s.quoted(at)) continue;
    tables.open += closes ? -1 : 1;
    if (tables.first == kNowhere && !closes) tables.first = at;
  }
  return tables;
}

}  // namespace

void check_cutoff(TextSubject& s) {
  if (s.profile.of('`') >= 3 || s.profile.of('~') >= 3) {
    if (const std::size_t at = open_fence(s.text); at != kNowhere) {
      s.fault("text.cutoff", Severity::kFail, fmt::format("a code fence is never closed, at {}", s.excerpt(at)));
    }
  }
  if (s.trimmed.starts_with('{') || s.trimmed.starts_with('[')) {
    // Cut means that every byte of it is JSON: "[1] See above" is none.
    const auto problem = s.scratch.json_scan.scan(s.trimmed, {});
    if (problem && problem->fault == JsonFault::kTruncated) {
      s.fault("text.cutoff", Severity::kFail, "JSON that begins and does not end: " + problem->message);
    }
  }
  if (s.profile.of('<') > 0) {
    if (const Tables tables = tables_of(s); tables.open > 0) {
      s.fault("text.cutoff", Severity::kFail,
              fmt::format("{} more <table than </table, the first <table at {}", tables.open, s.excerpt(tables.first)));
    }
  }
}

}  // namespace bcheck
