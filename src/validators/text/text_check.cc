// SPDX-License-Identifier: Apache-2.0
// Bytes first: strict UTF-8 or a fault, nothing is accepted by guessing. Then the measures, and then each check of the
// list whose gate the profile opens.
#include "validators/text/text_check.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "validators/magic.h"
#include "validators/text/checks.h"
#include "validators/text/encoding.h"
#include "validators/text/expected_script.h"
#include "validators/text/format.h"
#include "validators/text/optional_checks.h"
#include "validators/text/repetition.h"
#include "validators/text/scripts.h"
#include "validators/text/sketch.h"
#include "validators/text/terminal.h"
#include "validators/text/user_patterns.h"

namespace bcheck {
namespace {

constexpr auto kFail = Severity::kFail;
constexpr auto kWarn = Severity::kWarn;

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

// The signature of a format that is no text. It may be as short as "BM": text that begins so by chance is UTF-8 without
// controls, in which only that of a PDF counts.
bool is_other_format(const Artifact& artifact, const TextProfile* profile) {
  const bool plain = profile != nullptr && profile->of(CodeClass::kNul) + profile->of(CodeClass::kControl) == 0;
  if (plain && (profile->of('%') == 0 || profile->of('P') == 0)) return false;
  const Format* const format = format_of_content(artifact.bytes);
  return format != nullptr && !format->text && (!plain || format->name == "pdf");
}

// What the rules ask beside the usual checks.
struct Asked {
  std::vector<std::string> answers;
  std::vector<SwitchedOn> optional;
  std::unique_ptr<UserPatterns> patterns;  // null without any
  std::optional<ExpectedScripts> scripts;
  std::unique_ptr<Check> format;  // null if the rules name none
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
    const Repetition repetition = scratch_.repetition.measure(report.text, profile);
    measure(profile, repetition, out);
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
    if (!blank && repetition.distinct_4grams < kWorthALook) {
      out.place("distinct_4grams", "the lowest from " + subject.where(repetition.window_begin) + " to " +
                                       subject.where(repetition.window_end));
    }
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

  void measure(const TextProfile& profile, const Repetition& repetition, Observation& out) const {
    std::string scripts = script_histogram(profile.scripts);  // the most frequent one first
    out.add("script", std::string_view(scripts).substr(0, scripts.find(':')));
    out.measures.push_back({"scripts", std::move(scripts)});
    if (asked_.scripts) out.add("expected_script_share", expected_script_share(*asked_.scripts, profile));
    out.add("loop_share", repetition.loop_share);
    out.add("loop_copies", static_cast<std::int64_t>(repetition.loop_copies));
    out.add("distinct_4grams", repetition.distinct_4grams);
    out.measures.push_back({"sketch", sketch_text(repetition.sketch)});
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

Result<std::optional<ExpectedScripts>> expected_scripts(const Options& options) {
  const auto option = options.find("expect_script");
  if (option == options.end()) return std::optional<ExpectedScripts>();
  std::vector<std::string> codes;
  if (const auto* word = std::get_if<std::string>(&option->second)) codes = {*word};
  if (const auto* words = std::get_if<std::vector<std::string>>(&option->second)) codes = *words;
  auto read = read_expected_scripts(codes);
  if (!read) return tl::unexpected<Error>(std::move(read.error()));
  return std::optional<ExpectedScripts>(*read);
}

}  // namespace

Result<std::unique_ptr<Check>> prepare_text(const Options& options, const Wanted& wanted) {
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
  auto scripts = expected_scripts(options);
  if (!scripts) return tl::unexpected(std::move(scripts.error()));
  asked.scripts = *scripts;
  auto format = prepare_text_format(options);
  if (!format) return tl::unexpected(std::move(format.error()));
  asked.format = std::move(*format);
  return std::make_unique<TextCheckRun>(std::move(asked), wanted.content_sha256);
}

}  // namespace bcheck
