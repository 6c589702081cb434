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

std::span<const ManifestFormat> formats_of(const ManifestRequest& request) {
  return request.is_status ? std::span<const ManifestFormat>(kStatusFormats) : kManifestFormats;
}

const ManifestFormat* format_named(std::span<const ManifestFormat> formats, std::string_view name) {
  for (const ManifestFormat& format : formats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const ManifestFormat* format_by_extension(std::span<const ManifestFormat> formats, std::string_view path) {
  const std::string extension = extension_of(path);
  for (const ManifestFormat& format : formats) {
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
    return bad_question(fmt::format("{}: the {} is {}", quote(builder.file()), builder.what(), signature.what),
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
  const std::span<const ManifestFormat> formats = formats_of(request);
  if (request.format.empty()) return format_by_extension(formats, request.path);
  if (const ManifestFormat* const format = format_named(formats, request.format)) return format;
  std::vector<std::string_view> names;
  for (const ManifestFormat& format : formats) names.push_back(format.name);
  return bad_question(
      fmt::format("unknown {} format {}", request.is_status ? "status" : "manifest", quote(request.format)),
      suggestion(request.format, names));
}

}  // namespace

bool is_text(const ManifestRequest& request) {
  const auto format = choose_format(request);
  return format && (*format == nullptr || (*format)->name == "text");
}

Result<Manifest> parse_manifest(std::vector<char> bytes, const ManifestRequest& request) {
  const auto chosen = choose_format(request);
  if (!chosen) return tl::unexpected(chosen.error());
  const bool unsaid = *chosen == nullptr && !request.nul_separated;
  const ManifestFormat& format = *chosen == nullptr ? *format_named(formats_of(request), "text") : **chosen;
  if (request.nul_separated && format.name != "text") {
    return bad_question(fmt::format("only a text manifest can be NUL-separated, and {} is read as {}",
                                    quote(request.path), format.name),
                        "drop -0, or add --manifest-format text");
  }
  if (const std::string& column = request.key_column.empty() ? request.state_column : request.key_column;
      !column.empty() && format.name == "text") {
    return bad_question(fmt::format("column {} is asked for, and a text {} has no columns", quote(column),
                                    request.is_status ? "status" : "manifest"),
                        fmt::format("say the format with --{}-format", request.is_status ? "status" : "manifest"));
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
          fmt::format("use --{0}-format {1}, or --{0}-format text if each line is a key{2}", builder.what(), likely,
                      request.is_status ? " and its state" : ""));
    }
  }
  if (auto read = format.read(builder); !read) return tl::unexpected(std::move(read.error()));
  if (request.is_status && request.needs_state) {
    if (auto there = builder.check_state_column(); !there) return tl::unexpected(std::move(there.error()));
  }
  return builder.take();
}

Result<Manifest> load_manifest(const ManifestRequest& request) {
  auto bytes = read_whole(request.path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  return parse_manifest(std::move(*bytes), request);
}

}  // namespace bcheck
