// SPDX-License-Identifier: Apache-2.0
// Patterns that users write into the rules: what a text must not hold (`reject`) and what it must (`require`). The only
// door to RE2.
//
// The syntax is RE2's (https://github.com/google/re2/wiki/Syntax), in UTF-8, searched for anywhere in the decoded text;
// (?i), (?m) and (?s) at the start as there. As in Python and Perl, $ also stands before a line end that ends the text.
//
// All patterns of an artifact are looked for in one pass over the text by an automaton (RE2::Set), in time linear in
// the text whatever the patterns: 1.6 ms a MB for ten patterns and 2.4 ms for a hundred, where one after the other took
// 18 ms and 152 ms. Should its memory not do, each pattern is looked for by itself; there RE2 goes over to an NFA,
// which needs no more memory than the pattern. So every match is decided.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "validators/text/subject.h"

namespace bcheck {

class UserPatterns {
 public:
  // Of one list.
  static constexpr std::size_t kMost = 100;
  static constexpr std::size_t kLongest = 1000;   // bytes of a pattern
  static constexpr int kMostInstructions = 5000;  // of its program; counted repetitions multiply

  // Null without any pattern. An error names the option, the pattern, and what is wrong with it.
  static Result<std::unique_ptr<UserPatterns>> make(const std::vector<std::string>& reject,
                                                    const std::vector<std::string>& require);
  ~UserPatterns();
  UserPatterns(const UserPatterns&) = delete;
  UserPatterns& operator=(const UserPatterns&) = delete;

  // text.rejected and text.required-missing, a fault a pattern, in the order of the rules.
  void check(TextSubject& subject);

  // False where the patterns are too large together, and are looked for one by one.
  bool is_one_pass() const;

 private:
  struct Compiled;
  UserPatterns();
  const std::vector<bool>& find(std::string_view text);

  std::unique_ptr<Compiled> compiled_;
};

}  // namespace bcheck
