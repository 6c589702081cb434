// SPDX-License-Identifier: Apache-2.0
// The type `text`: what language models, OCR and speech recognition write.
//
// Bytes first: strict UTF-8 or a fault, nothing is accepted by guessing. Then structure, not language: classes of code
// points, whole-text and text-start matching, marks that no prose holds. No rule of corpus cleaning (Gopher, C4,
// compression ratio): these flag up to 100 % of sound short texts.
//
// The thresholds were measured on 146,908 sound samples: 44,575 texts and paragraphs of the Universal Declaration of
// Human Rights in 532 languages, 99,789 fortunes in 12 languages, manual pages, guides, code, Markdown, JSON, tables,
// logs. With all defaults 6 sound samples were flagged, none of them prose. Where one number decides (NUL, controls,
// U+FFFD, private use) it is a limit on a measure, so that the rules can move it.
#include "base/text.h"

#include <array>
#include <memory>
#include <optional>
#include <unordered_set>

#include "base/hash.h"
#include "validators/magic.h"
#include "validators/text/checks.h"
#include "validators/text/encoding.h"
#include "validators/text/expected_script.h"
#include "validators/text/terminal.h"

namespace bcheck {
namespace {

constexpr std::string_view kFormats[]{"text"};

constexpr std::array<MeasureInfo, 19> kMeasures{{
    kBytes,
    {"chars", "", "code points, without a leading byte order mark", "text.too-short", "text.too-long"},
    {"visible", "", "code points that leave ink: neither white space nor invisible nor a control"},
    {"letters", "", "code points that are letters or marks on them, in any script"},
    {"words", "", "runs without white space; means little in scripts without spaces (Chinese, Japanese, Thai)"},
    {"lines", "", "line feeds, and one more if something stands behind the last"},
    {"longest_run", "", "longest run of one visible code point; the ruling characters - = _ * . # ~ make none"},
    {"invisible", "",
     "code points without a mark: joiners, direction marks, variation selectors, soft hyphens, fillers"},
    {"nul", "bytes", "NUL bytes", {}, "text.nul-bytes"},
    {"controls",
     "",
     "C0 without TAB, LF, FF, CR and NUL; DELETE; C1. Not those of terminal codes and ISO 2022 shifts, which have "
     "their "
     "own findings",
     {},
     "text.control-chars"},
    {"replacement_chars", "", "U+FFFD, the mark of bytes that were lost", {}, "text.replacement-char"},
    {"private_use_share", "", "private use code points ÷ visible code points", {}, "text.pua"},
    {"script", "", "ISO 15924 code of the script with most letters: Latn, Cyrl, Hani; none without letters"},
    {"scripts", "", "letters of each script, most first, at most 8: Latn:812,Cyrl:3"},
    {"expected_script_share", "",
     "letters of the scripts of expect_script ÷ letters; 1 of fewer than 20 letters; absent without expect_script",
     "text.wrong-script"},
    {"loop_share", "",
     "share of the text in which a unit with a letter stands more than four times in a row (above 512 KiB: the first "
     "and the last 256 KiB, the higher of the two)"},
    {"loop_copies", "", "copies in the longest such loop; 0 without one"},
    {"distinct_4grams", "",
     "different four-grams ÷ four-grams, the lowest of windows of 1,000 with 30 % letters and more; 1 of fewer than "
     "400 code points (above 512 KiB: of the first and the last 256 KiB)",
     "text.low-diversity"},
    {"sketch", "",
     "simhash of the text, 64 bits as hexadecimal digits: near texts differ in few bits, unrelated ones in half"},
}};

// A twentieth of private use letters happens in icon fonts and constructed scripts; a tenth is text of a PDF whose font
// has no map to Unicode.
constexpr double kMostPrivateUse = 0.10;

// Names, formulas and quotations are in other scripts than the text, and seldom more than half of it.
constexpr double kLeastExpectedScript = 0.30;

// validators/text/diversity.h: the worst that is sound had 0.07.
constexpr double kLeastDistinct = 0.06;

constexpr std::array<DefaultLimit, 6> kLimits{{
    {"nul", {}, 0},
    {"controls", {}, 0},
    {"replacement_chars", {}, 0},
    {"private_use_share", {}, kMostPrivateUse},
    {"expected_script_share", kLeastExpectedScript, {}},
    {"distinct_4grams", kLeastDistinct, {}},
}};

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;

constexpr FindingInfo kFindings[]{
    {"text.binary", kFail, "another sort of file, or NUL bytes alone"},
    {"text.enc-utf16", kFail, "stored as UTF-16"},
    {"text.enc-utf32", kFail, "stored as UTF-32"},
    {"text.enc-invalid", kFail, "not UTF-8; the message guesses what it is"},
    {"text.utf8-trunc", kFail, "UTF-8, cut inside a character at the start or the end"},
    {"text.utf8-surr", kFail, "UTF-8 but for encoded surrogates (CESU-8, lone halves)"},
    {"text.empty", kFail, "no bytes, or a byte order mark alone"},
    {"text.whitespace-only", kFail, "nothing but white space"},
    {"text.invisible-only", kFail, "nothing that leaves a mark"},
    {"text.enc-7bit", kFail, "ISO 2022 escape sequences (fail); groups of HZ or UTF-7 (warn)"},
    {"text.ansi-escape", kFail, "terminal codes"},
    {"text.error-json", kFail, "the whole text is the error body of a service"},
    {"text.error-html", kFail, "the whole text is the error page of a server, gateway or challenge"},
    {"text.error-text", kFail, "the whole text is a traceback or an error message"},
    {"text.reasoning-only", kFail, "thinking without an answer behind it"},
    {"text.placeholder", kFail, "a stand-in for no text: None, nan, {}, [BLANK_AUDIO], lorem ipsum"},
    {"text.special-token", kFail, "control tokens of a language model"},
    {"text.tokenizer-bytes", kFail, "pieces of a tokenizer that were not decoded"},
    {"text.escaped-text", kFail, "escapes in place of characters"},
    {"text.surrogate-escape", kFail, "half of an escaped surrogate pair"},
    {"text.question-marks", kFail, "letters replaced by question marks"},
    {"text.cid-garbage", kFail, "glyph numbers of a PDF font: (cid:12)"},
    {"text.base64", kFail, "half of the text and more is base64"},
    {"text.hexdump", kFail, "a dump in hexadecimal digits"},
    {"text.repeat-char", kFail, "one character fills the text"},
    {"text.repeat-loop", kFail, "a word, sentence or page again and again"},
    {"text.token-salad", kFail, "pieces of many scripts glued together"},
    {"text.pua", kWarn, "private use code points (fails above the limit on private_use_share)"},
    {"text.noncharacter", kWarn, "code points that are reserved for the inside of programs"},
    {"text.no-content", kWarn, "no letter and no digit: punctuation or symbols only"},
    {"text.nul-bytes", kFail, "NUL bytes: a crash, or a file that was reserved and not filled"},
    {"text.control-chars", kFail, "control characters"},
    {"text.replacement-char", kFail, "U+FFFD: bytes that were lost in decoding"},
    {"text.wrong-script", kFail, "not in a script that the rules expect"},
    {"text.low-diversity", kFail, "a few pieces in ever new order"},
    {"text.too-short", kFail, "fewer code points than the rules ask for"},
    {"text.too-long", kFail, "more code points than the rules allow"},
};

constexpr std::array<OptionInfo, 2> kOptions{{
    {"allow_texts", kWords,
     "whole texts that are true answers though they look like stand-ins (\"None\", \"-\"); compared without white "
     "space "
     "at the ends; absent: none"},
    {"expect_script", kWord | kWords,
     "the scripts that the text may be in, ISO 15924 codes (\"Latn\", [\"Latn\", \"Cyrl\"]; Hans, Hant, Jpan, Kore for "
     "what these are made of); absent: any"},
}};

using Answers = std::unordered_set<std::string_view>;

struct EncodingFault {
  Encoding encoding;
  std::string_view code;
};
constexpr std::array<EncodingFault, 6> kEncodingFaults{{{Encoding::kUtf16, "text.enc-utf16"},
                                                        {Encoding::kUtf32, "text.enc-utf32"},
                                                        {Encoding::kBinary, "text.binary"},
                                                        {Encoding::kInvalid, "text.enc-invalid"},
                                                        {Encoding::kSurrogates, "text.utf8-surr"},
                                                        {Encoding::kCut, "text.utf8-trunc"}}};

bool only_nuls(std::string_view bytes) {
  return !bytes.empty() && bytes.find_first_not_of('\0') == std::string_view::npos;
}

// Sources of the signature may be as short as "BM"; text that begins so by chance is UTF-8 without controls.
bool is_other_format(const Artifact& artifact, const TextProfile* profile) {
  const Format* const format = format_of_content(artifact.bytes);
  if (format == nullptr || format->text) return false;
  return profile == nullptr || profile->of(CodeClass::kNul) + profile->of(CodeClass::kControl) > 0 ||
         format->name == "pdf";
}

class TextCheckRun final : public Check {
 public:
  TextCheckRun(std::vector<std::string> answers, const std::optional<ExpectedScripts>& scripts, bool hash_content)
      : stored_(std::move(answers)), expected_(scripts) {
    for (const std::string& answer : stored_) answers_.insert(trim_invisible(answer));
    if (hash_content) hash_ = std::make_unique<Sha256>();
  }

