// SPDX-License-Identifier: Apache-2.0
#include "validators/magic.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/checked.h"
#include "validators/magic_probe.h"
#include "validators/magic_table.h"

namespace bcheck {
namespace {

// What may stand in a file of another family: a tar that is compressed as a whole, PyTorch's two forms from before it
// was a zip, and the PNG that browsers take for an icon.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kAlso{{
    {"ico", "png"},
    {"tar", "gzip"},
    {"tar", "bzip2"},
    {"tar", "xz"},
    {"tar", "zstd"},
    {"tar", "lz4"},
    {"pt", "pickle"},
    {"pt", "tar"},
}};

}  // namespace

const Format* format_of_content(Bytes bytes) {
  if (bytes.empty()) return nullptr;
  for (const Signature& signature : signature_table()) {
    // Nearly always the first byte says no.
    if (signature.offset >= bytes.size() || as_text(bytes)[signature.offset] != signature.bytes.front()) continue;
    const auto part = slice(bytes, signature.offset, signature.bytes.size());
    if (part && as_text(*part) == signature.bytes) return signature.format;
  }
  std::string_view name = probe_binary(bytes);
  if (name.empty()) name = probe_text(bytes);
  return name.empty() ? nullptr : find_format(name);
}

const Format* format_of_extension(std::string_view extension) {
  const auto table = extension_table();
  const auto at = std::lower_bound(table.begin(), table.end(), extension,
                                   [](const Extension& e, std::string_view wanted) { return e.extension < wanted; });
  return at != table.end() && at->extension == extension ? at->format : nullptr;
}

const Format* find_format(std::string_view name) {
  const auto table = format_table();
  const auto at = std::lower_bound(table.begin(), table.end(), name,
                                   [](const Format& f, std::string_view wanted) { return f.name < wanted; });
  return at != table.end() && at->name == name ? &*at : nullptr;
}

std::span<const Format> all_formats() {
  return format_table();
}

bool are_opposites(const Format& expected, const Format& content) {
  if (expected.family == content.family || (expected.text && content.text)) return false;
  return std::find(kAlso.begin(), kAlso.end(), std::pair(expected.name, content.name)) == kAlso.end();
}

}  // namespace bcheck
