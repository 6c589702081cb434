// SPDX-License-Identifier: Apache-2.0
#include "validators/text/error_phrases.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"
#include "validators/text/ascii.h"

namespace bcheck {
namespace {

constexpr std::size_t kLongest = 100;

// Reason phrases of RFC 9110 and of common gateways, folded: lower case, other signs than letters and digits as one
// space. Each says by itself that something failed.
constexpr std::string_view kReasons[]{"bad gateway",
                                      "bad request",
                                      "method not allowed",
                                      "not acceptable",
                                      "request timeout",
                                      "request time out",
                                      "payload too large",
                                      "request entity too large",
                                      "content too large",
                                      "uri too long",
                                      "unsupported media type",
                                      "unprocessable entity",
                                      "unprocessable content",
                                      "too many requests",
                                      "request header fields too large",
                                      "internal server error",
                                      "server error",
                                      "service unavailable",
                                      "service temporarily unavailable",
                                      "gateway timeout",
                                      "gateway time out",
                                      "http version not supported",
                                      "rate limit exceeded",
                                      "rate limit reached",
                                      "rate limited",
                                      "web server is down",
                                      "origin is unreachable",
                                      "ssl handshake failed",
                                      "web server is returning an unknown error",
                                      "too many connections",
                                      "network error"};

// These say so beside a number, or as the title of a page; by themselves people say them too.
constexpr std::string_view kWeakReasons[]{"not found",
                                          "page not found",
                                          "file not found",
                                          "forbidden",
                                          "unauthorized",
                                          "payment required",
                                          "conflict",
                                          "gone",
                                          "not implemented",
                                          "access denied",
                                          "permission denied",
                                          "temporarily unavailable",
                                          "connection timed out",
                                          "a timeout occurred",
                                          "application error",
                                          "client error",
                                          "unknown error",
                                          "unexpected error",
                                          "error occurred",
                                          "something went wrong",
                                          "temporary error",
                                          "just a moment",
                                          "attention required",
                                          "checking your browser",
                                          "verify you are human",
                                          "are you a robot",
                                          "security check",
                                          "sorry you have been blocked",
                                          "you have been blocked",
                                          "request rejected",
                                          "request blocked",
                                          "the requested url could not be retrieved",
                                          "the request could not be satisfied",
                                          "under maintenance",
                                          "site maintenance"};

// Words that make a number the number of an error, and words that may stand beside them.
constexpr std::string_view kMarkers[]{"error", "errors", "http", "https", "status", "fehler", "erreur"};
constexpr std::string_view kAround[]{"code", "oops", "thats", "the", "an", "a"};

std::string fold(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80) {
      out += ascii::folded(c);
    } else if (c != '\'' && !out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

// Whole words only.
bool takes(std::string_view& text, std::string_view phrase) {
  if (!text.starts_with(phrase)) return false;
  const std::string_view rest = text.substr(phrase.size());
  if (!rest.empty() && rest.front() != ' ') return false;
  text = rest.substr(rest.empty() ? 0 : 1);
  return true;
}

// The number of an error, or the version behind "HTTP/".
bool takes_number(std::string_view& text, bool& status) {
  std::size_t length = 0;
  const int number = ascii::leading_number(text, length);
  if (number < 0 || (length < text.size() && text[length] != ' ')) return false;
  if (is_error_status(number)) {
    status = true;
  } else if (number > 3) {
    return false;
  }
  text.remove_prefix(std::min(length + 1, text.size()));
  return true;
}

bool takes_any(std::string_view& text, const std::string_view* begin, const std::string_view* end) {
  return std::any_of(begin, end, [&](std::string_view phrase) { return takes(text, phrase); });
}

}  // namespace

bool is_error_status(int number) {
  return (number >= 400 && number <= 431) || number == 444 || number == 451 || number == 499 ||
         (number >= 500 && number <= 511) || (number >= 520 && number <= 530) || number == 598 || number == 599;
}

bool is_bare_status(std::string_view line, bool title) {
  if (line.empty() || line.size() > kLongest || line.find('=') != std::string_view::npos) return false;  // code = 400
  const std::string whole = fold(line);
  std::string_view rest = whole;
  bool number = false;
  bool marked = false;
  bool strong = false;
  bool weak = false;
  while (!rest.empty()) {
    if (takes_any(rest, std::begin(kReasons), std::end(kReasons))) {
      strong = true;
    } else if (takes_any(rest, std::begin(kWeakReasons), std::end(kWeakReasons))) {
      weak = true;
    } else if (takes_any(rest, std::begin(kMarkers), std::end(kMarkers))) {
      marked = true;
    } else if (!takes_number(rest, number) && !takes_any(rest, std::begin(kAround), std::end(kAround))) {
      return false;
    }
  }
  // A number by itself may be an answer, or the count of something.
  return strong || (number && (marked || weak)) || (weak && title);
}

bool is_error_title(std::string_view title) {
  if (title.size() > 3 * kLongest) return false;
  if (ascii::equals_folded(title, "error") || ascii::starts_folded(title, "error: ")) return true;
  while (!title.empty()) {
    std::size_t end = title.size();
    std::size_t next = title.size();
    for (const std::string_view cut : {"|", " - ", " \u2013 ", " \u2014 ", " \u00B7 ", ": ", " :: "}) {
      const std::size_t at = title.find(cut);
      if (at >= end) continue;
      end = at;
      next = at + cut.size();
    }
    const std::string_view segment = ascii::trim_blank(title.substr(0, end));
    std::size_t length = 0;
    const bool number_alone = is_error_status(ascii::leading_number(segment, length)) && length == segment.size();
    if (number_alone || is_bare_status(segment, true)) return true;
    title.remove_prefix(next);
  }
  return false;
}

}  // namespace bcheck
