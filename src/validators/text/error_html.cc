// SPDX-License-Identifier: Apache-2.0
// The page of a gateway, a proxy or a challenge in the place of the text. A page as such is text: many products are.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/error_phrases.h"

namespace bcheck {
namespace {

constexpr std::size_t kHead = 16 * 1024;  // title and first heading stand above this, or nowhere

bool is_page(std::string_view text) {
  while (text.starts_with("<!--") || text.starts_with("<?xml")) {
    const std::size_t end = text.find(text[1] == '!' ? "-->" : "?>");
    if (end == std::string_view::npos) return false;
    text = ascii::trim_blank(text.substr(end + (text[1] == '!' ? 3 : 2)));
  }
  return ascii::starts_folded(text, "<!doctype html") || ascii::starts_folded(text, "<html") ||
         ascii::starts_folded(text, "<head>") || ascii::starts_folded(text, "<title>");
}

// Markup removed, white space kept; what stands in style and script left out.
std::string words_of(std::string_view html) {
  std::string out;
  for (std::size_t at = 0; at < html.size();) {
    if (html[at] != '<') {
      out += html[at++];
      continue;
    }
    for (const std::string_view hidden : {"style", "script"}) {
      if (!ascii::starts_folded(html.substr(at + 1), hidden)) continue;
      const std::size_t end = ascii::find_folded(html, hidden == "style" ? "</style" : "</script", at);
      at = std::min(end, html.size() - 1);
    }
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
    if (!out.empty() && out.back() != '\n') out += '\n';  // a tag ends the line: headings, paragraphs, breaks
  }
  return out;
}

// What stands between <name ...> and </name>; empty without such an element.
std::string_view element(std::string_view html, std::string_view open, std::string_view close) {
  const std::size_t tag = ascii::find_folded(html, open);
  if (tag == std::string_view::npos) return {};
  const std::size_t begin = html.find('>', tag);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = ascii::find_folded(html, close, begin);
  return html.substr(begin + 1, end == std::string_view::npos ? end : end - begin - 1);
}

}  // namespace

void check_error_html(TextSubject& s) {
  if (!is_page(s.trimmed)) return;
  const std::string_view head = s.trimmed.substr(0, kHead);
  const auto say = [&](std::string_view place, std::string_view what) {
    s.fault("text.error-html", Severity::kFail,
            fmt::format("an error page and no text: {} is {}", place, quote(ascii::trim_blank(what), 60)));
  };
  const std::string_view title = element(head, "<title", "</title");
  const std::string_view heading = element(head, "<h1", "</h1");
  if (is_error_title(ascii::trim_blank(title))) return say("the title", title);
  const std::string heading_words = words_of(heading);
  if (is_error_title(ascii::trim_blank(heading_words))) return say("the first heading", heading_words);
  if (!title.empty() || !heading.empty()) return;
  const std::string words = words_of(head);
  const std::string_view trimmed = ascii::trim_blank(words);
  const std::string_view line = trimmed.substr(0, trimmed.find('\n'));
  if (is_error_title(line)) say("the first line", line);
}

}  // namespace bcheck
