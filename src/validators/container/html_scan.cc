// SPDX-License-Identifier: Apache-2.0
#include "validators/container/html_scan.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace bcheck {
namespace {

enum Traits : unsigned {
  kCloses = 1,   // its end tag may not be left out, and readers rarely forget it
  kRaw = 2,      // its text holds no tags
  kShows = 4,    // it is content, or makes some, without text of its own
  kForeign = 8,  // it holds XML: CDATA sections, elements that close themselves
};

struct Element {
  std::string_view name;
  unsigned traits;
};

// Sorted by name. Elements whose end tag may be left out (p, li, td, ...) and void ones are not here.
constexpr std::array kElements{
    Element{"article", kCloses},
    Element{"aside", kCloses},
    Element{"audio", kCloses | kShows},
    Element{"blockquote", kCloses},
    Element{"button", kCloses},
    Element{"canvas", kCloses | kShows},
    Element{"details", kCloses},
    Element{"div", kCloses},
    Element{"dl", kCloses},
    Element{"embed", kShows},
    Element{"figure", kCloses},
    Element{"footer", kCloses},
    Element{"form", kCloses},
    Element{"frame", kShows},
    Element{"frameset", kShows},
    Element{"h1", kCloses},
    Element{"h2", kCloses},
    Element{"h3", kCloses},
    Element{"h4", kCloses},
    Element{"h5", kCloses},
    Element{"h6", kCloses},
    Element{"header", kCloses},
    Element{"hr", kShows},
    Element{"iframe", kRaw | kShows},
    Element{"img", kShows},
    Element{"input", kShows},
    Element{"main", kCloses},
    Element{"math", kCloses | kShows | kForeign},
    Element{"nav", kCloses},
    Element{"noembed", kRaw},
    Element{"noframes", kRaw},
    Element{"object", kCloses | kShows},
    Element{"ol", kCloses},
    Element{"pre", kCloses},
    Element{"script", kRaw | kShows},
    Element{"section", kCloses},
    Element{"select", kCloses | kShows},
    Element{"style", kRaw},
    Element{"svg", kCloses | kShows | kForeign},
    Element{"table", kCloses},
    Element{"textarea", kRaw | kShows},
    Element{"title", kRaw},
    Element{"ul", kCloses},
    Element{"video", kCloses | kShows},
    Element{"xmp", kRaw | kShows},
};
static_assert(std::is_sorted(kElements.begin(), kElements.end(), [](auto& a, auto& b) { return a.name < b.name; }));

constexpr std::size_t kLongestName = 10;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool same_folded(std::string_view text, std::string_view lower_case) {
  return text.size() == lower_case.size() &&
         std::equal(text.begin(), text.end(), lower_case.begin(), [](char a, char b) { return lower(a) == b; });
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), xml_(text.starts_with("<?xml")) {}

  HtmlFacts scan() {
    while (at_ < text_.size() && facts_.open == HtmlFacts::Open::kNothing) {
      const std::size_t start = std::min(text_.find('<', at_), text_.size());
      if (!facts_.content) look_for_ink(text_.substr(at_, start - at_));
      at_ = start;
      if (at_ < text_.size()) markup();
    }
    for (std::size_t i = 0; i < kElements.size(); ++i) {
      if (balance_[i] <= 0) continue;
      if (facts_.unclosed == 0) facts_.unclosed_name = kElements[i].name;
      facts_.unclosed += static_cast<std::uint64_t>(balance_[i]);
    }
    return facts_;
  }

 private:
  using Open = HtmlFacts::Open;

  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void left_open(Open what, std::size_t since) {
    facts_.open = what;
    facts_.open_at = since;
    at_ = text_.size();
  }

  void look_for_ink(std::string_view text) {
    facts_.content = std::any_of(text.begin(), text.end(), [](char c) { return !is_blank(c); });
  }

