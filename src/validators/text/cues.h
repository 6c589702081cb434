// SPDX-License-Identifier: Apache-2.0
// What differs from copy to copy of a loop in subtitles, transcripts and lists: numbers and time codes.
#pragma once

#include <string>
#include <string_view>

namespace bcheck {

// A text without some of its parts, and where the rest of it stood.
struct Stripped {
  enum class What { kTimeCodes, kListNumbers };

  std::string text;

  // Without cue numbers and time lines of SubRip and WebVTT, and without time stamps in square brackets:
  // [00:01:02.500 --> 00:01:04.000]. Clock times without brackets stay: they are what tells the rows of a table apart.
  // True if there was anything to remove.
  bool remove_time_codes(std::string_view raw);

  // Without the numbers of a list at the start of lines: "12. ", "(12) ", "[12] ", "12) ". True if there was one, and
  // of at least ten lines that are not blank, four fifths are the same one then.
  bool remove_list_numbers(std::string_view raw);

  // The byte of `raw` that became byte `at`; its length where there is none.
  static std::size_t raw_offset(What what, std::string_view raw, std::size_t at);
};

}  // namespace bcheck
