// SPDX-License-Identifier: Apache-2.0
#include "render/page_frame.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "render/page_assets.h"

namespace bcheck {
namespace {

// A source of a content security policy: this text and no other.
std::string source_of(std::string_view text) {
  const Digest digest = sha256(as_bytes(text));
  std::string bytes;
  for (const unsigned char byte : digest) bytes += static_cast<char>(byte);
  return fmt::format("'sha256-{}'", base64(bytes));
}

}  // namespace

std::string page_start(std::string_view title, std::string_view script) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; script-src {}; img-src "
      "data:; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"bcheck\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{} - bcheck</title>\n<style>{}</style>\n</head>\n<body>\n",
      source_of(kPageStyle), source_of(script), title, kPageStyle);
}

void write_sections(std::span<const PageSection> sections, const Sink& sink) {
  std::string links;
  for (const PageSection& section : sections) {
    if (!section.markup.empty()) links += fmt::format("<a href=\"#{}\">{}</a>\n", section.name, section.title);
  }
  sink("<nav aria-label=\"sections\">\n" + links + "</nav>\n<main>\n");
  for (const PageSection& section : sections) sink(section.markup);
  sink("</main>\n");
}

void write_data(const Sink& sink, std::string_view css_class, std::string_view elements) {
  sink(fmt::format("<script type=\"application/json\" class=\"{}\">[", css_class));
  sink(elements);
  sink("]</script>\n");
}

std::string page_end(std::string_view script) {
  return fmt::format("<script>{}</script>\n</body>\n</html>\n", script);
}

}  // namespace bcheck
