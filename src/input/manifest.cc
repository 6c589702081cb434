// SPDX-License-Identifier: Apache-2.0
#include "input/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/json_fast.h"
#include "base/text.h"
#include "input/lines.h"
#include "input/manifest_formats.h"

namespace bcheck {
namespace {

struct Signature {
  std::string_view bytes;
  std::string_view what;
  std::string_view advice;
};

using namespace std::string_view_literals;

// No key begins so; each is a file that somebody else can turn into text.
constexpr std::array<Signature, 7> kForeign{{
    {"\xFF\xFE"sv, "UTF-16 or UTF-32", "convert it, for instance with iconv -f UTF-16 -t UTF-8"},
    {"\xFE\xFF"sv, "UTF-16", "convert it, for instance with iconv -f UTF-16 -t UTF-8"},
    {"\x1F\x8B"sv, "compressed with gzip", "unpack it on the way: zcat FILE | bcheck run - OUTPUT"},
    {"\x28\xB5\x2F\xFD"sv, "compressed with zstd", "unpack it on the way: zstdcat FILE | bcheck run - OUTPUT"},
    {"\xFD"
     "7zXZ\0"sv,
     "compressed with xz", "unpack it on the way: xzcat FILE | bcheck run - OUTPUT"},
    {"BZh91AY&SY"sv, "compressed with bzip2", "unpack it on the way: bzcat FILE | bcheck run - OUTPUT"},
    {"PK\x03\x04"sv, "a zip archive or a spreadsheet", "export it as CSV"},
}};

std::string_view extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

const ManifestFormat* format_named(std::string_view name) {
  const auto at = std::find_if(kManifestFormats.begin(), kManifestFormats.end(),
                               [&](const ManifestFormat& format) { return format.name == name; });
  return at == kManifestFormats.end() ? nullptr : at;
}

const ManifestFormat* format_by_extension(std::string_view path) {
  const std::string extension = lower_ascii(extension_of(path));
  for (const ManifestFormat& format : kManifestFormats) {
    for (const std::string_view known : format.extensions) {
      if (!known.empty() && known == extension) return &format;
    }
  }
  return nullptr;
}

// A file of which nobody said what it is would be read as text, and a table or JSON in it as so many odd keys.
std::string_view looks_like(std::string_view text) {
  std::string_view line;
  for (Lines lines(text); lines.next(line) && line.empty();) {
  }
  if (line.starts_with('{') || line.starts_with('[')) {
    FastJson fast;
    if (fast.parse(line).error() == simdjson::SUCCESS) return line.starts_with('{') ? "jsonl" : "json";
    if (fast.parse(text).error() == simdjson::SUCCESS) return "json";
  }
  for (const auto& [separator, format] : {std::pair{'\t', "tsv"sv}, std::pair{',', "csv"sv}}) {
    if (line.find(separator) == std::string_view::npos) continue;
    for (const std::string_view name : {"key"sv, "id"sv}) {
      const std::size_t at = line.find(name);
      if (at == std::string_view::npos) continue;
      const bool begins = at == 0 || line[at - 1] == separator;
      const bool ends = at + name.size() == line.size() || line[at + name.size()] == separator;
      if (begins && ends) return format;
    }
  }
  return "";
}

Result<void> refuse_foreign(const ManifestBuilder& builder) {
  const std::string_view text = builder.text();
  for (const Signature& signature : kForeign) {
    if (!text.starts_with(signature.bytes)) continue;
    return bad_question(fmt::format("{}: the manifest is {}", quote(builder.file()), signature.what),
                        std::string(signature.advice));
  }
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, nul);
  const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  return builder.refuse(line, "a NUL byte",
                        "if the file is UTF-16, convert it with iconv; if NUL ends each key, use -0");
}

Result<const ManifestFormat*> choose_format(const ManifestRequest& request) {
  if (request.format.empty()) return format_by_extension(request.path);
  if (const ManifestFormat* const format = format_named(request.format)) return format;
  std::array<std::string_view, kManifestFormats.size()> names;
  std::transform(kManifestFormats.begin(), kManifestFormats.end(), names.begin(), [](const auto& f) { return f.name; });
  return bad_question(fmt::format("unknown manifest format {}", quote(request.format)),
                      suggestion(request.format, names));
}

}  // namespace

Result<Manifest> parse_manifest(std::vector<char> bytes, const ManifestRequest& request) {
  const auto chosen = choose_format(request);
  if (!chosen) return tl::unexpected(chosen.error());
  const bool unsaid = *chosen == nullptr && !request.nul_separated;
  const ManifestFormat& format = *chosen == nullptr ? *format_named("text") : **chosen;
  if (request.nul_separated && format.name != "text") {
    return bad_question(fmt::format("only a text manifest can be NUL-separated, and {} is read as {}",
                                    quote(request.path), format.name),
                        "drop -0, or add --manifest-format text");
  }
  if (!request.key_column.empty() && format.name == "text") {
    return bad_question(
        fmt::format("--key-column {} is given, and a text manifest has no columns", quote(request.key_column)),
        "say the format with --manifest-format");
  }

  ManifestBuilder builder(std::move(bytes), request, std::string(format.name));
  if (!request.nul_separated) {
    if (auto good = refuse_foreign(builder); !good) return tl::unexpected(std::move(good.error()));
    builder.skip_bom();
  }
  if (unsaid) {
    if (const std::string_view likely = looks_like(builder.text()); !likely.empty()) {
      return bad_question(
          fmt::format("{}: nothing says the format, and the first line looks like {}", quote(builder.file()), likely),
          fmt::format("use --manifest-format {}, or --manifest-format text if each line is a key", likely));
    }
  }
  if (auto read = format.read(builder); !read) return tl::unexpected(std::move(read.error()));
  return builder.take();
}

Result<Manifest> load_manifest(const ManifestRequest& request) {
  auto bytes = read_whole(request.path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return parse_manifest(std::move(*bytes), request);
}

}  // namespace bcheck