  void run(const Artifact& artifact, Observation& out) override {
    out.coverage = Coverage::kContent;
    const std::string_view bytes = as_text(artifact.bytes);
    if (only_nuls(bytes)) {
      out.fault("text.binary", kFail, "nothing but NUL bytes");
      out.unchecked = kNotText;
      return;
    }
    EncodingReport report = examine_encoding(bytes);
    if (report.encoding != Encoding::kUtf8 && !enter(artifact, report, out)) return;
    const TextProfile profile = profile_of(report.text);
    if (report.encoding == Encoding::kUtf8 && is_other_format(artifact, &profile)) {
      out.fault("text.binary", kFail, "the signature of another sort of file");
    }
    if (out.format.empty()) out.format = "utf-8 text";
    inspect(report, profile, out);
    if (hash_ != nullptr) {
      out.content_sha256 = hex(content_digest(bytes.substr(bytes.starts_with(kBom) ? kBom.size() : 0)));
      out.content_decoder = "utf-8";
    }
  }

 private:
  static constexpr std::string_view kBom = "\xEF\xBB\xBF";
  static constexpr const char* kNotText = "what is not UTF-8 has no content that could be examined";

  // Says what is wrong with the encoding. True if there is UTF-8 inside to go on with.
  static bool enter(const Artifact& artifact, EncodingReport& report, Observation& out) {
    if (report.encoding == Encoding::kInvalid && is_other_format(artifact, nullptr)) {
      report.encoding = Encoding::kBinary;
      report.detail = "the signature of another sort of file";
    }
    for (const EncodingFault& fault : kEncodingFaults) {
      if (fault.encoding == report.encoding) out.fault(fault.code, kFail, std::move(report.detail));
    }
    if (report.encoding == Encoding::kCut) return true;
    out.unchecked = kNotText;
    return false;
  }

