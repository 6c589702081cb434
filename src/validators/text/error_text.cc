// SPDX-License-Identifier: Apache-2.0
// The message of a program, a library or a proxy in the place of the text.
//
// Only at the start, and but for tracebacks only in short texts: prose about errors ("502 Bad Gateway is a status code
// that ...") is sound, and a message that ended up as a product is little else. A looser version flagged 19 jokes of a
// collection of fortunes; this one nothing in 146,908 sound texts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"
#include "validators/text/ascii.h"
#include "validators/text/checks.h"
#include "validators/text/error_phrases.h"
#include "validators/text/utf8.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kShort = 600;     // code points
constexpr std::uint64_t kShortCjk = 100;  // as much text in ideographs

// Beginnings of sentences that programs say. Lower case.
constexpr std::string_view kBeginnings[]{"upstream connect error",
                                         "upstream request timeout",
                                         "upstream timed out",
                                         "no healthy upstream",
                                         "default backend - 404",
                                         "rbac: access denied",
                                         "the model is overloaded",
                                         "the model is currently overloaded",
                                         "that model is currently overloaded",
                                         "the engine is currently overloaded",
                                         "the server had an error",
                                         "the server is overloaded",
                                         "the upstream server is timing out",
                                         "this model's maximum context length is",
                                         "you exceeded your current quota",
                                         "your credit balance is too low",
                                         "incorrect api key provided",
                                         "request failed with status code",
                                         "request too large for",
                                         "httpsconnectionpool(",
                                         "httpconnectionpool(",
                                         "max retries exceeded with",
                                         "terminate called after throwing",
                                         "fatal python error",
                                         "thread 'main' panicked",
                                         "uncaught (in promise)",
                                         "unhandledpromiserejection",
                                         "curl: (",
                                         "[errno ",
                                         "{'error':",
                                         "{\"error\": {\"message\"",
                                         "{\"error\":{\"message\"",
                                         "panic: runtime error",
                                         "an error occurred while processing your request",
                                         "an internal error occurred",
                                         "response ended prematurely",
                                         "prompt is too long:",
                                         "failed to connect to ",
                                         "could not connect to server",
                                         "event: error"};

// Complete messages: what follows is an end, a sign or more of the message, and not a sentence about it.
constexpr std::string_view kMessages[]{"cuda error",
                                       "cuda out of memory",
                                       "cuda runtime error",
                                       "hip error",
                                       "hip out of memory",
                                       "cudnn error",
                                       "cublas error",
                                       "nccl error",
                                       "out of memory error",
                                       "rate limit exceeded",
                                       "rate limit reached",
                                       "rate limit is exceeded",
                                       "too many requests",
                                       "request timed out",
                                       "read timed out",
                                       "request was throttled",
                                       "connection refused",
                                       "connection error",
                                       "connection aborted",
                                       "connection reset by peer",
                                       "connection timed out",
                                       "stream timeout",
                                       "invalid api key",
                                       "insufficient quota",
                                       "insufficient_quota",
                                       "context_length_exceeded",
                                       "rate_limit_exceeded",
                                       "segmentation fault",
                                       "econnrefused",
                                       "econnreset",
                                       "etimedout",
                                       "internal server error",
                                       "service unavailable",
                                       "bad gateway",
                                       "gateway timeout",
                                       "404 page not found",
                                       "internal error",
                                       "unhandled exception",
                                       "the read operation timed out",
                                       "context length exceeded"};

// With these words behind it "Error: ..." is of a program.
constexpr std::string_view kTrade[]{"limit",        "quota",         "timeout",     "timed out",   "token",
                                    "throttl",      "overload",      "unavailable", "connection",  "network",
                                    "server",       "request",       "api",         "authenticat", "unauthorized",
                                    "exceed",       "out of memory", "cuda",        "status code", "http",
                                    "no such file", "invalid",       "failed to",   "unable to",   "internal"};

