// SPDX-License-Identifier: Apache-2.0
// Which scripts a text is expected in, and how much of it is in them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bcheck/error.h"
#include "validators/text/profile.h"
#include "validators/text/scripts.h"

namespace bcheck {

struct ExpectedScripts {
  std::array<bool, kMostScripts> has{};
};

// From ISO 15924 codes in their usual writing. Codes of writing systems stand for the scripts that they are made of:
// Hans, Hant → Hani; Jpan → Hani, Hira, Kana; Hrkt → Hira, Kana; Kore → Hang, Hani; Hanb → Hani, Bopo; variants of a
// script (Latf, Cyrs, Aran, Syrn, ...) for it. An unknown code is a bad question, with a suggestion.
Result<ExpectedScripts> read_expected_scripts(std::span<const std::string> codes);

// Letters of the expected scripts ÷ letters of any script. Of fewer than 20 letters nothing is said: 1, since short
// answers are often a number or a name.
double expected_script_share(const ExpectedScripts& expected, const TextProfile& profile);

// "Latn:812,Cyrl:3": the scripts with most letters first, in the order of script_names() among equals, at most 8;
// "none" where there is no letter.
std::string script_histogram(const ScriptCounts& counts);

}  // namespace bcheck