  // At a "<".
  void markup() {
    const char next = peek(1);
    if (at_ + 1 == text_.size() || (next == '/' && at_ + 2 == text_.size())) return left_open(Open::kTag, at_);
    if (is_letter(next)) return tag(at_ + 1, false);
    if (next == '/' && is_letter(peek(2))) return tag(at_ + 2, true);
    if (next == '!') return declaration();
    if (next == '?' || next == '/') return skip_past(">", at_ + 1, Open::kDeclaration);
    facts_.content = true;  // a "<" of the text
    ++at_;
  }

  void skip_past(std::string_view end, std::size_t from, Open what) {
    const std::size_t found = text_.find(end, from);
    if (found == text_.npos) return left_open(what, at_);
    at_ = found + end.size();
  }

  void declaration() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return comment();
    if (rest.starts_with("<![CDATA[") && foreign_ > 0) {
      facts_.content = true;
      return skip_past("]]>", at_, Open::kCdata);
    }
    if (same_folded(rest.substr(2, 7), "doctype")) facts_.doctype = true;
    // What is cut behind "<!" or "<!-" may have been any of them.
    skip_past(">", at_ + 2, Open::kDeclaration);
  }

  // Ends with --> or --!>, and at once with > or ->.
  void comment() {
    const std::string_view inside = text_.substr(at_ + 4);
    if (inside.starts_with('>') || inside.starts_with("->")) {
      at_ += inside[0] == '>' ? 5U : 6U;
      return;
    }
    for (std::size_t end = text_.find("--", at_ + 4); end != text_.npos; end = text_.find("--", end + 1)) {
      const std::string_view behind = text_.substr(end + 2, 2);
      if (behind.starts_with('>') || behind == "!>") {
        at_ = end + (behind[0] == '>' ? 3U : 4U);
        return;
      }
    }
    left_open(Open::kComment, at_);
  }

  void tag(std::size_t name_at, bool end_tag) {
    const std::size_t start = at_;
    std::size_t at = name_at;
    while (at < text_.size() && !is_blank(text_[at]) && text_[at] != '/' && text_[at] != '>') ++at;
    const std::string_view name = text_.substr(name_at, at - name_at);
    at_ = at;
    const bool closes_itself = attributes(start);
    if (facts_.open != Open::kNothing) return;
    if (!end_tag) ++facts_.tags;
    if (same_folded(name, "html")) (end_tag ? facts_.closed : facts_.html) = true;
    if (end_tag && same_folded(name, "body")) facts_.closed = true;
    element(name, end_tag, closes_itself, start);
  }

  void element(std::string_view written, bool end_tag, bool closes_itself, std::size_t start) {
    if (written.size() > kLongestName) return;
    char buffer[kLongestName];
    std::transform(written.begin(), written.end(), buffer, lower);
    const std::string_view name(buffer, written.size());
    const auto* const at = std::lower_bound(kElements.begin(), kElements.end(), name,
                                            [](const Element& e, std::string_view wanted) { return e.name < wanted; });
    if (at == kElements.end() || at->name != name) return;
    std::int64_t& balance = balance_[static_cast<std::size_t>(at - kElements.begin())];
    const bool in_xml = xml_ || foreign_ > 0;
    if (end_tag) {
      if (balance > 0) --balance;  // one without its start closes nothing
      if ((at->traits & kForeign) != 0 && foreign_ > 0) --foreign_;
      return;
    }
    if ((at->traits & kShows) != 0) facts_.content = true;
    // In HTML proper "/>" means nothing, and yet whoever writes <div/> means it closed.
    if (closes_itself && ((at->traits & kRaw) == 0 || in_xml)) return;
    if ((at->traits & kCloses) != 0) ++balance;
    if ((at->traits & kForeign) != 0) ++foreign_;
    if ((at->traits & kRaw) != 0 && foreign_ == 0) raw_text(at->name, start);
  }

  // To behind the end tag of a script, a style, a title. A script that holds "<!-- <script>" needs one more end tag.
  void raw_text(std::string_view name, std::size_t start) {
    bool escaped = false, twice = false;
    const bool script = name == "script";
    while (at_ < text_.size()) {
      while (at_ < text_.size() && text_[at_] != '<' && !(script && text_[at_] == '-')) ++at_;
      if (at_ >= text_.size()) break;
      const std::string_view rest = text_.substr(at_);
      if (script && rest.starts_with("<!--")) {
        escaped = true;
        at_ += 2;  // the dashes may be those of the end, as in <!-->
      } else if (script && rest.starts_with("-->")) {
        escaped = twice = false;
        at_ += 3;
      } else if (rest.starts_with("</") && names(rest.substr(2), name)) {
        if (!twice) {
          at_ += 2 + name.size();
          attributes(start);
          return;
        }
        twice = false;
        at_ += 2;
      } else {
        if (escaped && rest.starts_with('<') && names(rest.substr(1), name)) twice = true;
        ++at_;
      }
    }
    left_open(Open::kRaw, start);
    facts_.open_name = name;
  }

  static bool names(std::string_view text, std::string_view name) {
    return same_folded(text.substr(0, name.size()), name) &&
           (text.size() == name.size() || is_blank(text[name.size()]) || text[name.size()] == '/' ||
            text[name.size()] == '>');
  }

  // From behind the name of a tag to behind its ">". True if it ends with "/>".
  bool attributes(std::size_t start) {
    bool slash = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '>') {
        ++at_;
        return slash;
      }
      slash = c == '/';
      if (slash || is_blank(c)) {
        ++at_;
      } else if (!attribute(start)) {
        return false;
      }
    }
    left_open(Open::kTag, start);
    return false;
  }

  bool attribute(std::size_t start) {
    const std::size_t name_at = at_++;
    while (at_ < text_.size() && text_[at_] != '=' && text_[at_] != '>' && text_[at_] != '/' && !is_blank(text_[at_]))
      ++at_;
    const std::string_view name = text_.substr(name_at, at_ - name_at);
    std::size_t at = at_;
    while (at < text_.size() && is_blank(text_[at])) ++at;
    if (at >= text_.size() || text_[at] != '=') return true;
    ++at;
    while (at < text_.size() && is_blank(text_[at])) ++at;
    at_ = at;
    if (at >= text_.size() || text_[at] == '>') return true;
    std::size_t end = 0;
    const char quote = text_[at];
    if (quote == '"' || quote == '\'') {
      end = text_.find(quote, ++at);
      if (end == text_.npos) {
        left_open(Open::kValue, start);
        return false;
      }
      at_ = end + 1;
    } else {
      end = at;
      while (end < text_.size() && text_[end] != '>' && !is_blank(text_[end])) ++end;
      at_ = end;
    }
    // A page that leads to another one needs nothing to show.
    if (same_folded(name, "http-equiv") && same_folded(text_.substr(at, end - at), "refresh")) facts_.content = true;
    return true;
  }

  std::string_view text_;
  bool xml_;
  std::size_t at_ = 0;
  std::uint64_t foreign_ = 0;  // SVG and MathML elements that are open
  std::array<std::int64_t, kElements.size()> balance_{};
  HtmlFacts facts_;
};

}  // namespace

HtmlFacts scan_html(std::string_view text) {
  HtmlFacts facts = Scanner(text).scan();
  facts.nuls = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\0'));
  if (facts.nuls > 0) facts.first_nul = text.find('\0');
  return facts;
}

std::string declared_html_encoding(std::string_view text) {
  const std::string head = lower_ascii(text.substr(0, 1024));
  const bool xml = head.starts_with("<?xml");
  std::size_t at = head.find(xml ? "encoding" : "charset");
  if (xml && (at == head.npos || at > head.find("?>"))) at = head.find("charset");
  if (at == head.npos) return {};
  at = head.find('=', at);
  if (at == head.npos) return {};
  at = head.find_first_not_of(" \t\r\n\"'", at + 1);
  if (at == head.npos) return {};
  const std::size_t end = head.find_first_of(" \t\r\n\"';/>?", at);
  return std::string(text.substr(at, end == head.npos ? end : end - at));
}

}  // namespace bcheck