struct Cjk {
  std::string_view begin;
  bool needs_trade;  // "wrong: ..." is an answer as well
};
constexpr Cjk kCjk[]{
    // Chinese: error, requests too frequent, request failed / timed out, server error / busy, network error, quota
    {"\u9519\u8BEF", true},
    {"\u932F\u8AA4", true},
    {"\u51FA\u9519", true},
    {"\u62A5\u9519", true},
    {"\u5F02\u5E38", true},
    {"\u8BF7\u6C42\u8FC7\u4E8E\u9891\u7E41", false},
    {"\u8BF7\u6C42\u5931\u8D25", false},
    {"\u8BF7\u6C42\u8D85\u65F6", false},
    {"\u8ACB\u6C42\u904E\u65BC\u983B\u7E41", false},
    {"\u8ACB\u6C42\u5931\u6557", false},
    {"\u8BBF\u95EE\u8FC7\u4E8E\u9891\u7E41", false},
    {"\u64CD\u4F5C\u8FC7\u4E8E\u9891\u7E41", false},
    {"\u670D\u52A1\u5668\u9519\u8BEF", false},
    {"\u670D\u52A1\u5668\u5185\u90E8\u9519\u8BEF", false},
    {"\u670D\u52A1\u5668\u7E41\u5FD9", false},
    {"\u4F3A\u670D\u5668\u932F\u8AA4", false},
    {"\u7CFB\u7EDF\u7E41\u5FD9", false},
    {"\u7CFB\u7EDF\u9519\u8BEF", false},
    {"\u7F51\u7EDC\u9519\u8BEF", false},
    {"\u7F51\u7EDC\u5F02\u5E38", false},
    {"\u7F51\u7EDC\u8FDE\u63A5\u5931\u8D25", false},
    {"\u8FDE\u63A5\u8D85\u65F6", false},
    {"\u8C03\u7528\u5931\u8D25", false},
    {"\u5185\u90E8\u9519\u8BEF", false},
    // Japanese: error, an error occurred, too many requests, server / network error, rate limit
    {"\u30A8\u30E9\u30FC\u304C\u767A\u751F", false},
    {"\u30A8\u30E9\u30FC", true},
    {"\u30EA\u30AF\u30A8\u30B9\u30C8\u304C\u591A\u3059\u304E", false},
    {"\u30EA\u30AF\u30A8\u30B9\u30C8\u306B\u5931\u6557", false},
    {"\u30B5\u30FC\u30D0\u30FC\u30A8\u30E9\u30FC", false},
    {"\u30B5\u30FC\u30D0\u30A8\u30E9\u30FC", false},
    {"\u5185\u90E8\u30B5\u30FC\u30D0\u30FC\u30A8\u30E9\u30FC", false},
    {"\u901A\u4FE1\u30A8\u30E9\u30FC", false},
    {"\u63A5\u7D9A\u30A8\u30E9\u30FC", false},
    {"\u30CD\u30C3\u30C8\u30EF\u30FC\u30AF\u30A8\u30E9\u30FC", false},
    {"\u30B7\u30B9\u30C6\u30E0\u30A8\u30E9\u30FC", false},
    {"\u30EC\u30FC\u30C8\u5236\u9650", false},
    // Korean: error, an error occurred, too many requests, server error
    {"\uC624\uB958\uAC00 \uBC1C\uC0DD", false},
    {"\uC624\uB958", true},
    {"\uC694\uCCAD\uC774 \uB108\uBB34 \uB9CE", false},
    {"\uC11C\uBC84 \uC624\uB958", false}};

