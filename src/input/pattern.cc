// SPDX-License-Identifier: Apache-2.0
#include "input/pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "input/relative_path.h"

namespace bcheck {

Result<PathTemplate> PathTemplate::parse(std::string_view text) {
  PathTemplate result;
  result.text_ = text;
  std::string literal;
  const auto end_literal = [&] {
    if (!literal.empty()) result.parts_.push_back({kLiteral, std::exchange(literal, {})});
  };
  const auto refuse = [&](std::string_view what, std::string hint) {
    return bad_question(fmt::format("path {} {}", quote(text), what), std::move(hint));
  };
  if (text.empty()) return refuse("is empty", "leave it out, and products are found by the names of their files");
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if ((c == '{' || c == '}') && text.substr(at + 1).starts_with(c)) {
      literal += c;
      at += 2;
    } else if (c == '}') {
      return refuse("has a } that closes nothing", "a brace that is meant is written twice: }}");
    } else if (c == '{') {
      const std::size_t end = text.find('}', at);
      if (end == std::string_view::npos) {
        return refuse("has a { that is never closed", "a brace that is meant is written twice: {{");
      }
      const std::string_view name = text.substr(at + 1, end - at - 1);
      if (name.empty()) return refuse("has {} without a name", "write {key}, or the name of a column of the manifest");
      end_literal();
      std::size_t what = kKey;
      if (name != "key") {
        const auto known = std::find(result.columns_.begin(), result.columns_.end(), name);
        what = static_cast<std::size_t>(known - result.columns_.begin());
        if (known == result.columns_.end()) result.columns_.emplace_back(name);
      }
      result.parts_.push_back({what, {}});
      at = end + 1;
    } else if (c == '*' || c == '?') {
      return refuse("has a wildcard",
                    "there are none; leave the path out, and products are found by the names of their files");
    } else {
      literal += c;
      ++at;
    }
  }
  end_literal();

  // What is wrong for every key is said now. A letter stands for what is not known yet.
  std::string sample;
  for (const Part& part : result.parts_) sample += part.what == kLiteral ? part.literal : "x";
  if (const std::string_view fault = path_fault(sample); !fault.empty()) {
    return refuse(fault, "paths are relative to the output and stay beneath it");
  }
  return result;
}

Result<std::vector<const Column*>> PathTemplate::find_columns(const Manifest& manifest) const {
  std::vector<const Column*> found;
  for (const std::string& name : columns_) {
    const Column* const column = manifest.column(name);
    if (column == nullptr && (name != manifest.key_column || name.empty())) {
      std::vector<std::string_view> names{"key"};
      for (const Column& c : manifest.columns) names.push_back(c.name);
      return bad_question(
          fmt::format("path {} uses {}, and {} has no such column", quote(text_), quote('{' + name + '}'),
                      manifest.name == "-" ? "the manifest" : quote(manifest.name)),
          escaped(suggestion(name, names), 400));
    }
    found.push_back(column);
  }
  return found;
}

Result<std::string> PathTemplate::expand(std::string_view key, std::span<const std::string_view> values) const {
  std::string path;
  for (const Part& part : parts_) {
    if (part.what == kLiteral) {
      path += part.literal;
    } else if (part.what == kKey) {
      path += key;
    } else {
      const std::string_view value = part.what < values.size() ? values[part.what] : std::string_view();
      if (value.empty()) {
        return bad_question(fmt::format("key {}: column {} is empty, and path {} uses it", quote(key),
                                        quote(columns_[part.what]), quote(text_)));
      }
      path += value;
    }
  }
  if (const std::string_view fault = path_fault(path); !fault.empty()) {
    return bad_question(fmt::format("key {}: its path {} {}", quote(key), quote(path), fault),
                        "paths are relative to the output and stay beneath it");
  }
  return plain_path(path);
}

Result<std::string> PathTemplate::expand(const Manifest& manifest, std::size_t row,
                                         std::span<const Column* const> found) const {
  std::vector<std::string_view> values;
  for (const Column* const column : found) {
    values.push_back(column == nullptr ? manifest.keys[row] : column->values[row]);
  }
  return expand(manifest.keys[row], values);
}

}  // namespace bcheck
