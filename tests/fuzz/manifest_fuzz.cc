// SPDX-License-Identifier: Apache-2.0
// Manifests of every format: the first byte says which, and how it is read.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_set>

#include "input/manifest.h"
#include "input/pattern.h"

namespace {

using bcheck::Manifest;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool lies_in(std::string_view view, const std::vector<char>& block) {
  return view.data() >= block.data() && view.data() + view.size() <= block.data() + block.size();
}

bool is_owned(std::string_view view, const Manifest& manifest) {
  if (view.empty() || lies_in(view, manifest.storage)) return true;
  for (const auto& block : manifest.unescaped) {
    if (lies_in(view, block)) return true;
  }
  return false;
}

void check(const Manifest& manifest, std::string_view bytes) {
  require(std::string_view(manifest.storage.data(), manifest.storage.size()) == bytes, "the file is kept as it is");
  std::unordered_set<std::string_view> seen;
  for (const std::string_view key : manifest.keys) {
    require(!key.empty() && is_owned(key, manifest), "keys are owned and not empty");
    require(seen.insert(key).second, "keys are unique");
  }
  for (const auto& column : manifest.columns) {
    require(column.values.size() == manifest.keys.size(), "a value a key");
    for (const std::string_view value : column.values) require(is_owned(value, manifest), "values are owned");
  }
  for (const auto& repeated : manifest.repeated) {
    require(seen.contains(repeated.key), "what is repeated is a key");
    require(repeated.first >= 1 && repeated.first <= repeated.line, "a repetition comes later");
  }
  const auto path = bcheck::PathTemplate::parse("d/{key}.png");
  for (const std::string_view key : manifest.keys) {
    const auto expanded = path->expand(key);
    if (expanded) require(("/" + *expanded + "/").find("/../") == std::string::npos, "paths stay beneath");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array<std::string_view, 6> kFormats{"text", "tsv", "csv", "jsonl", "json", ""};
  if (size == 0) return 0;
  bcheck::ManifestRequest request;
  request.path = "-";
  request.format = kFormats[data[0] % 8 % kFormats.size()];
  request.strict = (data[0] & 8) != 0;
  request.nul_separated = (data[0] & 16) != 0 && (request.format == "text" || request.format.empty());
  if ((data[0] & 32) != 0 && request.format != "text") request.key_column = "name";
  const char* const text = reinterpret_cast<const char*>(data);
  const std::string_view bytes(text + 1, size - 1);

  const auto manifest = bcheck::parse_manifest({bytes.begin(), bytes.end()}, request);
  const auto again = bcheck::parse_manifest({bytes.begin(), bytes.end()}, request);
  require(manifest.has_value() == again.has_value(), "the same bytes give the same answer");
  if (!manifest) {
    require(!manifest.error().message.empty() && manifest.error().message == again.error().message, "errors are said");
    return 0;
  }
  require(manifest->keys == again->keys, "the same bytes give the same keys");
  check(*manifest, bytes);
  return 0;
}
