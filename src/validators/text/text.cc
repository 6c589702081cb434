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
#include <unordered_set>

#include "base/hash.h"
#include "validators/magic.h"
#include "validators/text/checks.h"
#include "validators/text/encoding.h"
#include "validators/text/format.h"
#include "validators/text/optional_checks.h"
#include "validators/text/terminal.h"
#include "validators/text/user_patterns.h"

namespace bcheck {
namespace {

constexpr std::string_view kFormats[]{"text"};

constexpr std::array<MeasureInfo, 12> kMeasures{{
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
}};

// A twentieth of private use letters happens in icon fonts and constructed scripts; a tenth is text of a PDF whose font
// has no map to Unicode.
constexpr double kMostPrivateUse = 0.10;

constexpr std::array<DefaultLimit, 4> kLimits{{
    {"nul", {}, 0},
    {"controls", {}, 0},
    {"replacement_chars", {}, 0},
    {"private_use_share", {}, kMostPrivateUse},
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
    {"text.mojibake", kFail, "decoded with the wrong set of characters, once or more"},
    {"text.escaped-text", kFail, "escapes in place of characters"},
    {"text.surrogate-escape", kFail, "half of an escaped surrogate pair"},
    {"text.question-marks", kFail, "letters replaced by question marks"},
    {"text.cid-garbage", kFail, "glyph numbers of a PDF font: (cid:12)"},
    {"text.base64", kFail, "half of the text and more is base64"},
    {"text.hexdump", kFail, "a dump in hexadecimal digits"},
    {"text.pua", kWarn, "private use code points (fails above the limit on private_use_share)"},
    {"text.noncharacter", kWarn, "code points that are reserved for the inside of programs"},
    {"text.no-content", kWarn, "no letter and no digit: punctuation or symbols only"},
    {"text.nul-bytes", kFail, "NUL bytes: a crash, or a file that was reserved and not filled"},
    {"text.control-chars", kFail, "control characters"},
    {"text.replacement-char", kFail, "U+FFFD: bytes that were lost in decoding"},
    {"text.rejected", kFail, "a pattern that the rules reject matches"},
    {"text.required-missing", kFail, "a pattern that the rules require matches nothing"},
    {"text.refusal", kFail, "it begins by declining the task; off unless `checks` or `task` switch it on"},
    {"text.asr-phantom", kFail,
     "the whole text is what speech recognition makes of silence; warns where people say so too; off unless switched "
     "on"},
    {"text.template", kFail, "a hole of a template that nothing was put into: {name}; off unless switched on"},
    {"text.cutoff", kFail, "an open code fence, JSON that does not end, an open table; off unless switched on"},
    {"text.too-short", kFail, "fewer code points than the rules ask for"},
    {"text.too-long", kFail, "more code points than the rules allow"},
    // Of the option `format`; the type of that name tells more.
    {"file.bad-reference", kWarn, "format markdown: a link or a picture that leads nowhere"},
    {"file.bad-signature", kFail, "format html: not a single tag; vtt: no WEBVTT in front"},
    {"file.bad-structure", kFail, "format srt, vtt: a cue that ends before it begins"},
    {"file.bom", kWarn, "format json: a second byte order mark"},
    {"file.columns", kWarn, "format markdown: a table row with more cells than the header"},
    {"file.cue-number", kWarn, "format srt: the numbers of cues do not follow each other"},
    {"file.cue-order", kWarn, "format srt, vtt: a cue that begins before the one ahead of it does"},
    {"file.duplicate-key", kWarn, "format json: a name that stands twice in an object"},
    {"file.empty", kFail, "format html, srt, vtt: nothing that shows, no cue"},
    {"file.empty-cue", kWarn, "format srt, vtt: a cue without text"},
    {"file.encoding", kFail, "format xml: not the encoding that it declares; json: half a surrogate pair only warns"},
    {"file.limit", kFail, "format json, xml: nested deeper, or growing larger, than can be judged"},
    {"file.no-line-end", kWarn, "format srt: the last line may be cut"},
    {"file.number-range", kWarn, "format json: a number that neither a 64-bit integer nor a double holds"},
    {"file.repeat-loop", kFail, "format srt, vtt: the same text in cue after cue"},
    {"file.syntax", kFail, "against the grammar of the format"},
    {"file.trailing-data", kFail, "format json, xml: more text behind the document"},
    {"file.truncated", kFail, "the text ends before the document does; format markdown: only warns"},
    {"file.unsupported", kFail, "format xml: an encoding that nothing here reads"},
};

constexpr OptionInfo kOptions[]{
    {"format", kWord, "what the text must be, too, by the grammar of the type of that name; absent: anything",
     kTextFormats},
    {"allow_texts", kWords,
     "whole texts that are true answers whatever they look like (\"None\", \"-\"): no check of what they say and no "
     "pattern is asked, only encoding and limits; compared without white space at the ends; absent: none"},
    {"checks", kWords,
     "switches on, as failures: refusal (it begins by declining), asr-phantom (speech recognition of silence), "
     "template "
     "(unfilled {name}), cutoff (open code fence, JSON or table); absent: those of `task`",
     kOptionalCheckNames},
    {"task", kWord,
     "what the texts are, and switches on: asr = asr-phantom; ocr = cutoff (warn); llm = refusal, cutoff (warn); "
     "translation = refusal, cutoff (warn); caption = refusal, template (warn); absent: none",
     kTaskNames},
    {"reject", kWords, "regular expressions (RE2) of which none may match anywhere in the text; absent: none"},
    {"require", kWords, "regular expressions (RE2) of which each must match somewhere in the text; absent: none"},
};

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

// What the rules ask beside the usual checks.
struct Asked {
  std::vector<std::string> answers;
  std::vector<SwitchedOn> optional;
  std::unique_ptr<UserPatterns> patterns;  // null without any
  std::unique_ptr<Check> format;           // null if the rules name none
};

class TextCheckRun final : public Check {
 public:
  TextCheckRun(Asked asked, bool hash_content) : asked_(std::move(asked)) {
    for (const std::string& answer : asked_.answers) answers_.insert(trim_invisible(answer));
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
    inspect(artifact, report, profile, out);
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

  void inspect(const Artifact& artifact, const EncodingReport& report, const TextProfile& profile, Observation& out) {
    measure(report, profile, out);
    const std::size_t before = out.faults.size();
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
    }
    const bool blank = out.faults.size() > before;
    TextSubject subject(report.text, report.offset, profile, false, scratch_, out);
    subject.true_answer = !blank && answers_.contains(subject.trimmed);
    if (!blank && !subject.true_answer) ask_what_it_says(subject, out);
    // A pattern that is required is missing in a blank text too.
    if (!subject.true_answer && asked_.patterns != nullptr) asked_.patterns->check(subject);
    if (!blank) point_out(subject, out);
    // What is blank is no document either, and was told.
    if (!blank && !subject.true_answer && asked_.format != nullptr) {
      check_text_format(*asked_.format, report.text, artifact.path, of_format_, out);
    }
  }

  void ask_what_it_says(TextSubject& subject, Observation& out) {
    for (const TextCheck& check : text_checks()) {
      if (check.gate(subject.profile)) check.run(subject);
    }
    for (const auto& [check, severity] : asked_.optional) {
      if (!check->gate(subject.profile)) continue;
      const std::size_t before = out.faults.size();
      check->run(subject);
      for (std::size_t i = before; i < out.faults.size() && severity == kWarn; ++i) out.faults[i].severity = kWarn;
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

  const Asked asked_;
  Answers answers_;  // views into asked_
  TextScratch scratch_;
  Observation of_format_;
  std::unique_ptr<Sha256> hash_;  // null if the content need not be hashed
  std::string buffer_;
};

std::vector<std::string> words_of(const Options& options, std::string_view name) {
  const auto option = options.find(name);
  if (option == options.end()) return {};
  const auto* const words = std::get_if<std::vector<std::string>>(&option->second);
  return words == nullptr ? std::vector<std::string>() : *words;
}

Result<std::unique_ptr<Check>> prepare(const Options& options, const Wanted& wanted) {
  Asked asked;
  asked.answers = words_of(options, "allow_texts");
  for (const std::string& answer : asked.answers) {
    if (!is_utf8(answer)) return bad_question("allow_texts holds a text that is not UTF-8: " + quote(answer, 60));
    if (trim_invisible(answer).empty()) {
      return bad_question("allow_texts holds an empty text",
                          "an empty product is allowed with \"allow\": [\"text.empty\"]");
    }
  }
  auto optional = optional_checks(options);
  if (!optional) return tl::unexpected(std::move(optional.error()));
  asked.optional = std::move(*optional);
  auto patterns = UserPatterns::make(words_of(options, "reject"), words_of(options, "require"));
  if (!patterns) return tl::unexpected(std::move(patterns.error()));
  asked.patterns = std::move(*patterns);
  auto format = prepare_text_format(options);
  if (!format) return tl::unexpected(std::move(format.error()));
  asked.format = std::move(*format);
  return std::make_unique<TextCheckRun>(std::move(asked), wanted.content_sha256);
}

}  // namespace

extern const Type kTextType;
const Type kTextType{"text",   "text",    "text as language models, OCR and speech recognition write it",
                     kFormats, kMeasures, kFindings,
                     kOptions, kLimits,   prepare};

}  // namespace bcheck
