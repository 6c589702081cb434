// SPDX-License-Identifier: Apache-2.0
// Types xml and svg: one well-formed document of XML 1.0, read to its end. The only door to expat.
//
// Nothing outside the document is read: no external entity, no DTD. What a DTD inside declares is expanded, within
// expat's protection against amplification (a factor of 100 beyond 8 MiB, its default since 2.4.0). The document is
// handed over whole and the end is announced apart, so that what fails at the end alone is a cut and no wrong syntax.
#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/document.h"
#include "validators/container/text_decoder.h"
#include "validators/container/transcode.h"
#include "validators/zeros.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kXmlFormats{"xml"};
constexpr std::array<std::string_view, 1> kSvgFormats{"svg"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"root", "", "name of the root element, the first 64 bytes of it"},
    MeasureInfo{"elements", "", "elements in the whole document"},
    MeasureInfo{"depth", "", "levels of elements in each other"},
};

constexpr std::array kFindings{
    FindingInfo{"file.encoding", Severity::kFail, "not the encoding that it declares, or UTF-8 where it declares none"},
    FindingInfo{"file.limit", Severity::kFail, "entities that grow beyond measure, or elements nested too deeply"},
    FindingInfo{"file.syntax", Severity::kFail, "not well-formed"},
    FindingInfo{"file.trailing-data", Severity::kFail, "more behind the root element"},
    FindingInfo{"file.truncated", Severity::kFail, "the document ends before its root element does"},
    FindingInfo{"file.unsupported", Severity::kFail, "an encoding that nothing here reads"},
    FindingInfo{"file.wrong-type", Severity::kFail, "the root element is not the one that was required"},
};

constexpr std::array kXmlOptions{
    OptionInfo{"root", kWord, "name that the root element must have, with or without its prefix; absent: any"},
};

// Beyond what any reader that recurses survives; expat itself keeps open elements in a list.
constexpr std::uint64_t kMostDepth = 100'000;

// What a DTD inside of a document may declare. Entities in entities take stack in expat before 2.7.0 (CVE-2024-8176),
// and the attributes of an element are searched one by one for each that is added. HTML has 2,231 entities.
constexpr std::uint64_t kMostEntities = 2'500;
constexpr std::uint64_t kMostAttributes = 20'000;

// expat counts in int, and looks again at a token that one call did not complete: calls are long so that this stays
// linear for whatever is read at once.
constexpr std::size_t kStep = 64 * 1024 * 1024;

struct Walk {
  XML_Parser parser;
  std::string root;
  std::uint64_t elements = 0;
  std::uint64_t open = 0;
  std::uint64_t depth = 0;
  std::uint64_t entities = 0;    // declared
  std::uint64_t attributes = 0;  // declared
  const char* limit = nullptr;   // static storage: what there is too much of
  bool root_closed = false;
};

void stop(Walk& walk, const char* limit) {
  walk.limit = limit;
  XML_StopParser(walk.parser, XML_FALSE);
}

void on_start(void* user, const XML_Char* name, const XML_Char**) {
  Walk& walk = *static_cast<Walk*>(user);
  if (walk.elements++ == 0) walk.root = name;
  walk.depth = std::max(walk.depth, ++walk.open);
  if (walk.open > kMostDepth) stop(walk, "more than 100,000 levels of elements");
}

void on_entity(void* user, const XML_Char*, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
               const XML_Char*, const XML_Char*) {
  Walk& walk = *static_cast<Walk*>(user);
  if (++walk.entities > kMostEntities) stop(walk, "more than 2,500 entities are declared");
}

void on_attribute(void* user, const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*, int) {
  Walk& walk = *static_cast<Walk*>(user);
  if (++walk.attributes > kMostAttributes) stop(walk, "more than 20,000 attributes are declared");
}

void on_end(void* user, const XML_Char*) {
  Walk& walk = *static_cast<Walk*>(user);
  if (--walk.open == 0) walk.root_closed = true;
}

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

