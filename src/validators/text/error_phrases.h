// SPDX-License-Identifier: Apache-2.0
// The words in which servers, proxies and libraries say that something failed.
#pragma once

#include <string_view>

namespace bcheck {

// A client or server error of HTTP that is assigned or in common use.
bool is_error_status(int number);

// Does the text consist of nothing but a status: "502 Bad Gateway", "HTTP/1.1 404 Not Found", "Error 429 (Too Many
// Requests)!!1", "Just a moment..."? Words of another kind make it something else: "404 ways to cook an egg".
// In the title of a page more is a status than in a line of text, where people say "Not found" too. Longer than 100
// bytes is no status.
bool is_bare_status(std::string_view line, bool title);

// Does one segment of a page title, cut at "|", ":" and dashes between blanks, say so?
bool is_error_title(std::string_view title);

}  // namespace bcheck
