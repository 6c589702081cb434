// SPDX-License-Identifier: Apache-2.0
// An object a line.
#include <algorithm>

#include "base/json_fast.h"
#include "base/json_tree.h"
#include "base/text.h"
#include "input/json_record.h"
#include "input/lines.h"
#include "input/manifest_formats.h"

namespace bcheck {

Result<void> read_jsonl(ManifestBuilder& builder) {
  const std::string_view text = builder.text();
  builder.expect_keys(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  FastJson fast;
  JsonRecords records(builder);
  std::string_view line;
  for (Lines lines(text); lines.next(line);) {
    if (lines.carriage_return()) builder.crlf_line();
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      builder.empty_line();
      continue;
    }
    // What the fast parser refuses may still be JSON, with a number beyond 64 bits say; the strict one decides,
    // and knows the place of a mistake.
    if (fast.parse(line).error() != simdjson::SUCCESS) {
      if (auto tree = parse_json(line, builder.file(), JsonSyntax::kStrict, lines.number()); !tree) {
        tree.error().hint = "each line is a JSON object of its own";
        if (!builder.request().is_status) {
          tree.error().hint += "; a document over several lines is --manifest-format json";
        }
        return tl::unexpected(tree.error());  // a copy: gcc 12 warns of the move
      }
    }
    JsonCursor cursor(line, lines.number());
    if (cursor.peek() != '{') {
      return builder.refuse(lines.number(), "an object is expected in each line", "for instance {\"key\": \"a\"}");
    }
    if (auto read = records.object(cursor, lines.number()); !read) return read;
  }
  return {};
}

}  // namespace bcheck
