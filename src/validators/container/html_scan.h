// SPDX-License-Identifier: Apache-2.0
// HTML as a browser's tokenizer takes it apart, far enough to say whether the text was cut.
//
// Model: HTML Living Standard, 13.2.5 (tokenization). Every text is HTML to a parser that follows it, so this says only
// what is open at the end: a tag, a comment, a script, elements whose end tag may not be left out (13.1.2.4). One pass,
// no stack, constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bcheck {

struct HtmlFacts {
  enum class Open : unsigned char {
    kNothing,
    kTag,          // a tag, outside of its attribute values
    kValue,        // an attribute value in quotes
    kComment,      // <!-- without -->
    kDeclaration,  // <!... or <?... without >
    kCdata,        // <![CDATA[ in SVG or MathML
    kRaw,          // the text of a script, style, title or textarea
  };

  std::uint64_t tags = 0;  // start tags
  std::uint64_t first_nul = 0;
  std::uint64_t nuls = 0;
  bool doctype = false;
  bool html = false;     // <html>
  bool closed = false;   // </html> or </body> stands somewhere
  bool content = false;  // text outside of tags, or an element that shows or makes something

  Open open = Open::kNothing;  // at the end of the text
  std::size_t open_at = 0;     // where it begins
  std::string_view open_name;  // of kRaw: the element

  // Elements that need an end tag and have none, the tags of each name counted against each other; and one of them.
  std::uint64_t unclosed = 0;
  std::string_view unclosed_name;
};

// `text` is UTF-8. The views of the answer point into static tables.
HtmlFacts scan_html(std::string_view text);

// The encoding that a page declares in its first KiB, by <meta charset>, <meta http-equiv> or an XML declaration; empty
// if it declares none. As written.
std::string declared_html_encoding(std::string_view text);

}  // namespace bcheck
