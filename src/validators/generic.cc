// SPDX-License-Identifier: Apache-2.0
#include "validators/generic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/error_body.h"
#include "validators/magic_probe.h"
#include "validators/zeros.h"

namespace bcheck {
namespace {

constexpr std::array kFindings{
    FindingInfo{"artifact.all-zero", Severity::kFail, "nothing but zero bytes"},
    FindingInfo{"artifact.ambiguous", Severity::kFail, "several files could be the artifact"},
    FindingInfo{"artifact.changed", Severity::kFail, "it changed while it was read"},
    FindingInfo{"artifact.echo-of-input", Severity::kFail, "the product is the input itself"},
    FindingInfo{"artifact.empty", Severity::kFail, "0 bytes"},
    FindingInfo{"artifact.lfs-pointer", Severity::kFail, "a pointer of Git LFS in place of the object"},
    FindingInfo{"artifact.missing", Severity::kFail, "it is not there"},
    FindingInfo{"artifact.not-blank", Severity::kWarn, "a blank product was expected (text and pictures)"},
    FindingInfo{"artifact.not-the-artifact", Severity::kFail, "an error page or error answer in its place"},
    FindingInfo{"artifact.stale", Severity::kFail, "written before the time that --since names"},
    FindingInfo{"artifact.temp-name", Severity::kFail, "the name of a file that was not finished"},
    FindingInfo{"artifact.too-large", Severity::kFail, "more bytes than the limit"},
    FindingInfo{"artifact.too-small", Severity::kFail, "fewer bytes than the format needs, or than the limit"},
    FindingInfo{"artifact.type-mismatch", Severity::kFail,
                "content of another type than declared or than the extension says"},
    FindingInfo{"artifact.wrong-size", Severity::kFail, "not the number of bytes that was required"},
    FindingInfo{"artifact.zero-run", Severity::kFail, "a block of zero bytes in the middle of text"},
    FindingInfo{"artifact.zero-tail", Severity::kFail, "zero bytes at the end, where the format has none"},
};

// What the artifact should be, by its declared type and by its name.
struct Expected {
  const Type* type;        // null, or a type that takes certain formats
  const Format* promised;  // by the extension; null if that promises nothing
  bool opaque;             // .bin, .dat: promises no format, and no page either
  std::string_view word;   // the type's name, else the promised format's
};

Expected expectation(const Artifact& artifact, const Type* type) {
  Expected expected{type != nullptr && !type->formats.empty() ? type : nullptr,
                    format_of_extension(artifact.extension),
                    artifact.extension == "bin" || artifact.extension == "dat",
                    {}};
  if (expected.type != nullptr) {
    expected.word = expected.type->name;
  } else if (expected.promised != nullptr) {
    expected.word = expected.promised->name;
  }
  return expected;
}

// A format that the table does not know contradicts nothing.
template <typename Predicate>
bool all_formats_of(const Type& type, Predicate predicate) {
  return std::all_of(type.formats.begin(), type.formats.end(), [&](std::string_view name) {
    const Format* const format = find_format(name);
    return format != nullptr && predicate(*format);
  });
}

// Text cannot be it: everything that is expected is binary with a signature.
bool never_text(const Format& format) {
  return format.signature && !format.text;
}

bool binary_declared(const Expected& expected) {
  return expected.type != nullptr && all_formats_of(*expected.type, never_text);
}
bool binary_promised(const Expected& expected) {
  return expected.promised != nullptr && never_text(*expected.promised);
}

void check_body(const Artifact& artifact, const Expected& expected, Observation& out) {
  const ErrorBody body = find_error_body(artifact.bytes);
  if (body.kind == Body::kNone) return;
  const std::string_view word = expected.word;
  if (word == "text" || word == "markdown" || (word.empty() && !expected.opaque)) return;
  Severity severity = Severity::kFail;
  switch (body.kind) {
    case Body::kNone: return;
    case Body::kHtml:
      if (word == "html" || (body.xhtml && (word == "xml" || word == "svg"))) return;
      break;
    case Body::kXml:
      if (word == "xml") severity = Severity::kWarn;  // well-formed, and yet hardly what was wanted
      break;
    case Body::kJson:
      if (word == "json") return;
      break;
    case Body::kPhrase:
      if (!binary_declared(expected) && !binary_promised(expected) && !expected.opaque) return;
      break;
  }
  out.fault("artifact.not-the-artifact", severity,
            fmt::format("{} stands in its place", describe_body(body, artifact.bytes)));
}

// Two bytes are no evidence against numbers without any signature.
bool by_chance(const Artifact& artifact, const Format& content) {
  return content.name == "jxl" && as_text(artifact.bytes).starts_with("\xff\x0a");
}

constexpr std::string_view kMismatch = "artifact.type-mismatch";

std::string against_type(std::string_view found, const Type& type) {
  return fmt::format("the content is {}, and type {} was declared", found, type.name);
}
std::string against_extension(std::string_view found, const Artifact& artifact, const Format& promised) {
  return fmt::format("the content is {}, and the extension {} promises {}", found,
                     quote("." + std::string(artifact.extension)), promised.name);
}

// A known format that is none of the expected. True if no parser of the declared type can have more to say.
bool check_format(const Artifact& artifact, const Expected& expected, const Format& content, Observation& out) {
  const auto opposite = [&](const Format& format) {
    return are_opposites(format, content) && (format.signature || format.text || !by_chance(artifact, content));
  };
  if (expected.type != nullptr && all_formats_of(*expected.type, opposite)) {
    out.fault(kMismatch, Severity::kFail, against_type(content.name, *expected.type));
    return true;
  }
  if (expected.promised != nullptr && opposite(*expected.promised)) {
    out.fault(kMismatch, Severity::kFail, against_extension(content.name, artifact, *expected.promised));
  }
  return false;
}

// Characters where only binary formats with a signature are expected.
bool check_text(const Artifact& artifact, const Expected& expected, Observation& out) {
  const bool declared = binary_declared(expected);
  if ((!declared && !binary_promised(expected)) || !looks_like_text(artifact.bytes)) return false;
  out.fault(kMismatch, Severity::kFail,
            declared ? against_type("text", *expected.type) : against_extension("text", artifact, *expected.promised));
  return true;
}

// The format that the size is measured by: of the content, else the promised one, else the smallest that the declared
// type takes.
const Format* smallest_format(const Expected& expected, const Format* content) {
  if (content != nullptr) return content;
  if (expected.type == nullptr) return expected.promised;
  const Format* smallest = nullptr;
  for (const std::string_view name : expected.type->formats) {
    const Format* const format = find_format(name);
    if (format == nullptr) return nullptr;
    if (format == expected.promised) return format;
    if (smallest == nullptr || format->smallest < smallest->smallest) smallest = format;
  }
  return smallest;
}

// A parser says better why a file that begins rightly is too short; where there is none, its size says enough.
bool check_size(const Artifact& artifact, const Type* type, const Expected& expected, const Format* content,
                Observation& out) {
  if (content != nullptr && type != nullptr && type->prepare != nullptr && !type->formats.empty()) return false;
  const Format* const format = smallest_format(expected, content);
  if (format == nullptr || artifact.bytes.size() >= format->smallest) return false;
  const auto size = static_cast<std::int64_t>(artifact.bytes.size());
  Fault fault{
      "artifact.too-small", Severity::kFail,
      fmt::format("{}, and the smallest {} file has {}", counted(size, "byte"), format->name, format->smallest)};
  fault.measured = size;
  fault.expected = Bound{static_cast<double>(format->smallest), {}, {}};
  out.faults.push_back(std::move(fault));
  return true;
}

void check_zeros(const Artifact& artifact, const Type* type, const Expected& expected, const Format* content,
                 Observation& out) {
  if (expected.word == "text" || expected.word == "markdown") return;  // its own rules say more
  const Format* const format = content != nullptr             ? content
                               : expected.promised != nullptr ? expected.promised
                                                              : find_format(expected.word);
  if (format == nullptr) return;
  if (auto tail = find_zero_tail(artifact.bytes, *format)) {
    out.faults.push_back(std::move(*tail));
  } else if (is_only_characters(*format) && format->name != "json" && (type == nullptr || type->prepare == nullptr)) {
    if (auto run = find_zero_run(artifact.bytes)) out.faults.push_back(std::move(*run));
  }
}

}  // namespace

std::span<const FindingInfo> generic_findings() {
  return kFindings;
}

bool inspect_any(const Artifact& artifact, const Type* type, const Format* content, Observation& out) {
  const Bytes bytes = artifact.bytes;
  out.add("bytes", static_cast<std::int64_t>(bytes.size()));
  // The name first: it explains whatever else is wrong with a file that was not finished.
  if (is_temporary_name(artifact.path)) {
    out.fault("artifact.temp-name", Severity::kFail, "the name is that of a file that was not finished");
  }
  if (bytes.empty()) {
    out.fault("artifact.empty", Severity::kFail, "the file has 0 bytes");
    return true;
  }
  if (all_zero(bytes)) {
    out.fault("artifact.all-zero", Severity::kFail,
              bytes.size() == 1
                  ? "the one byte is zero"
                  : fmt::format("all {} bytes are zero", grouped(static_cast<std::int64_t>(bytes.size()))));
    return true;
  }
  if (is_lfs_pointer(bytes)) {
    out.fault("artifact.lfs-pointer", Severity::kFail,
              "a pointer of Git LFS stands in its place; the object was not fetched");
    return true;
  }
  const Expected expected = expectation(artifact, type);
  const std::size_t before = out.faults.size();
  check_body(artifact, expected, out);
  if (out.faults.size() > before && out.faults.back().severity == Severity::kFail) return true;
  if (content != nullptr && check_format(artifact, expected, *content, out)) return true;
  if (check_size(artifact, type, expected, content, out)) return true;
  if (content == nullptr && check_text(artifact, expected, out)) return true;
  check_zeros(artifact, type, expected, content, out);
  return false;
}

}  // namespace bcheck
