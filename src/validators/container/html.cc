// SPDX-License-Identifier: Apache-2.0
// Type html: a page, or a part of one.
//
// HTML forgives everything, so that only what no sound page shows is a fault: a tag, a comment or a script that is open
// at the end; a page that neither closes its <html> nor the elements in it whose end tag may not be left out. That
// </html> alone is missing is legal and warns: of 973 pages in use 86 lack it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "bcheck/validator.h"
#include "validators/container/characters.h"
#include "validators/container/html_scan.h"
#include "validators/container/text_decoder.h"
#include "validators/container/transcode.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 1> kFormats{"html"};

constexpr std::array kMeasures{
    kBytes,
    MeasureInfo{"tags", "", "start tags"},
    MeasureInfo{"unclosed", "", "elements without the end tag that they need (div, table, pre, h1, ...)"},
};

constexpr std::array kFindings{
    FindingInfo{"file.bad-signature", Severity::kFail, "text without a single tag"},
    FindingInfo{"file.empty", Severity::kFail, "nothing that a page shows: no text, no picture, no script"},
    FindingInfo{"file.encoding", Severity::kFail, "not the encoding that it declares, or UTF-8 where it declares none"},
    FindingInfo{
        "file.syntax", Severity::kFail,
        "NUL bytes; a tag, comment or script that is never closed, in a page that ends with </html>, only warns"},
    FindingInfo{"file.truncated", Severity::kFail,
                "it ends inside a tag, comment, script or element; that </html> alone is missing only warns"},
    FindingInfo{"file.unsupported", Severity::kFail, "an encoding that this system cannot convert"},
};

constexpr std::array kOptions{
    OptionInfo{"require_close", kFlag, "whether a page without </html> or </body> fails; absent: false"},
};

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;

class HtmlCheck final : public Check {
 public:
  explicit HtmlCheck(bool require_close) : require_close_(require_close) {}

  void run(const Artifact& artifact, Observation& out) override {
    out.format = kFormats[0];
    out.coverage = Coverage::kStructure;
    const std::string_view bytes = as_text(artifact.bytes);
    const std::string label = declared_html_encoding(bytes);
    const auto decoded = decoder_.decode(artifact.bytes, encoding_of(bytes, label), out);
    if (!decoded) return;
    const HtmlFacts facts = scan_html(decoded->text);
    if (facts.nuls > 0) {
      out.fault("file.syntax", kFail,
                fmt::format("{}, the first at {}", counted(static_cast<std::int64_t>(facts.nuls), "NUL byte"),
                            place(decoded->text, facts.first_nul)));
    }
    if (!decoded->cut) check_end(decoded->text, facts, out);
    if (facts.tags == 0 && !facts.doctype && facts.open == HtmlFacts::Open::kNothing) {
      out.fault(facts.content ? "file.bad-signature" : "file.empty", kFail,
                facts.content ? "there is not one tag in it" : "there is nothing in it");
    } else if (!facts.content && facts.open == HtmlFacts::Open::kNothing) {
      out.fault("file.empty", kFail, "the page shows nothing: no text, no picture, no script");
    }
    out.add("tags", static_cast<std::int64_t>(facts.tags));
    out.add("unclosed", static_cast<std::int64_t>(facts.unclosed));
  }

 private:
  // UTF-8 unless the bytes are not, and the page says what they are: many pages declare what they are no longer.
  static std::string_view encoding_of(std::string_view bytes, const std::string& label) {
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
    const std::string_view declared = find_encoding(label);
    const bool usable = !declared.empty() && !declared.starts_with("UTF-");
    return usable && first_bad_utf8(bytes) < bytes.size() ? declared : "UTF-8";
  }

  void check_end(std::string_view text, const HtmlFacts& facts, Observation& out) const {
    if (facts.open != HtmlFacts::Open::kNothing) {
      const std::string what = fmt::format("{} that begins in {}", describe(facts), place(text, facts.open_at));
      if (ends_as_page(text)) {
        out.fault("file.syntax", kWarn, what + " is never closed: readers take the rest of the page for a part of it");
      } else {
        out.fault("file.truncated", kFail, "the text ends inside " + what);
      }
      return;
    }
    const bool page = facts.doctype || facts.html;
    if (page ? facts.closed : facts.unclosed == 0) return;
    if (facts.unclosed > 0) {
      out.fault("file.truncated", page ? kFail : kWarn,
                fmt::format("the text ends{} with {} open, a <{}> among them", page ? " without </html> and" : "",
                            counted(static_cast<std::int64_t>(facts.unclosed), "element"), facts.unclosed_name));
    } else {
      out.fault("file.truncated", require_close_ ? kFail : kWarn,
                "neither </html> nor </body> stands in it: legal, and what a cut leaves, too");
    }
  }

  // Nothing was cut off where the last word is </html>.
  static bool ends_as_page(std::string_view text) {
    constexpr std::string_view kEnd = "</html>";
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    return text.size() >= kEnd.size() && lower_ascii(text.substr(text.size() - kEnd.size())) == kEnd;
  }

  static std::string describe(const HtmlFacts& facts) {
    switch (facts.open) {
      case HtmlFacts::Open::kTag: return "a tag";
      case HtmlFacts::Open::kValue: return "an attribute value of a tag";
      case HtmlFacts::Open::kComment: return "a comment";
      case HtmlFacts::Open::kDeclaration: return "a declaration";
      case HtmlFacts::Open::kCdata: return "a CDATA section";
      case HtmlFacts::Open::kRaw: return fmt::format("a <{}>", facts.open_name);
      case HtmlFacts::Open::kNothing: break;
    }
    return {};
  }

  bool require_close_;
  TextDecoder decoder_;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted&) {
  bool require_close = false;
  if (const auto at = options.find("require_close"); at != options.end()) {
    const auto* flag = std::get_if<bool>(&at->second);
    if (flag == nullptr) return bad_question("option require_close: true or false expected");
    require_close = *flag;
  }
  return std::make_unique<HtmlCheck>(require_close);
}

}  // namespace

extern const Type kHtmlType;
const Type kHtmlType{"html", "file", "HTML page or fragment", kFormats, kMeasures, kFindings, kOptions, {}, prepare};

}  // namespace bcheck
