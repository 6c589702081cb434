// SPDX-License-Identifier: Apache-2.0
#include "validators/text/user_patterns.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace bcheck {
namespace {

// Budgets for programs and the automata that grow while they run. RE2's own default for one pattern is 8 MiB.
constexpr std::int64_t kMemoryOfOne = std::int64_t{4} << 20;
constexpr std::int64_t kMemoryOfAll = std::int64_t{32} << 20;
constexpr std::size_t kShown = 60;

RE2::Options options_with(std::int64_t memory) {
  RE2::Options options;
  options.set_log_errors(false);  // a library does not speak to stderr
  options.set_never_capture(true);
  options.set_max_mem(memory);
  return options;
}

// " at byte 3 of it", where what RE2 names stands once in the pattern.
std::string place_in(std::string_view pattern, std::string_view fragment) {
  const std::size_t at = fragment.empty() || fragment.size() == pattern.size() ? pattern.npos : pattern.find(fragment);
  if (at == pattern.npos || pattern.find(fragment, at + 1) != pattern.npos) return {};
  return fmt::format(" at byte {} of it", at);
}

// What RE2 leaves out on purpose, since it cannot be decided in linear time.
std::string_view hint_for(std::string_view pattern) {
  for (const std::string_view lookaround : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (pattern.find(lookaround) != pattern.npos) {
      return "RE2 has no lookahead and no lookbehind; \"reject\" and \"require\" side by side can often say the same";
    }
  }
  return "the syntax is RE2's: https://github.com/google/re2/wiki/Syntax; in JSON a backslash is written twice";
}

tl::unexpected<Error> refuse(std::string_view option, std::string_view pattern, std::string_view what,
                             std::string_view hint) {
  return bad_question(fmt::format("{}: pattern {} {}", option, quote(pattern, kShown), what), std::string(hint));
}

struct Pattern {
  std::unique_ptr<RE2> expression;
  bool rejects = false;
  bool ends_at_line_end = false;  // there is a $ in it
};

Result<Pattern> compile(std::string_view option, const std::string& text) {
  if (text.empty()) {
    return refuse(option, text, "is empty", "it would be found in every text");
  }
  if (text.size() > UserPatterns::kLongest) {
    return refuse(option, text, fmt::format("has {} bytes", text.size()),
                  fmt::format("a pattern may have {}", UserPatterns::kLongest));
  }
  Pattern pattern;
  pattern.expression = std::make_unique<RE2>(text, options_with(kMemoryOfOne));
  pattern.rejects = option == "reject";
  pattern.ends_at_line_end = text.find('$') != std::string::npos;
  const RE2& expression = *pattern.expression;
  if (!expression.ok()) {
    return refuse(option, text,
                  fmt::format("is no regular expression{}: {}", place_in(text, expression.error_arg()),
                              escaped(expression.error(), kShown + 40)),
                  hint_for(text));
  }
  if (expression.ProgramSize() > UserPatterns::kMostInstructions) {
    return refuse(option, text,
                  fmt::format("is too large: {} instructions, and at most {} are allowed", expression.ProgramSize(),
                              UserPatterns::kMostInstructions),
                  "counted repetitions such as {1,500} multiply what they repeat");
  }
  return pattern;
}

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

// Where the pattern stands first; npos if nowhere.
std::size_t search(const RE2& expression, std::string_view text) {
  re2::StringPiece match;
  if (!expression.Match(piece(text), 0, text.size(), RE2::UNANCHORED, &match, 1)) return std::string_view::npos;
  return static_cast<std::size_t>(match.data() - text.data());
}

bool holds(const RE2& expression, std::string_view text) {
  return expression.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

// Without the line end that ends it.
std::string_view without_line_end(std::string_view text) {
  if (!text.ends_with('\n')) return text;
  text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

struct UserPatterns::Compiled {
  std::vector<Pattern> patterns;
  std::optional<RE2::Set> set;  // of all; nothing if it would be too large
  std::vector<int> hits;
  std::vector<bool> found;  // by pattern, of the last text
};

UserPatterns::UserPatterns() : compiled_(std::make_unique<Compiled>()) {}
UserPatterns::~UserPatterns() = default;

Result<std::unique_ptr<UserPatterns>> UserPatterns::make(const std::vector<std::string>& reject,
                                                         const std::vector<std::string>& require) {
  std::unique_ptr<UserPatterns> made;
  if (reject.empty() && require.empty()) return made;
  made.reset(new UserPatterns);
  Compiled& compiled = *made->compiled_;
  compiled.set.emplace(options_with(kMemoryOfAll), RE2::UNANCHORED);
  for (const auto& [option, list] : {std::pair{"reject", &reject}, std::pair{"require", &require}}) {
    if (list->size() > kMost) {
      return bad_question(fmt::format("{}: {} patterns, and at most {} are allowed", option, list->size(), kMost),
                          "several can be one: \"first|second\"");
    }
    for (const std::string& text : *list) {
      auto pattern = compile(option, text);
      if (!pattern) return tl::unexpected(std::move(pattern.error()));
      if (compiled.set) compiled.set->Add(text, nullptr);
      compiled.patterns.push_back(std::move(*pattern));
    }
  }
  if (!compiled.set->Compile()) compiled.set.reset();
  return made;
}

bool UserPatterns::is_one_pass() const {
  return compiled_->set.has_value();
}

// Which patterns the text holds.
const std::vector<bool>& UserPatterns::find(std::string_view text) {
  Compiled& c = *compiled_;
  c.found.assign(c.patterns.size(), false);
  bool decided = false;
  if (c.set) {
    RE2::Set::ErrorInfo error{RE2::Set::kNoError};
    const bool any = c.set->Match(piece(text), &c.hits, &error);
    decided = any || error.kind == RE2::Set::kNoError;
    if (any) {
      for (const int hit : c.hits) c.found[static_cast<std::size_t>(hit)] = true;
    }
  }
  const std::string_view inside = without_line_end(text);
  for (std::size_t i = 0; i < c.patterns.size(); ++i) {
    const Pattern& pattern = c.patterns[i];
    if (!decided) c.found[i] = holds(*pattern.expression, text);
    if (!c.found[i] && pattern.ends_at_line_end && inside.size() < text.size()) {
      c.found[i] = holds(*pattern.expression, inside);
    }
  }
  return c.found;
}

void UserPatterns::check(TextSubject& subject) {
  const std::vector<bool>& found = find(subject.text);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Pattern& pattern = compiled_->patterns[i];
    if (found[i] != pattern.rejects) continue;
    const std::string shown = quote(pattern.expression->pattern(), kShown);
    if (!pattern.rejects) {
      subject.fault("text.required-missing", Severity::kFail, fmt::format("nothing in it matches {}", shown));
      continue;
    }
    std::size_t at = search(*pattern.expression, subject.text);
    if (at == std::string_view::npos) at = search(*pattern.expression, without_line_end(subject.text));
    subject.fault("text.rejected", Severity::kFail,
                  fmt::format("{} matches at {}", shown, subject.excerpt(std::min(at, subject.text.size()))));
  }
}

}  // namespace bcheck
