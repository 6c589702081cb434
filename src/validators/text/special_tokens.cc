// SPDX-License-Identifier: Apache-2.0
// Control tokens of language models that reached the text: ends, roles, padding, fill-in-the-middle, modalities.
//
// Outside back quotes one is enough. The names are listed: an open rule for anything between "<|" and "|>" flags chat
// nicknames (29 of 146,908 sound texts), the list none. A name of parts joined by "_" is open where one part is a word
// of that trade, since every model family coins its own.
#include <algorithm>

#include "validators/text/ascii.h"
#include "validators/text/checks.h"

namespace bcheck {
namespace {

// Between "<|" and "|>".
constexpr std::string_view kPipeNames[]{"AUDIO",
                                        "BOS",
                                        "CHATBOT_TOKEN",
                                        "END_OF_TURN_TOKEN",
                                        "END_RESPONSE",
                                        "EOS",
                                        "EOT",
                                        "IMAGE",
                                        "PAD",
                                        "START_OF_TURN_TOKEN",
                                        "START_RESPONSE",
                                        "SYSTEM_TOKEN",
                                        "UNK",
                                        "USER_TOKEN",
                                        "VIDEO",
                                        "analysis",
                                        "answer",
                                        "assistant",
                                        "audio",
                                        "audio_bos",
                                        "audio_eos",
                                        "audio_pad",
                                        "begin_of_solution",
                                        "begin_of_text",
                                        "begin_of_thought",
                                        "bos",
                                        "bot",
                                        "box_end",
                                        "box_start",
                                        "call",
                                        "channel",
                                        "cls",
                                        "commentary",
                                        "constrain",
                                        "context",
                                        "developer",
                                        "end",
                                        "end_header_id",
                                        "end_of_solution",
                                        "end_of_text",
                                        "end_of_thought",
                                        "endofchunk",
                                        "endofdocument",
                                        "endoffile",
                                        "endofmask",
                                        "endofmessage",
                                        "endofprompt",
                                        "endoftext",
                                        "endofturn",
                                        "eod",
                                        "eom_id",
                                        "eop",
                                        "eos",
                                        "eot",
                                        "eot_id",
                                        "file_sep",
                                        "filename",
                                        "fim_begin",
                                        "fim_end",
                                        "fim_hole",
                                        "fim_middle",
                                        "fim_pad",
                                        "fim_prefix",
                                        "fim_suffix",
                                        "final",
                                        "finetune_right_pad_id",
                                        "human",
                                        "im_end",
                                        "im_sep",
                                        "im_start",
                                        "image",
                                        "image_pad",
                                        "instruction",
                                        "ipython",
                                        "mask",
                                        "message",
                                        "middle",
                                        "nocaptions",
                                        "nospeech",
                                        "notimestamps",
                                        "object_ref_end",
                                        "object_ref_start",
                                        "observation",
                                        "pad",
                                        "prefix",
                                        "prompter",
                                        "python_tag",
                                        "quad_end",
                                        "quad_start",
                                        "question",
                                        "repo_name",
                                        "reponame",
                                        "return",
                                        "sep",
                                        "start",
                                        "start_header_id",
                                        "startoflm",
                                        "startofprev",
                                        "startofprevious",
                                        "startoftext",
                                        "startoftranscript",
                                        "stop",
                                        "suffix",
                                        "summary",
                                        "system",
                                        "think",
                                        "thought",
                                        "tool",
                                        "transcribe",
                                        "translate",
                                        "unk",
                                        "user",
                                        "video",
                                        "video_pad",
                                        "vision_end",
                                        "vision_pad",
                                        "vision_start"};

// The same for Whisper: its languages.
constexpr std::string_view kLanguages[]{
    "af", "am", "ar", "as", "az", "ba", "be", "bg", "bn", "bo", "br", "bs", "ca",  "cs",  "cy", "da", "de",
    "el", "en", "es", "et", "eu", "fa", "fi", "fo", "fr", "gl", "gu", "ha", "haw", "he",  "hi", "hr", "ht",
    "hu", "hy", "id", "is", "it", "ja", "jw", "ka", "kk", "km", "kn", "ko", "la",  "lb",  "ln", "lo", "lt",
    "lv", "mg", "mi", "mk", "ml", "mn", "mr", "ms", "mt", "my", "ne", "nl", "nn",  "no",  "oc", "pa", "pl",
    "ps", "pt", "ro", "ru", "sa", "sd", "si", "sk", "sl", "sn", "so", "sq", "sr",  "su",  "sv", "sw", "ta",
    "te", "tg", "th", "tk", "tl", "tr", "tt", "uk", "ur", "uz", "vi", "yi", "yo",  "yue", "zh"};

// Parts of a longer name between "<|" and "|>": "<|reserved_special_token_12|>".
constexpr std::string_view kParts[]{"audio",       "begin",    "bos",    "dummy", "end",     "eos",   "eot",
                                    "extra",       "fim",      "header", "im",    "image",   "media", "pad",
                                    "placeholder", "reserved", "role",   "sep",   "special", "spk",   "start",
                                    "text",        "token",    "tool",   "turn",  "unused",  "video", "vision"};

// Between "<" and ">". Not <mask>, an element of SVG, nor <filename> and <reponame>, which manuals are full of; for <s>
// see below.
constexpr std::string_view kTags[]{"/tool_call",
                                   "/tool_response",
                                   "BOS",
                                   "EOS",
                                   "PAD",
                                   "UNK",
                                   "audio_soft_token",
                                   "begin_of_text",
                                   "bos",
                                   "commit_after",
                                   "commit_before",
                                   "commit_msg",
                                   "empty_output",
                                   "end_function_call",
                                   "end_of_audio",
                                   "end_of_image",
                                   "end_of_message",
                                   "end_of_text",
                                   "end_of_turn",
                                   "end_of_utterance",
                                   "endoftext",
                                   "eod",
                                   "eop",
                                   "eos",
                                   "eot",
                                   "fake_token_around_image",
                                   "file_sep",
                                   "fim_middle",
                                   "fim_pad",
                                   "fim_prefix",
                                   "fim_suffix",
                                   "function_call",
                                   "global-img",
                                   "image_soft_token",
                                   "jupyter_code",
                                   "jupyter_output",
                                   "jupyter_start",
                                   "jupyter_text",
                                   "pad",
                                   "row_sep",
                                   "s_pad",
                                   "start_function_call",
                                   "start_of_audio",
                                   "start_of_image",
                                   "start_of_text",
                                   "start_of_turn",
                                   "startoftext",
                                   "tool_call",
                                   "tool_response",
                                   "unk"};

constexpr std::string_view kBrackets[]{"[/AVAILABLE_TOOLS]",
                                       "[/INST]",
                                       "[/SYSTEM_PROMPT]",
                                       "[/TOOL_RESULTS]",
                                       "[AVAILABLE_TOOLS]",
                                       "[BOS]",
                                       "[CLS]",
                                       "[EOS]",
                                       "[EOT]",
                                       "[IMG_BREAK]",
                                       "[IMG_END]",
                                       "[INST]",
                                       "[PAD]",
                                       "[SEP]",
                                       "[SYSTEM_PROMPT]",
                                       "[TOOL_CALLS]",
                                       "[TOOL_RESULTS]",
                                       "[UNK]",
                                       "[gMASK]",
                                       "[sMASK]"};

static_assert(std::is_sorted(std::begin(kPipeNames), std::end(kPipeNames)));
static_assert(std::is_sorted(std::begin(kLanguages), std::end(kLanguages)));
static_assert(std::is_sorted(std::begin(kParts), std::end(kParts)));
static_assert(std::is_sorted(std::begin(kTags), std::end(kTags)));
static_assert(std::is_sorted(std::begin(kBrackets), std::end(kBrackets)));

constexpr std::size_t kLongestName = 48;
constexpr std::string_view kWideBar = "\uFF5C";  // DeepSeek writes <\uFF5C...\uFF5C>

template <std::size_t N>
bool listed(const std::string_view (&list)[N], std::string_view name) {
  return std::binary_search(std::begin(list), std::end(list), name);
}

// `prefix` and then digits alone.
bool is_numbered(std::string_view name, std::string_view prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(), ascii::is_digit);
}

// "0.00", "12.34": a time of Whisper.
bool is_time(std::string_view name) {
  const std::size_t dot = name.find('.');
  return dot != std::string_view::npos && dot > 0 && name.size() == dot + 3 &&
         std::all_of(name.begin(), name.end(), [](char c) { return ascii::is_digit(c) || c == '.'; }) &&
         std::count(name.begin(), name.end(), '.') == 1;
}

bool has_known_part(std::string_view name) {
  if (name.find('_') == std::string_view::npos) return false;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    if (listed(kParts, name.substr(0, end))) return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

bool is_pipe_name(std::string_view name) {
  if (name.starts_with('/')) name.remove_prefix(1);
  const auto fits = [](char c) { return ascii::is_alnum(c) || c == '_' || c == '.' || c == '-'; };
  if (name.empty() || !std::all_of(name.begin(), name.end(), fits)) return false;
  return listed(kPipeNames, name) || listed(kLanguages, name) || is_time(name) || has_known_part(name);
}

constexpr bool is_tag_char(char c) {
  return ascii::is_alnum(c) || c == '_' || c == '-' || c == '/';
}

bool is_tag(std::string_view name) {
  if (listed(kTags, name)) return true;
  for (const std::string_view prefix : {"unused", "extra_id_", "reserved_", "reserved_special_token_", "SPECIAL_"}) {
    if (is_numbered(name, prefix)) return true;
  }
  // As SentencePiece writes its pieces of one byte; in lower case it is a number of something else (NetBIOS <0x1c>).
  return name.size() == 4 && name.starts_with("0x") && ascii::is_upper_hex(name[2]) && ascii::is_upper_hex(name[3]);
}

// Length of the token that begins `rest`; 0 if none does.
std::size_t angle_token(std::string_view rest) {
  if (rest.size() < 4) return 0;
  rest = rest.substr(0, kLongestName);
  if (rest[1] == '|') {
    const std::size_t end = rest.find("|>", 2);
    return end != std::string_view::npos && is_pipe_name(rest.substr(2, end - 2)) ? end + 2 : 0;
  }
  if (rest[1] == kWideBar[0] && rest.substr(1).starts_with(kWideBar)) {
    const std::size_t end = rest.find("\uFF5C>", 1 + kWideBar.size());
    if (end == std::string_view::npos || rest.substr(0, end).find('\n') != std::string_view::npos) return 0;
    return end + kWideBar.size() + 1;
  }
  if (rest[1] == '<') return rest.starts_with("<<SYS>>") ? 7 : rest.starts_with("<</SYS>>") ? 8 : 0;
  std::size_t end = 1;
  while (end < rest.size() && is_tag_char(rest[end])) ++end;
  return end > 3 && end < rest.size() && rest[end] == '>' && is_tag(rest.substr(1, end - 1)) ? end + 1 : 0;
}

// E<0x7B> in the documentation of Perl: one capital letter directly before a number in angles.
bool is_pod(std::string_view text, std::size_t at) {
  return at > 0 && ascii::is_upper(text[at - 1]) && (at == 1 || !ascii::is_letter(text[at - 2])) &&
         text.substr(at).starts_with("<0x");
}

std::size_t bracket_token(std::string_view rest) {
  if (rest.size() < 5 || !(ascii::is_upper(rest[1]) || rest[1] == '/' || rest[2] == 'M')) return 0;
  const std::size_t end = rest.substr(0, kLongestName).find(']');
  return end != std::string_view::npos && listed(kBrackets, rest.substr(0, end + 1)) ? end + 1 : 0;
}

class Tokens {
 public:
  explicit Tokens(TextSubject& s) : s_(s) {}

  void scan(char open, std::size_t (*length_of)(std::string_view)) {
    if (s_.profile.of(open) == 0) return;
    for (std::size_t at = s_.text.find(open); at != std::string_view::npos; at = s_.text.find(open, at + 1)) {
      if (length_of(s_.text.substr(at)) != 0 && !is_pod(s_.text, at) && !s_.quoted(at)) add(at);
    }
  }

  // <s> strikes text out in HTML, so it only counts at the very ends and without its partner inside.
  void scan_ends() {
    const std::string_view text = s_.trimmed;
    const auto offset = static_cast<std::size_t>(text.data() - s_.text.data());
    const std::size_t close = text.find("</s>");
    if (text.starts_with("<s>") && (close == std::string_view::npos || close + 4 == text.size())) add(offset);
    const std::size_t open = text.rfind("<s>");
    if (text.ends_with("</s>") && (open == std::string_view::npos || open == 0)) add(offset + text.size() - 4);
  }

  void report() {
    if (count_ > 0) s_.counted_fault("text.special-token", Severity::kFail, count_, "special token", first_);
  }

 private:
  void add(std::size_t at) { first_ = count_++ == 0 ? at : std::min(first_, at); }

  TextSubject& s_;
  std::uint64_t count_ = 0;
  std::size_t first_ = 0;
};

}  // namespace

void check_special_tokens(TextSubject& s) {
  Tokens tokens(s);
  tokens.scan('<', angle_token);
  tokens.scan('[', bracket_token);
  if (s.profile.of('<') > 0) tokens.scan_ends();
  tokens.report();
}

}  // namespace bcheck
