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
#include <array>

#include "validators/text/format.h"
#include "validators/text/optional_checks.h"
#include "validators/text/text_check.h"

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
    {"text.mojibake", kFail, "decoded with the wrong set of characters, once or more"},
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
    {"text.rejected", kFail, "a pattern that the rules reject matches"},
    {"text.required-missing", kFail, "a pattern that the rules require matches nothing"},
    {"text.refusal", kFail, "it begins by declining the task; off unless `checks` or `task` switch it on"},
    {"text.asr-phantom", kFail,
     "the whole text is what speech recognition makes of silence; warns where people say so too; off unless switched "
     "on"},
    {"text.template", kFail, "a hole of a template that nothing was put into: {name}; off unless switched on"},
    {"text.cutoff", kFail, "an open code fence, JSON that does not end, an open table; off unless switched on"},
    {"text.wrong-script", kFail, "not in a script that the rules expect"},
    {"text.low-diversity", kFail, "a few pieces in ever new order"},
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
    {"file.no-content", kWarn, "format json: the whole document is null or an empty string"},
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
     "pattern is asked, only encoding and limits, and many keys may have one; compared without white space at the "
     "ends; "
     "absent: none"},
    {"expect_script", kWord | kWords,
     "the scripts that the text may be in, ISO 15924 codes (\"Latn\", [\"Latn\", \"Cyrl\"]; Hans, Hant, Jpan, Kore for "
     "what these are made of); absent: any"},
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

constexpr std::string_view kBlindSpots[]{
    "fluent text that is wrong: the answer to another prompt, invented speech, a source that was not translated",
    "a cut in the middle of prose: the record's `finish` says it, the text does not",
    "two or three accents misread in a DOS, KOI8, Mac or Cyrillic code page, and Latin code pages taken for each other",
    "a unit that stands three or four times in a row, which may be a refrain",
};

}  // namespace

extern const Type kTextType;
const Type kTextType{"text",     "text",    "text as language models, OCR and speech recognition write it",
                     kFormats,   kMeasures, kFindings,
                     kOptions,   kLimits,   prepare_text,
                     kBlindSpots};

}  // namespace bcheck
