// SPDX-License-Identifier: Apache-2.0
#include "validators/error_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/magic_probe.h"

namespace bcheck {
namespace {

constexpr std::size_t kLargestBody = 64 * 1024;
constexpr std::size_t kLargestPhrase = 1024;
constexpr std::string_view kBlank = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlank);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// {"error" or one of its like as the first member of the one object that the artifact is.
bool is_json_error(std::string_view text) {
  if (text.size() > kLargestBody || !text.starts_with('{') || !trimmed(text).ends_with('}')) return false;
  if (text.find("\n{") != text.npos) return false;  // records, a line each
  const std::string_view inside = trimmed(text.substr(1));
  constexpr std::array<std::string_view, 7> kNames{"\"error\"", "\"errors\"",    "\"message\"",   "\"detail\"",
                                                   "\"fault\"", "\"errorcode\"", "\"error_code\""};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return starts_with_folded(inside, name); });
}

// <Error> as the root, as S3 and those who speak like it answer.
bool is_xml_error(std::string_view text) {
  if (text.size() > kLargestBody) return false;
  if (text.starts_with("<?xml")) {
    const auto end = text.find("?>");
    if (end == text.npos) return false;
    text = trimmed(text.substr(end + 2));
  }
  return text.starts_with("<Error>") || text.starts_with("<Error ") || text.starts_with("<ErrorResponse");
}

bool is_phrase(std::string_view text) {
  if (text.size() > kLargestPhrase) return false;
  constexpr std::array<std::string_view, 16> kPhrases{"not found",
                                                      "404 ",
                                                      "404:",
                                                      "access denied",
                                                      "accessdenied",
                                                      "forbidden",
                                                      "unauthorized",
                                                      "bad gateway",
                                                      "bad request",
                                                      "gateway timeout",
                                                      "internal server error",
                                                      "service unavailable",
                                                      "error code:",
                                                      "invalid credentials",
                                                      "no healthy upstream",
                                                      "upstream connect error"};
  return std::any_of(kPhrases.begin(), kPhrases.end(), [&](std::string_view p) { return starts_with_folded(text, p); });
}

std::string_view title_of(std::string_view page) {
  const std::string_view head = page.substr(0, 4096);
  for (std::size_t at = head.find('<'); at != head.npos; at = head.find('<', at + 1)) {
    if (!starts_with_folded(head.substr(at), "<title>")) continue;
    const auto end = head.find('<', at + 7);
    return trimmed(head.substr(at + 7, end == head.npos ? 80 : end - at - 7));
  }
  return {};
}

}  // namespace

ErrorBody find_error_body(Bytes bytes) {
  const std::string_view text = text_start(bytes);
  if (text.empty()) return {};
  if (starts_with_folded(text, "<!doctype html") || starts_with_folded(text, "<html") ||
      starts_with_folded(text, "<head>") || starts_with_folded(text, "<center><h1>")) {
    const std::string_view head = text.substr(0, 512);
    const bool xhtml = head.find("http://www.w3.org/1999/xhtml") != head.npos || head.find("DTD XHTML") != head.npos;
    return {Body::kHtml, xhtml};
  }
  if (is_xml_error(text)) return {Body::kXml};
  if (is_json_error(text)) return {Body::kJson};
  if (is_phrase(text)) return {Body::kPhrase};
  return {};
}

std::string describe_body(const ErrorBody& body, Bytes bytes) {
  const std::string_view text = text_start(bytes);
  switch (body.kind) {
    case Body::kNone: break;
    case Body::kHtml: {
      const std::string_view title = title_of(text);
      return title.empty() ? "an HTML page" : fmt::format("an HTML page titled {}", quote(title, 80));
    }
    case Body::kXml: return "the XML error answer of a server";
    case Body::kJson: return fmt::format("a JSON error answer, {}", quote(text, 80));
    case Body::kPhrase: return fmt::format("the text {}", quote(trimmed(text), 80));
  }
  return {};
}

bool is_lfs_pointer(Bytes bytes) {
  if (bytes.size() >= 1024) return false;
  const std::string_view text = as_text(bytes);
  for (const std::string_view start : {"version https://git-lfs.github.com/spec/v",
                                       "version https://hawser.github.com/spec/v", "version http://git-media.io/v/"}) {
    if (text.starts_with(start)) return true;
    if (text.starts_with("<<<<<<< ") && text.find(start) != text.npos) return true;
  }
  return false;
}

}  // namespace bcheck
