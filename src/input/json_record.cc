// SPDX-License-Identifier: Apache-2.0
#include "input/json_record.h"

#include <fmt/format.h>

#include <optional>

#include "base/json_string.h"
#include "base/text.h"

namespace bcheck {
namespace {

constexpr std::string_view kBase64 = "_base64";

bool is_number(char first) {
  return first == '-' || (first >= '0' && first <= '9');
}

std::string_view kind_of(char first) {
  switch (first) {
    case '{': return "an object";
    case '[': return "an array";
    case 'n': return "null";
    case 't':
    case 'f': return "true or false";
    default: return is_number(first) ? "a number" : "a string";
  }
}

}  // namespace

Result<std::string_view> JsonRecords::characters(std::string_view raw, std::uint64_t line) {
  if (raw.find('\\') == std::string_view::npos) return raw;
  if (!unescape_json(raw, scratch_)) {
    return builder_.refuse(line,
                           fmt::format("the string {} holds half a surrogate pair, which is no character", quote(raw)));
  }
  return builder_.keep(scratch_);
}

Result<std::string_view> JsonRecords::value_of(const Member& member, std::uint64_t line) {
  if (member.first == '"') return characters(member.raw, line);
  return member.first == 'n' ? std::string_view() : member.raw;
}

Result<std::string_view> JsonRecords::decoded(const Member& member, std::uint64_t line) {
  const auto bytes = member.first == '"' ? from_base64(member.raw) : std::nullopt;
  if (!bytes) return builder_.refuse(line, fmt::format("{} is no base64", quote(member.name)));
  return builder_.keep(*bytes);
}

Result<void> JsonRecords::choose_key(std::uint64_t line) {
  if (!key_name_.empty()) return {};
  std::vector<std::string_view> names;
  for (const Member& member : members_) {
    std::string_view name = member.name;
    // The key may be there in base64 alone.
    if (name == "key_base64" || name == "id_base64" || name == builder_.request().key_column + "_base64") {
      name.remove_suffix(kBase64.size());
    }
    names.push_back(name);
  }
  const auto chosen = builder_.choose_key_column(names, line);
  if (!chosen) return tl::unexpected(chosen.error());
  key_name_ = *chosen;
  key_base64_ = key_name_ + "_base64";
  return {};
}

Result<void> JsonRecords::object(JsonCursor& cursor, std::uint64_t line) {
  members_.clear();
  for (cursor.enter(); cursor.next();) {
    const auto name = characters(cursor.name(), line);
    if (!name) return tl::unexpected(name.error());
    const char first = cursor.peek();
    members_.push_back({*name, first == '"' ? cursor.string() : cursor.value(), first});
  }
  if (auto chosen = choose_key(line); !chosen) return chosen;

  builder_.start(line);
  std::optional<std::string_view> key;
  std::optional<std::string_view> key_bytes;
  const Member* path_bytes = nullptr;
  for (const Member& member : members_) {
    if (member.name == key_name_ || member.name == key_base64_) {
      const bool is_base64 = member.name == key_base64_;
      auto& place = is_base64 ? key_bytes : key;
      if (place) return builder_.refuse(line, fmt::format("{} stands there twice", quote(member.name)));
      if (!is_base64 && member.first != '"' && !is_number(member.first)) {
        return builder_.refuse(
            line, fmt::format("the key is {}, and a string or a number is expected", kind_of(member.first)));
      }
      const auto value = is_base64 ? decoded(member, line) : value_of(member, line);
      if (!value) return tl::unexpected(value.error());
      place = *value;
    } else if (member.name == "path_base64") {
      if (path_bytes != nullptr) return builder_.refuse(line, "\"path_base64\" stands there twice");
      path_bytes = &member;
    }
  }
  if (key_bytes) key = key_bytes;
  if (!key) {
    return builder_.refuse(line, fmt::format("there is no member {}, which is the key", quote(key_name_)));
  }
  for (const Member& member : members_) {
    // A member without a name cannot be asked for.
    if (member.name == key_name_ || member.name == key_base64_ || member.name.empty()) continue;
    if (path_bytes != nullptr && (&member == path_bytes || member.name == "path")) continue;
    const auto column = builder_.column(member.name, line);
    if (!column) return tl::unexpected(column.error());
    if (member.first == '{' || member.first == '[') {
      if (auto set = builder_.set_nested(*column); !set) return set;
      continue;
    }
    const auto value = value_of(member, line);
    if (!value) return tl::unexpected(value.error());
    if (auto set = builder_.set(*column, *value); !set) return set;
  }
  if (path_bytes != nullptr) {
    const auto column = builder_.column("path", line);
    if (!column) return tl::unexpected(column.error());
    const auto value = decoded(*path_bytes, line);
    if (!value) return tl::unexpected(value.error());
    if (auto set = builder_.set(*column, *value); !set) return set;
  }
  return builder_.add(*key);
}

Result<void> JsonRecords::bare(JsonCursor& cursor, std::uint64_t line) {
  const char first = cursor.peek();
  if (first != '"' && !is_number(first)) {
    return builder_.refuse(line,
                           fmt::format("a key is {}, and a string, a number or an object is expected", kind_of(first)));
  }
  const auto key = first == '"' ? characters(cursor.string(), line) : Result<std::string_view>(cursor.value());
  if (!key) return tl::unexpected(key.error());
  builder_.start(line);
  return builder_.add(*key);
}

}  // namespace bcheck
