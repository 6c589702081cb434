// SPDX-License-Identifier: Apache-2.0
// A key a line, and the whole line is the key: tabs, blanks and a leading # belong to it.
#include <algorithm>

#include "input/lines.h"
#include "input/manifest_formats.h"

namespace bcheck {
namespace {

std::size_t count(std::string_view text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

// As `find -print0` and `sort -z` write it: nothing but NUL means anything.
Result<void> read_nul_separated(ManifestBuilder& builder) {
  std::string_view rest = builder.text();
  builder.expect_keys(count(rest, '\0') + 1);
  for (std::uint64_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view key = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (key.empty()) {
      builder.empty_line();
      continue;
    }
    builder.start(number);
    if (auto added = builder.add(key); !added) return added;
  }
  return {};
}

}  // namespace

Result<void> read_text(ManifestBuilder& builder) {
  if (builder.request().nul_separated) return read_nul_separated(builder);
  const std::string_view text = builder.text();
  const std::size_t lines = count(text, '\n') + 1;
  // A CR that is not the last character of a file without any LF ends a line of a classic Mac.
  if (lines == 1 && text.find('\r') < text.size() - 1) {
    return builder.refuse(1, "CR alone ends the lines", "convert it, for instance with tr '\\r' '\\n'");
  }
  builder.expect_keys(lines);
  std::string_view key;
  for (Lines reader(text); reader.next(key);) {
    if (reader.carriage_return()) builder.crlf_line();
    if (key.empty()) {
      builder.empty_line();
      continue;
    }
    builder.start(reader.number());
    if (auto added = builder.add(key); !added) return added;
  }
  return {};
}

}  // namespace bcheck