// request, frequent, timeout (3), limit (2), server (2), network (2), connection (3), failed, quota, later, try again
constexpr std::string_view kCjkTrade[]{"\u8BF7\u6C42",
                                       "\u8ACB\u6C42",
                                       "\u9891\u7E41",
                                       "\u983B\u7E41",
                                       "\u8D85\u65F6",
                                       "\u903E\u6642",
                                       "\u8D85\u6642",
                                       "\u9650\u5236",
                                       "\u4E0A\u9650",
                                       "\u670D\u52A1\u5668",
                                       "\u4F3A\u670D\u5668",
                                       "\u7F51\u7EDC",
                                       "\u7DB2\u8DEF",
                                       "\u8FDE\u63A5",
                                       "\u9023\u7DDA",
                                       "\u63A5\u7D9A",
                                       "\u8C03\u7528",
                                       "\u989D\u5EA6",
                                       "\u914D\u989D",
                                       "\u4F59\u989D\u4E0D\u8DB3",
                                       "\u7A0D\u540E",
                                       "\u7A0D\u5F8C",
                                       "\u63A5\u53E3",
                                       "\u30EA\u30AF\u30A8\u30B9\u30C8",
                                       "\u30BF\u30A4\u30E0\u30A2\u30A6\u30C8",
                                       "\u30B5\u30FC\u30D0",
                                       "\u3057\u3070\u3089\u304F",
                                       "\u518D\u8A66\u884C",
                                       "\u901A\u4FE1",
                                       "\u30C8\u30FC\u30AF\u30F3",
                                       "\uC694\uCCAD",
                                       "\uC11C\uBC84",
                                       "\uC2DC\uAC04 \uCD08\uACFC",
                                       "\uC5F0\uACB0",
                                       "\uC7A0\uC2DC",
                                       "API",
                                       "token",
                                       "GPU",
                                       "CUDA",
                                       "HTTP",
                                       "429",
                                       "500",
                                       "502",
                                       "503",
                                       "504"};

// Marks and emoji that loggers and bots put before a message.
std::string_view without_decoration(std::string_view text) {
  for (int n = 0; n < 8 && !text.empty(); ++n) {
    const utf8::CodePoint c = utf8::decode(text, 0);
    const CodeClass code_class = class_of(c.value);
    const bool mark = c.value < 0x80 && std::string_view("[(*#>!-+ \t\n").find(text.front()) != std::string_view::npos;
    if (!mark && code_class != CodeClass::kEmoji && code_class != CodeClass::kInvisible && !is_white(code_class)) break;
    text.remove_prefix(c.length);
  }
  return text;
}

// Not in the middle of a sentence: the end, a sign, or a preposition that programs go on with.
bool message_ends(std::string_view rest) {
  if (rest.empty() || !(ascii::is_alnum(rest.front()) || ascii::is_blank(rest.front()) || rest.front() == '_'))
    return true;
  if (rest.front() != ' ') return ascii::is_blank(rest.front());
  rest = ascii::trim_blank(rest);
  for (const std::string_view word : {"for ", "on ", "in organization", "while ", "please", "try again"}) {
    if (ascii::starts_folded(rest, word)) return true;
  }
  return rest.empty() || !ascii::is_letter(rest.front());
}

// "RuntimeError: ...", "requests.exceptions.ReadTimeout: ...", "java.lang.NullPointerException" alone on its line.
bool is_exception(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (ascii::is_alnum(text[end]) || text[end] == '_' || text[end] == '.')) ++end;
  const std::string_view name = text.substr(0, end);
  const std::string_view rest = text.substr(end);
  if (!rest.empty() && rest.front() != ':' && rest.front() != '\n' && rest.front() != '\r') return false;
  if (rest.starts_with("::")) return false;
  const std::size_t dot = name.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? name : name.substr(dot + 1);
  if (last.empty() || !ascii::is_upper(last.front())) return false;
  for (const std::string_view suffix : {"Error", "Exception", "Timeout", "KeyboardInterrupt"}) {
    if (!last.ends_with(suffix)) continue;
    return last.size() > suffix.size() || dot != std::string_view::npos || suffix == "KeyboardInterrupt";
  }
  return false;
}

// "Error code: 429 - ...", "HTTP Error 503: ...", "HTTP 429": words of this kind and then the number.
bool is_numbered(std::string_view text) {
  bool any = false;
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view word : {"http", "error", "status", "code", "api"}) {
      if (!ascii::starts_folded(text, word)) continue;
      text.remove_prefix(word.size());
      while (!text.empty() && (text.front() == ' ' || text.front() == ':')) text.remove_prefix(1);
      any = more = true;
    }
  }
  std::size_t length = 0;
  if (!any || !is_error_status(ascii::leading_number(text, length))) return false;
  return message_ends(text.substr(length));
}