  void inspect(const EncodingReport& report, const TextProfile& profile, Observation& out) {
    measure(report, profile, out);
    const Repetition repetition = scratch_.repetition.measure(report.text, profile);
    measure(profile, repetition, out);
    const std::uint64_t white = profile.of(CodeClass::kWhite) + profile.of(CodeClass::kWhiteControl);
    const std::uint64_t unseen = white + profile.of(CodeClass::kInvisible) + profile.of(CodeClass::kNoncharacter);
    if (profile.chars == 0) {
      out.fault("text.empty", kFail, report.offset == 0 ? "0 bytes" : "a byte order mark and nothing else");
    } else if (white == profile.chars) {
      out.fault("text.whitespace-only", kFail,
                counted(static_cast<std::int64_t>(profile.chars), "white space character") + " and nothing else");
    } else if (unseen == profile.chars) {
      out.fault("text.invisible-only", kFail,
                counted(static_cast<std::int64_t>(profile.chars), "code point") + ", and none of them leaves a mark");
    } else {
      TextSubject subject(report.text, report.offset, profile, false, scratch_, out);
      subject.true_answer = answers_.contains(subject.trimmed);
      for (const TextCheck& check : text_checks()) {
        if (check.gate(profile)) check.run(subject);
      }
      point_out(subject, out);
      if (repetition.distinct_4grams < kWorthALook) {
        out.place("distinct_4grams", "the lowest from " + subject.where(repetition.window_begin) + " to " +
                                         subject.where(repetition.window_end));
      }
    }
  }

  static void measure(const EncodingReport& report, const TextProfile& profile, Observation& out) {
    const auto add = [&](std::string_view name, std::uint64_t value) {
      out.add(name, static_cast<std::int64_t>(value));
    };
    std::uint64_t controls = profile.of(CodeClass::kControl) + profile.of(CodeClass::kWhiteControl);
    if (profile.of('\x1B') > 0) controls -= find_escape_sequences(report.text).controls;
    add("chars", profile.chars);
    add("visible", profile.visible);
    add("letters", profile.of(CodeClass::kLetter));
    add("words", profile.words);
    add("lines", profile.lines);
    add("longest_run", profile.longest_run);
    add("invisible", profile.of(CodeClass::kInvisible));
    add("nul", profile.of(CodeClass::kNul));
    add("controls", controls);
    add("replacement_chars", profile.of(CodeClass::kReplacement));
    out.add("private_use_share", profile.visible == 0 ? 0.0
                                                      : static_cast<double>(profile.of(CodeClass::kPrivate)) /
                                                            static_cast<double>(profile.visible));
  }

