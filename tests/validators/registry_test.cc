// SPDX-License-Identifier: Apache-2.0
// Every row of the registry is consistent, so that the rules' reader, the judge and `bcheck types` can trust it.
#include "validators/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "validators/magic.h"

namespace bcheck {
namespace {

bool is_word(std::string_view name, char separator) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == separator; }) &&
         name.front() != separator && name.back() != separator;
}

void expect_codes(std::span<const FindingInfo> findings, std::string_view family) {
  std::set<std::string_view> codes;
  for (const FindingInfo& finding : findings) {
    SCOPED_TRACE(finding.code);
    EXPECT_TRUE(codes.insert(finding.code).second) << "stands twice";
    const auto dot = finding.code.find('.');
    ASSERT_NE(dot, finding.code.npos);
    const std::string_view prefix = finding.code.substr(0, dot);
    // A text may be a document, too (option `format`), and has its faults.
    const bool document = family == "text" && prefix == "file";
    EXPECT_TRUE(prefix == family || prefix == "artifact" || document) << "family " << family;
    EXPECT_TRUE(is_word(finding.code.substr(dot + 1), '-'));
    EXPECT_FALSE(finding.meaning.empty());
    EXPECT_NE(finding.severity, Severity::kAllowed);
  }
}

TEST(Registry, IsSortedAndUnique) {
  const auto types = all_types();
  EXPECT_TRUE(std::is_sorted(types.begin(), types.end(), [](auto* a, auto* b) { return a->name < b->name; }));
  std::set<std::string_view> names;
  for (const Type* const type : types) {
    EXPECT_TRUE(names.insert(type->name).second) << type->name;
    EXPECT_EQ(find_type(type->name), type);
  }
  EXPECT_EQ(find_type("nosuchthing"), nullptr);
  EXPECT_EQ(find_type(""), nullptr);
}

TEST(Registry, TablesAreConsistent) {
  for (const Type* const type : all_types()) {
    SCOPED_TRACE(type->name);
    EXPECT_TRUE(is_word(type->name, '-'));
    EXPECT_TRUE(type->family == "image" || type->family == "text" || type->family == "embedding" ||
                type->family == "file")
        << type->family;
    EXPECT_FALSE(type->summary.empty());
    EXPECT_NE(type->name, "auto") << "the word for no type";

    std::set<std::string_view> formats;
    for (const std::string_view format : type->formats) {
      EXPECT_TRUE(formats.insert(format).second) << format;
      EXPECT_NE(find_format(format), nullptr) << format << " is unknown to the magic table";
    }

    ASSERT_FALSE(type->measures.empty());
    EXPECT_EQ(type->measures[0].name, kBytes.name);
    EXPECT_EQ(type->measures[0].low_code, kBytes.low_code);
    std::set<std::string_view> measures;
    for (const MeasureInfo& measure : type->measures) {
      EXPECT_TRUE(is_word(measure.name, '_')) << measure.name;
      EXPECT_TRUE(measures.insert(measure.name).second) << measure.name;
      EXPECT_FALSE(measure.meaning.empty()) << measure.name;
      for (const std::string_view code : {measure.low_code, measure.high_code, measure.other_code}) {
        if (code.empty()) continue;
        EXPECT_TRUE(code.starts_with("artifact.") || code.starts_with(std::string(type->family) + ".")) << code;
      }
    }
    for (const DefaultLimit& limit : type->limits) {
      EXPECT_TRUE(measures.contains(limit.measure)) << limit.measure;
      EXPECT_TRUE(limit.min || limit.max) << limit.measure;
      EXPECT_LE(limit.min.value_or(-HUGE_VAL), limit.max.value_or(HUGE_VAL)) << limit.measure;
    }
    expect_codes(type->findings, type->family);

    std::set<std::string_view> options;
    for (const OptionInfo& option : type->options) {
      SCOPED_TRACE(option.name);
      EXPECT_TRUE(is_word(option.name, '_'));
      EXPECT_TRUE(options.insert(option.name).second);
      EXPECT_NE(option.kinds, 0u);
      EXPECT_FALSE(option.meaning.empty());
      // Words of the rules themselves.
      for (const std::string_view taken : {"path", "type", "optional", "limits", "allow", "warn", "fail"}) {
        EXPECT_NE(option.name, taken);
      }
    }
  }
}

TEST(Registry, CommonFindingsAreConsistent) {
  expect_codes(common_findings(), "artifact");
}

// A type without options must be usable as it is: the automatic run has no rules.
TEST(Registry, EveryCheckIsPreparedWithoutOptions) {
  int checks = 0;
  for (const Type* const type : all_types()) {
    if (type->prepare == nullptr) continue;
    SCOPED_TRACE(type->name);
    for (const bool content : {false, true}) {
      auto check = type->prepare({}, {content});
      ASSERT_TRUE(check) << check.error().message;
      EXPECT_NE(*check, nullptr);
    }
    ++checks;
  }
  EXPECT_GE(checks, 3);
}

TEST(Registry, KnowsTheWholeVocabulary) {
  for (const std::string_view name :
       {"image", "text", "embedding", "file",   "json",    "gzip", "pdf", "zip",         "docx",
        "xlsx",  "pptx", "epub",      "npz",    "pt",      "zstd", "xz",  "bzip2",       "tar",
        "jsonl", "csv",  "tsv",       "xml",    "svg",     "html", "wav", "flac",        "ogg",
        "mp3",   "mp4",  "webm",      "sqlite", "parquet", "hdf5", "npy", "safetensors", "gguf",
        "onnx",  "glb",  "gltf",      "ply",    "obj",     "stl",  "las", "srt",         "vtt"}) {
    EXPECT_NE(find_type(name), nullptr) << name;
  }
}

TEST(Registry, FindsTheTypeOfAFormat) {
  const struct {
    std::string_view format, type;
  } rows[] = {
      {"png", "image"}, {"jpeg", "image"}, {"npy", "embedding"}, {"text", "text"}, {"json", "json"}, {"gzip", "gzip"},
      {"csv", "csv"},   {"xml", "xml"},    {"svg", "svg"},       {"vtt", "vtt"},   {"html", "html"}, {"jsonl", "jsonl"},
      {"pdf", "pdf"},   {"mov", "mp4"},    {"mkv", "webm"},      {"xz", "xz"},     {"elf", "file"},  {"", "file"},
  };
  for (const auto& row : rows) EXPECT_EQ(type_of_format(row.format).name, row.type) << row.format;
}

TEST(Registry, NamesDecoders) {
  const auto all = decoders();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.format < b.format; }));
  const auto version = [&](std::string_view format) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Decoder& d) { return d.format == format; });
    return at == all.end() ? std::string() : at->version;
  };
  EXPECT_EQ(version("gzip").substr(0, 5), "zlib ");
  EXPECT_EQ(version("json").substr(0, 9), "simdjson ");
  EXPECT_NE(version("json").find('.'), std::string::npos);
}

}  // namespace
}  // namespace bcheck
