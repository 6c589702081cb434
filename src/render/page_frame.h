// SPDX-License-Identifier: Apache-2.0
// What every page of bcheck that has a script stands in: the head with its policy (CSP), which allows this one style
// sheet and this one script by their hashes, links to its sections, the script at its end. What a page says of itself
// beside that is render/page.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/show.h"

namespace bcheck {

// From the doctype to <body>. `title` is markup; `script` what page_end() is given.
std::string page_start(std::string_view title, std::string_view script);

// A link for each section that is not empty, then the sections themselves.
struct PageSection {
  std::string_view name;   // its id
  std::string_view title;  // of the link
  std::string markup;      // empty: the page has no such section
};
void write_sections(std::span<const PageSection> sections, const Sink& sink);

// Data of the script: `elements` of an array, which page_table.cc finds by their class.
void write_data(const Sink& sink, std::string_view css_class, std::string_view elements);

std::string page_end(std::string_view script);

}  // namespace bcheck