  void measure(const TextProfile& profile, const Repetition& repetition, Observation& out) const {
    out.add("script", most_frequent_script(profile.scripts));
    out.add("scripts", script_histogram(profile.scripts));
    if (expected_) out.add("expected_script_share", expected_script_share(*expected_, profile));
    out.add("loop_share", repetition.loop_share);
    out.add("loop_copies", static_cast<std::int64_t>(repetition.loop_copies));
    out.add("distinct_4grams", repetition.distinct_4grams);
    out.add("sketch", sketch_text(repetition.sketch));
  }

  // Where the things stand that the limits above speak of.
  static void point_out(const TextSubject& subject, Observation& out) {
    const TextProfile& profile = subject.profile;
    if (const std::uint64_t nuls = profile.of(CodeClass::kNul); nuls > 0) {
      const std::size_t first = first_of(subject.text, CodeClass::kNul);
      out.place("nul", nuls == subject.text.size() - first
                           ? "all behind " + subject.where(first) + ", as in a file that was reserved and not filled"
                           : "the first at " + subject.excerpt(first));
    }
    const std::size_t control = std::min(first_of_any_control(subject), subject.text.size());
    if (control != subject.text.size()) out.place("controls", "the first at " + subject.excerpt(control));
    if (profile.of(CodeClass::kReplacement) > 0) {
      out.place("replacement_chars",
                "the first at " + subject.excerpt(first_of(subject.text, CodeClass::kReplacement)));
    }
  }

  static std::size_t first_of_any_control(const TextSubject& subject) {
    std::size_t first = std::string_view::npos;
    for (const CodeClass c : {CodeClass::kControl, CodeClass::kWhiteControl}) {
      if (subject.profile.of(c) > 0) first = std::min(first, first_of(subject.text, c));
    }
    return first;
  }

  // The canonical form: without a byte order mark, CR LF as LF. What an editor or a transfer changes and no reader
  // sees.
  Digest content_digest(std::string_view text) {
    constexpr std::size_t kChunk = 64 * 1024;
    while (!text.empty()) {
      buffer_.clear();
      const std::string_view chunk = text.substr(0, kChunk);
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        if (chunk[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        buffer_ += chunk[i];
      }
      hash_->update(as_bytes(buffer_));
      text.remove_prefix(chunk.size());
    }
    return hash_->finish();
  }

  const std::vector<std::string> stored_;
  const std::optional<ExpectedScripts> expected_;
  Answers answers_;  // views into stored_
  TextScratch scratch_;
  std::unique_ptr<Sha256> hash_;  // null if the content need not be hashed
  std::string buffer_;
};

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted& wanted) {
  std::vector<std::string> answers;
  if (const auto option = options.find("allow_texts"); option != options.end()) {
    if (const auto* words = std::get_if<std::vector<std::string>>(&option->second)) answers = *words;
    for (const std::string& answer : answers) {
      if (!is_utf8(answer)) return bad_question("allow_texts holds a text that is not UTF-8: " + quote(answer, 60));
      if (trim_invisible(answer).empty()) {
        return bad_question("allow_texts holds an empty text",
                            "an empty product is allowed with \"allow\": [\"text.empty\"]");
      }
    }
  }
  std::optional<ExpectedScripts> scripts;
  if (const auto option = options.find("expect_script"); option != options.end()) {
    std::vector<std::string> codes;
    if (const auto* word = std::get_if<std::string>(&option->second)) codes = {*word};
    if (const auto* words = std::get_if<std::vector<std::string>>(&option->second)) codes = *words;
    auto read = read_expected_scripts(codes);
    if (!read) return tl::unexpected<Error>(std::move(read.error()));
    scripts = *read;
  }
  return std::make_unique<TextCheckRun>(std::move(answers), scripts, wanted.content_sha256);
}

}  // namespace

extern const Type kTextType;
const Type kTextType{"text",   "text",    "text as language models, OCR and speech recognition write it",
                     kFormats, kMeasures, kFindings,
                     kOptions, kLimits,   prepare};

}  // namespace bcheck