// The encoding that the document declares in its first line, where that is one which expat does not read by itself;
// empty otherwise. The declaration is ASCII in every encoding that this asks for.
std::string_view foreign_encoding(std::string_view text, std::string& label) {
  label.clear();
  if (!text.starts_with("<?xml")) return {};
  const std::string_view head = text.substr(0, std::min<std::size_t>(text.find("?>"), 1024));
  std::size_t at = head.find("encoding");
  if (at == head.npos) return {};
  at = head.find_first_of("'\"", at);
  if (at == head.npos) return {};
  const std::size_t end = head.find(head[at], at + 1);
  if (end == head.npos) return {};
  label = head.substr(at + 1, end - at - 1);
  const std::string folded = lower_ascii(label);
  for (const std::string_view own : {"utf-8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "us-ascii"}) {
    if (folded == own) return {};
  }
  return find_encoding(label);
}

std::string_view local_name(std::string_view name) {
  const auto colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

// What stands behind a root element that is complete.
std::string describe_rest(std::string_view rest) {
  if (rest.find_first_not_of('\0') == rest.npos)
    return fmt::format("{} behind the root element", counted(static_cast<std::int64_t>(rest.size()), "zero byte"));
  return fmt::format("more behind the root element: {}", quote(rest, 40));
}

class XmlCheck final : public Check {
 public:
  XmlCheck(std::string_view format, std::string root) : format_(format), root_(std::move(root)) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = format_;
    out.coverage = Coverage::kContent;
    std::string_view text = as_text(artifact.bytes);
    const std::string_view foreign = foreign_encoding(text, label_);
    if (!foreign.empty()) {
      const auto decoded = decoder_.decode(artifact.bytes, foreign, out);
      if (!decoded || decoded->cut) return;
      text = decoded->text;
    }
    start(!foreign.empty());
    const XML_Error error = feed(text);
    if (error != XML_ERROR_NONE) {
      if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
      const auto run = lost_block(error, text);
      if (!run) {
        explain(error, text, out);
      } else if (!zeros_are_said(out)) {
        out.faults.push_back(*run);
      }
    }
    if (walk_.elements > 0) {
      out.add("root", escaped(walk_.root, 64));
      out.add("elements", static_cast<std::int64_t>(walk_.elements));
      out.add("depth", static_cast<std::int64_t>(walk_.depth));
      if (error == XML_ERROR_NONE && !root_.empty() && walk_.root != root_ && local_name(walk_.root) != root_) {
        out.fault("file.wrong-type", Severity::kFail,
                  fmt::format("the root element is {}, {} was required", quote(walk_.root, 64), quote(root_, 64)));
      }
    }
    // What one document made it grow by is not kept for the next ones.
    if (artifact.bytes.size() > kKeep) parser_.reset();
  }

 private:
  static constexpr std::size_t kKeep = 1024 * 1024;

  void start(bool converted) {
    const char* const encoding = converted ? "UTF-8" : nullptr;  // overrides what the document declares
    if (parser_ == nullptr || XML_ParserReset(parser_.get(), encoding) != XML_TRUE) {
      parser_.reset(XML_ParserCreate(encoding));
      if (parser_ == nullptr) throw std::bad_alloc();
    }
    walk_ = Walk{parser_.get(), {}};
    at_end_ = false;
    XML_SetUserData(parser_.get(), &walk_);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_SetAttlistDeclHandler(parser_.get(), on_attribute);
  }

  XML_Error feed(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); at += kStep) {
      const std::string_view step = text.substr(at, kStep);
      if (XML_Parse(parser_.get(), step.data(), static_cast<int>(step.size()), XML_FALSE) != XML_STATUS_OK) {
        return XML_GetErrorCode(parser_.get());
      }
    }
    at_end_ = true;
    return XML_Parse(parser_.get(), nullptr, 0, XML_TRUE) == XML_STATUS_OK ? XML_ERROR_NONE
                                                                           : XML_GetErrorCode(parser_.get());
  }

  // The error is a block of zero bytes inside the document.
  std::optional<Fault> lost_block(XML_Error error, std::string_view text) const {
    const std::size_t at = offset(text.size());
    const bool zero = error == XML_ERROR_INVALID_TOKEN && at < text.size() && text[at] == '\0';
    return zero && !walk_.root_closed ? find_zero_run(as_bytes(text)) : std::nullopt;
  }

  void explain(XML_Error error, std::string_view text, Observation& out) const {
    const auto fail = [&](std::string_view code, std::string message) {
      out.fault(code, Severity::kFail, fmt::format("{} ({})", message, where()));
    };
    const std::size_t at = offset(text.size());
    const std::string_view rest = text.substr(at);
    if (walk_.limit != nullptr) return fail("file.limit", walk_.limit);
    if (error == XML_ERROR_AMPLIFICATION_LIMIT_BREACH) {
      return fail("file.limit", "its entities grow to more than a hundred times its size");
    }
    if (error == XML_ERROR_UNKNOWN_ENCODING) {
      return fail("file.unsupported", fmt::format("nothing here reads the encoding {}", quote(label_, 64)));
    }
    if (error == XML_ERROR_INCORRECT_ENCODING) {
      return fail("file.encoding", label_.empty() ? "it declares an encoding that it is not in"
                                                  : fmt::format("it declares {}, and is not", quote(label_, 64)));
    }
    if (at_end_) {
      return fail("file.truncated",
                  walk_.elements == 0 ? "the text ends before the root element begins"
                  : walk_.root_closed ? "the text ends inside of what follows the root element"
                  : error == XML_ERROR_NO_ELEMENTS
                      ? fmt::format("the text ends, and {} not closed",
                                    walk_.open == 1 ? "1 element is"
                                                    : fmt::format("{} elements are",
                                                                  grouped(static_cast<std::int64_t>(walk_.open))))
                      : fmt::format("the text ends: {}", XML_ErrorString(error)));
    }
    if (walk_.root_closed && !rest.empty()) return fail("file.trailing-data", describe_rest(rest));
    if (error == XML_ERROR_INVALID_TOKEN && !rest.empty() && (rest[0] & '\x80') != 0 && utf8_sequence(rest) == 0) {
      return fail("file.encoding",
                  fmt::format("not the encoding that it should be from {} on", quote(rest.substr(0, 4))));
    }
    fail("file.syntax", fmt::format("{}: {}", XML_ErrorString(error), quote(rest, 40)));
  }

  std::string where() const {
    return fmt::format("line {}, column {}", XML_GetCurrentLineNumber(parser_.get()),
                       XML_GetCurrentColumnNumber(parser_.get()) + 1);
  }

  std::size_t offset(std::size_t size) const {
    const XML_Index index = XML_GetCurrentByteIndex(parser_.get());
    return index < 0 ? size : std::min(size, static_cast<std::size_t>(index));
  }

  std::string_view format_;
  std::string root_;
  std::unique_ptr<XML_ParserStruct, FreeParser> parser_;
  TextDecoder decoder_;
  Walk walk_{};
  bool at_end_ = false;  // the error came when the end was announced
  std::string label_;    // of the encoding that the document declares
};

Result<std::unique_ptr<Check>> prepare_xml(const Options& options, const Wanted&) {
  std::string root;
  if (const auto at = options.find("root"); at != options.end()) {
    const auto* word = std::get_if<std::string>(&at->second);
    if (word == nullptr || word->empty()) return bad_question("option root: the name of an element expected");
    root = *word;
  }
  return std::make_unique<XmlCheck>(kXmlFormats[0], std::move(root));
}

Result<std::unique_ptr<Check>> prepare_svg(const Options&, const Wanted&) {
  return std::make_unique<XmlCheck>(kSvgFormats[0], "svg");
}

}  // namespace

std::string expat_version() {
  const XML_Expat_Version version = XML_ExpatVersionInfo();
  return fmt::format("expat {}.{}.{}", version.major, version.minor, version.micro);
}

extern const Type kXmlType;
const Type kXmlType{"xml", "file",     "XML document, well-formed", kXmlFormats, kMeasures, kFindings, kXmlOptions,
                    {},    prepare_xml};

extern const Type kSvgType;
const Type kSvgType{"svg", "file", "SVG drawing, well-formed", kSvgFormats, kMeasures, kFindings, {}, {}, prepare_svg};

}  // namespace bcheck
