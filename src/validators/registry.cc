// SPDX-License-Identifier: Apache-2.0
#include "validators/registry.h"

#include <algorithm>
#include <array>

#include "validators/container/document.h"
#include "validators/generic.h"
#include "validators/image/image.h"

namespace bcheck {

extern const Type kCsvType;        // container/csv.cc
extern const Type kEmbeddingType;  // embedding/embedding.cc
extern const Type kFileType;       // container/file.cc
extern const Type kGzipType;       // container/gzip.cc
extern const Type kHtmlType;       // container/html.cc
extern const Type kImageType;      // image/image.cc
extern const Type kJsonType;       // container/json.cc
extern const Type kJsonlType;      // container/jsonl.cc
extern const Type kSrtType;        // container/srt.cc
extern const Type kSvgType;        // container/xml.cc
extern const Type kTextType;       // text/text.cc
extern const Type kTsvType;        // container/csv.cc
extern const Type kVttType;        // container/vtt.cc
extern const Type kXmlType;        // container/xml.cc

namespace {

// THE list: one row a type.
constexpr std::array kChecked{&kCsvType,   &kEmbeddingType, &kFileType, &kGzipType, &kHtmlType, &kImageType, &kJsonType,
                              &kJsonlType, &kSrtType,       &kSvgType,  &kTextType, &kTsvType,  &kVttType,   &kXmlType};

std::vector<const Type*> sorted_types() {
  std::vector<const Type*> types(kChecked.begin(), kChecked.end());
  for (const Type& type : unchecked_types()) types.push_back(&type);
  std::sort(types.begin(), types.end(), [](const Type* a, const Type* b) { return a->name < b->name; });
  return types;
}

}  // namespace

std::span<const Type* const> all_types() {
  static const std::vector<const Type*> types = sorted_types();
  return types;
}

const Type* find_type(std::string_view name) {
  const auto types = all_types();
  const auto at = std::find_if(types.begin(), types.end(), [&](const Type* t) { return t->name == name; });
  return at == types.end() ? nullptr : *at;
}

const Type& type_of_format(std::string_view format) {
  for (const Type* const type : all_types()) {
    if (std::find(type->formats.begin(), type->formats.end(), format) != type->formats.end()) return *type;
  }
  return kFileType;
}

std::span<const FindingInfo> common_findings() {
  return generic_findings();
}

std::vector<std::string_view> undecoded_formats(const Type& type) {
  return type.name == "image" ? undecoded_pictures() : std::vector<std::string_view>();
}

std::vector<Decoder> decoders() {
  std::vector<Decoder> all;
  for (auto* const part : {image_decoders, document_decoders}) {
    for (Decoder& decoder : part()) all.push_back(std::move(decoder));
  }
  std::sort(all.begin(), all.end(), [](const Decoder& a, const Decoder& b) { return a.format < b.format; });
  return all;
}

}  // namespace bcheck
