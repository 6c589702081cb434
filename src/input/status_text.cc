// SPDX-License-Identifier: Apache-2.0
// A key and its state a line, with a tab or blanks between them. A key may hold blanks and a state does not, so the
// state is what stands behind the last ones; with a tab in the line, behind the last tab.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "input/lines.h"
#include "input/manifest_formats.h"

namespace bcheck {
namespace {

struct KeyAndState {
  std::string_view key;
  std::string_view state;
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "k CANCELLED by 1000": sacct says who, and that is the one state with blanks in it.
std::size_t state_begin(std::string_view line) {
  const std::size_t last = line.rfind(' ');
  if (last == std::string_view::npos || !is_number(line.substr(last + 1))) return last;
  for (const std::string_view word : {" cancelled by", " canceled by"}) {
    if (last < word.size()) continue;
    const std::size_t at = last - word.size();
    if (lower_ascii(line.substr(at, word.size())) == word) return at;
  }
  return last;
}

KeyAndState split(std::string_view line) {
  if (const std::size_t tab = line.rfind('\t'); tab != std::string_view::npos) {
    return {line.substr(0, tab), line.substr(tab + 1)};
  }
  const std::size_t blank = state_begin(line);
  if (blank == std::string_view::npos) return {line, {}};
  const std::string_view before = line.substr(0, blank);
  return {before.substr(0, before.find_last_not_of(' ') + 1), line.substr(blank + 1)};
}

}  // namespace

Result<void> read_status_text(ManifestBuilder& builder) {
  const std::string_view text = builder.text();
  builder.expect_keys(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  const auto column = builder.column("state", 1);
  if (!column) return tl::unexpected(column.error());
  std::string_view line;
  for (Lines reader(text); reader.next(line);) {
    if (reader.carriage_return()) builder.crlf_line();
    if (line.empty()) {
      builder.empty_line();
      continue;
    }
    const KeyAndState parts = split(line);
    // A blank with nothing behind it may be a state that nobody wrote; a bare key says nothing at all.
    if (parts.key.size() == line.size()) {
      return builder.refuse(reader.number(), fmt::format("{} has no state behind it", quote(line)),
                            "each line is KEY STATE; a list of keys that are done is for bcheck resume --done");
    }
    builder.start(reader.number());
    if (auto set = builder.set(*column, parts.state); !set) return set;
    if (auto added = builder.add(parts.key); !added) return added;
  }
  return {};
}

}  // namespace bcheck