bool is_trade_error(std::string_view text) {
  for (const std::string_view word : {"error", "exception", "fatal", "failed", "err"}) {
    if (!ascii::starts_folded(text, word)) continue;
    const std::string_view rest = text.substr(word.size());
    const bool sign = rest.starts_with(':') || rest.starts_with(']') || rest.starts_with(")") ||
                      rest.starts_with(" -") || rest.starts_with("*");
    if (!sign) continue;
    return std::any_of(std::begin(kTrade), std::end(kTrade), [&](std::string_view trade) {
      return ascii::find_folded(rest, trade) != std::string_view::npos;
    });
  }
  return false;
}

bool is_cjk_error(std::string_view text) {
  for (const Cjk& phrase : kCjk) {
    if (!text.starts_with(phrase.begin)) continue;
    if (!phrase.needs_trade) return true;
    const std::string_view rest = text.substr(phrase.begin.size());
    for (const std::string_view sign : {":", "\uFF1A", "]", "\u3011", "\uFF0C", "\u3001"}) {
      if (!rest.starts_with(sign)) continue;
      return std::any_of(std::begin(kCjkTrade), std::end(kCjkTrade),
                         [&](std::string_view trade) { return rest.find(trade) != std::string_view::npos; });
    }
  }
  return false;
}

bool is_status_line(std::string_view text) {
  const std::string_view line = ascii::trim_blank(text.substr(0, text.find('\n')));
  if (line == "Not Found" || line == "Unauthorized" || line == "Forbidden") return line.size() == text.size();
  return is_bare_status(line, false);
}

bool is_xml_error(std::string_view text) {
  if (text.starts_with("<?xml")) {
    const std::size_t end = text.find("?>");
    if (end == std::string_view::npos) return false;
    text = ascii::trim_blank(text.substr(end + 2));
  }
  return text.starts_with("<Error>");
}

// What the phrases of both lists begin with.
constexpr std::array<bool, 256> kFirst = [] {
  std::array<bool, 256> first{};
  for (const std::string_view phrase : kBeginnings) first[static_cast<unsigned char>(phrase.front())] = true;
  for (const std::string_view phrase : kMessages) first[static_cast<unsigned char>(phrase.front())] = true;
  return first;
}();

bool is_phrase(std::string_view text) {
  if (text.empty() || !kFirst[static_cast<unsigned char>(ascii::folded(text.front()))]) return false;
  const auto begins = [&](std::string_view phrase) { return ascii::starts_folded(text, phrase); };
  if (std::any_of(std::begin(kBeginnings), std::end(kBeginnings), begins)) return true;
  const auto says = [&](std::string_view phrase) { return begins(phrase) && message_ends(text.substr(phrase.size())); };
  return std::any_of(std::begin(kMessages), std::end(kMessages), says);
}

bool is_short_error(std::string_view text) {
  return is_phrase(text) || is_exception(text) || is_numbered(text) || is_trade_error(text) || is_status_line(text);
}

}  // namespace

void check_error_text(TextSubject& s) {
  const std::string_view text = without_decoration(s.trimmed);
  const bool traceback = text.starts_with("Traceback (most recent call last)");
  const bool short_error = s.profile.chars <= kShort &&
                           (is_short_error(text) || (text.size() != s.trimmed.size() && is_short_error(s.trimmed)) ||
                            is_xml_error(s.trimmed));
  const bool cjk_error = s.profile.chars <= kShortCjk && s.profile.non_ascii() > 0 && is_cjk_error(text);
  if (!traceback && !short_error && !cjk_error) return;
  s.fault("text.error-text", Severity::kFail,
          fmt::format("the message of {} and no text: {}", traceback ? "a program that failed" : "an error",
                      quote(s.trimmed, 60)));
}

}  // namespace bcheck
