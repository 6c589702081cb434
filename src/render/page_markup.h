// SPDX-License-Identifier: Apache-2.0
// The few ways in which text gets into a page (render/page.h). All of them take anything.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bcheck/outcome.h"

namespace bcheck {

// Markup for the content of an element, or of an attribute in double quotes. A name (key, path, value of a group): what
// acts on a display is spelled out, `\x00`, `\u{202e}`.
std::string html_name(std::string_view name);
// The same of a sentence, in which foreign bytes have been escaped before.
std::string html_sentence(std::string_view text);
// The same of a product's own text: its line feeds stay.
std::string html_excerpt(std::string_view text);

// The start of a text that is not longer than `most` code points, with "..." where something was cut off.
std::string cut(std::string_view text, std::size_t most);

// A key as it stands on the page: the same everywhere, since the script finds rows by it.
inline std::string key_on_page(std::string_view key) {
  return cut(key, 300);
}

inline constexpr std::size_t kPathOnPage = 500;  // code points, likewise

// A fragment of a URL: all but letters, digits, `-`, `_` and `.` as %XX of the text that html_name shows.
std::string fragment(std::string_view name);

// A JSON string that may stand in a <script>: `<`, `>`, `&`, U+2028 and U+2029 as \uXXXX, so that no browser finds
// markup in it. Of a name and of a sentence as above.
void append_script_name(std::string& out, std::string_view name);
void append_script_sentence(std::string& out, std::string_view text);
void append_script_excerpt(std::string& out, std::string_view text);

// A number for people: whole ones with commas, others with 5 significant digits.
std::string figure(double value);

// `<b class="s fail">fail</b>`: never by colour alone.
std::string status_badge(Status status);

// A bar from the left, of `part` in `whole` of its width, at least a visible sliver where part > 0. No text: beside it
// stands the number.
std::string bar(std::int64_t part, std::int64_t whole, std::string_view css_class);

// One bar of several parts, in order.
struct BarPart {
  std::int64_t count = 0;
  std::string_view css_class;
};
std::string stacked_bar(std::span<const BarPart> parts, std::string_view label);

}  // namespace bcheck
