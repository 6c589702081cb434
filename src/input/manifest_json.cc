// SPDX-License-Identifier: Apache-2.0
// One document: an array of keys, or an object with the schema, the keys and perhaps the rules.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json_fast.h"
#include "base/json_string.h"
#include "base/json_tree.h"
#include "base/text.h"
#include "input/json_record.h"
#include "input/manifest_formats.h"
#include "input/schema_word.h"

namespace bcheck {
namespace {

Result<void> read_keys(JsonCursor& cursor, ManifestBuilder& builder) {
  JsonRecords records(builder);
  if (cursor.peek() != '[') {
    return builder.refuse(cursor.line(), "\"keys\" must be an array");
  }
  for (cursor.enter(); cursor.next();) {
    const std::uint64_t line = cursor.line();
    auto read = cursor.peek() == '{' ? records.object(cursor, line) : records.bare(cursor, line);
    if (!read) return read;
  }
  return {};
}

Result<void> read_document(JsonCursor& cursor, ManifestBuilder& builder) {
  static constexpr std::array<std::string_view, 4> kWords{"schema", "keys", "rules", "$schema"};
  const std::string write_schema = fmt::format("write \"schema\": \"{}\"", kManifestSchema);
  std::array<bool, kWords.size()> seen{};
  for (cursor.enter(); cursor.next();) {
    const std::uint64_t line = cursor.line();
    std::string name;
    if (!unescape_json(cursor.name(), name)) return builder.refuse(line, "the name of a member is no text");
    const auto word = std::find(kWords.begin(), kWords.end(), name);
    if (word == kWords.end()) {
      return builder.refuse(line, fmt::format("unknown word {}", quote(name)), suggestion(name, kWords));
    }
    bool& was = seen[static_cast<std::size_t>(word - kWords.begin())];
    if (was) return builder.refuse(line, fmt::format("{} stands there twice", quote(name)));
    was = true;
    const bool is_string = cursor.peek() == '"';
    if (name == "schema") {
      std::string value;
      if (!is_string || !unescape_json(cursor.string(), value)) {
        return builder.refuse(line, "schema must be a string", write_schema);
      }
      if (const std::string fault = schema_fault(value, kManifestSchema); !fault.empty()) {
        return builder.refuse(line, "schema " + fault, write_schema);
      }
    } else if (name == "keys") {
      if (auto read = read_keys(cursor, builder); !read) return read;
    } else if (name == "rules") {
      if (cursor.peek() != '{') return builder.refuse(line, "\"rules\" must be an object");
      builder.embed_rules(cursor.value());
    } else {
      cursor.value();  // for editors
    }
  }
  if (!seen[0]) return builder.refuse(1, "there is no \"schema\"", write_schema);
  if (!seen[1]) return builder.refuse(1, "there are no \"keys\"");
  return {};
}

}  // namespace

Result<void> read_json(ManifestBuilder& builder) {
  const std::string_view text = builder.text();
  // As in manifest_jsonl.cc: the strict parser decides where the fast one refuses. Its tree is not needed, and
  // neither is the copy that the fast one works on: both are gone before the keys are read.
  if (FastJson fast; fast.parse(text).error() != simdjson::SUCCESS) {
    if (auto tree = parse_json(text, builder.file(), JsonSyntax::kStrict); !tree) {
      tree.error().hint =
          "a manifest in JSON is one document without comments; lines of JSON are --manifest-format jsonl";
      return tl::unexpected(tree.error());  // a copy: gcc 12 warns of the move
    }
  }
  JsonCursor cursor(text);
  switch (cursor.peek()) {
    case '[': return read_keys(cursor, builder);
    case '{': return read_document(cursor, builder);
    default: return builder.refuse(cursor.line(), "an array of keys or an object with \"keys\" is expected");
  }
}

}  // namespace bcheck
