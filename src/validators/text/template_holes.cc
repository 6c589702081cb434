// SPDX-License-Identifier: Apache-2.0
// A hole of a template that nothing was put into: {name} of Python, {{ x }} of Jinja and Mustache, ${x} of shells and
// JavaScript, %(x)s of Python, [Your Name] of models that write letters.
//
// Not between back quotes, and not where other notations write the same: behind a letter, a backslash, _, ^ and closing
// brackets, as in the arguments of LaTeX (\frac{ab}{cd}, x_{max}); a name of one letter is a set of mathematics.
#include <algorithm>
#include <iterator>

#include "validators/text/ascii.h"
#include "validators/text/optional_checks.h"

namespace bcheck {
namespace {

constexpr std::size_t kLongestName = 64;

bool is_name_start(char c) {
  return ascii::is_letter(c) || c == '_';
}

// A name with dots, as in user.name: its length; 0 if there is none of two characters or more.
std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return 0;
  std::size_t end = 1;
  const std::size_t most = std::min(text.size(), kLongestName);
  while (end < most && (ascii::is_alnum(text[end]) || text[end] == '_' || text[end] == '.')) ++end;
  return end >= 2 ? end : 0;
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

// {name}, {name:.2f}, {name!r}. The length; 0 if it is none.
std::size_t single_brace(std::string_view text) {
  if (!text.starts_with('{')) return 0;
  const std::size_t name = name_length(text.substr(1));
  if (name == 0) return 0;
  std::size_t end = 1 + name;
  if (end < text.size() && (text[end] == ':' || text[end] == '!')) {
    const auto in_format = [](char c) {
      return ascii::is_alnum(c) || std::string_view(":!.,<>^+-_%").find(c) != std::string_view::npos;
    };
    const std::size_t most = std::min(text.size(), end + 12);
    while (end < most && in_format(text[end])) ++end;
  }
  return end < text.size() && text[end] == '}' ? end + 1 : 0;
}

// {{ name }}, {{name|upper}}.
std::size_t double_brace(std::string_view text) {
  if (!text.starts_with("{{")) return 0;
  const std::size_t begin = skip_spaces(text, 2);
  const std::size_t name = name_length(text.substr(begin));
  if (name == 0) return 0;
  const std::size_t end = text.substr(0, begin + name + kLongestName).find("}}", begin + name);
  if (end == std::string_view::npos) return 0;
  const std::string_view rest = ascii::trim_blank(text.substr(begin + name, end - begin - name));
  return rest.empty() || rest.front() == '|' ? end + 2 : 0;
}

// ${name}. In LaTeX the same braces go on as a formula.
std::size_t dollar(std::string_view text) {
  const std::size_t length = single_brace(text.substr(1));
  if (length == 0) return 0;
  const char next = 1 + length < text.size() ? text[1 + length] : ' ';
  return std::string_view("_^$\\{").find(next) == std::string_view::npos ? 1 + length : 0;
}

// %(name)s, %(name).2f.
std::size_t percent(std::string_view text) {
  if (!text.starts_with("%(")) return 0;
  const std::size_t name = name_length(text.substr(2));
  if (name == 0 || !text.substr(2 + name).starts_with(')')) return 0;
  std::size_t end = 3 + name;
  while (end < text.size() && end < 12 + name && (ascii::is_digit(text[end]) || text[end] == '.')) ++end;
  return end < text.size() && std::string_view("sdifrgexX").find(text[end]) != std::string_view::npos ? end + 1 : 0;
}

// [Your Name], [Insert Date Here], [Company Name]. A link of Markdown, [your account](...), is none.
std::size_t bracket(std::string_view text) {
  constexpr std::string_view kOrders[]{"your ",    "insert ",      "enter ",    "add your ",
                                       "fill in ", "recipient's ", "recipient "};
  constexpr std::string_view kWhole[]{"name",         "date",         "company",       "company name", "address",
                                      "city, state",  "city",         "phone number",  "email",        "email address",
                                      "job title",    "position",     "first name",    "last name",    "full name",
                                      "product name", "today's date", "customer name", "client name"};
  const std::size_t end = text.substr(0, kLongestName).find(']');
  if (end == std::string_view::npos || end + 1 < 4) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  // Holes are written in capitals: "[your emphasis]" is the remark of an editor.
  if (!ascii::is_upper(inside.front()) || inside.find('\n') != std::string_view::npos) return 0;
  if (end + 1 < text.size() && (text[end + 1] == '(' || text[end + 1] == '[' || text[end + 1] == ':')) return 0;
  const auto orders = [&](std::string_view start) { return ascii::starts_folded(inside, start); };
  const auto is_whole = [&](std::string_view word) { return ascii::equals_folded(inside, word); };
  return std::any_of(std::begin(kOrders), std::end(kOrders), orders) ||
                 std::any_of(std::begin(kWhole), std::end(kWhole), is_whole)
             ? end + 1
             : 0;
}

// Behind these a brace is the argument of something.
bool is_argument(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  return ascii::is_alnum(before) || std::string_view("\\_^}])={").find(before) != std::string_view::npos;
}

std::size_t hole_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  switch (rest.front()) {
    case '{': {
      if (is_argument(text, at) || (at > 0 && text[at - 1] == '$')) return 0;
      const std::size_t twice = double_brace(rest);
      return twice != 0 ? twice : single_brace(rest);
    }
    case '$': return is_argument(text, at) && text[at - 1] != '=' ? 0 : dollar(rest);
    case '%': return percent(rest);
    default: return at > 0 && (ascii::is_alnum(text[at - 1]) || text[at - 1] == ']') ? 0 : bracket(rest);
  }
}

}  // namespace

void check_template(TextSubject& s) {
  std::uint64_t count = 0;
  std::size_t first = 0;
  for (std::size_t at = s.text.find_first_of("{$%["); at != std::string_view::npos;) {
    std::size_t length = hole_length(s.text, at);
    if (length != 0 && !s.quoted(at)) {
      if (count++ == 0) first = at;
    }
    at = s.text.find_first_of("{$%[", at + std::max<std::size_t>(length, 1));
  }
  if (count > 0) s.counted_fault("text.template", Severity::kFail, count, "unfilled hole", first);
}

}  // namespace bcheck
