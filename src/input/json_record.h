// SPDX-License-Identifier: Apache-2.0
// One record of a JSONL or JSON manifest: an object with the key and its columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcheck/error.h"
#include "input/json_cursor.h"
#include "input/manifest_builder.h"

namespace bcheck {

// Strings stand for their characters, numbers and true/false for their literal token, null for nothing. The
// members KEY_base64 and path_base64, as bcheck's reports write them, go before KEY and path: so a key that is
// no UTF-8 has a place in JSON too.
class JsonRecords {
 public:
  explicit JsonRecords(ManifestBuilder& builder) : builder_(builder) {}

  // The cursor stands at an object, and is past it afterwards.
  Result<void> object(JsonCursor& cursor, std::uint64_t line);

  // A key without columns: a string or number where the cursor stands.
  Result<void> bare(JsonCursor& cursor, std::uint64_t line);

 private:
  struct Member {
    std::string_view name;
    std::string_view raw;  // of a string without its quotes, else the whole value
    char first;            // " { [ or the first character of a literal
  };

  Result<std::string_view> characters(std::string_view raw, std::uint64_t line);
  Result<std::string_view> value_of(const Member& member, std::uint64_t line);
  Result<std::string_view> decoded(const Member& member, std::uint64_t line);
  Result<void> choose_key(std::uint64_t line);

  ManifestBuilder& builder_;
  std::string key_name_;  // empty until the first object
  std::string key_base64_;
  std::vector<Member> members_;
  std::string scratch_;
};

}  // namespace bcheck
