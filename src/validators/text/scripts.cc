// SPDX-License-Identifier: Apache-2.0
#include "validators/text/scripts.h"

#include <algorithm>
#include <iterator>

#include "validators/text/unicode_classes.h"

namespace bcheck {
namespace {

// A code that is known to be there.
Script known(std::string_view code) {
  return find_script(code).value_or(kNoScript);
}

struct Table {
  std::array<Script, kTableSize> of{};
  Table() {
    const std::span<const ScriptStart> starts = script_starts();
    const CodeClass* const classes = class_table();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::uint32_t end = i + 1 < starts.size() ? starts[i + 1].first : kTableSize;
      for (std::uint32_t c = starts[i].first; c < end; ++c) {
        if (classes[c] == CodeClass::kLetter) of[c] = starts[i].script;
      }
    }
  }
};

}  // namespace

const Script* script_table() {
  static const Table table;
  return table.of.data();
}

Script script_of(std::uint32_t code_point) {
  static const Script han = known("Hani");
  if (code_point < kTableSize) return script_table()[code_point];
  return class_of(code_point) == CodeClass::kLetter ? han : kNoScript;
}

std::optional<Script> find_script(std::string_view code) {
  const std::span<const ScriptName> names = script_names();
  const auto at = std::find_if(names.begin() + 1, names.end(), [&](const ScriptName& n) { return n.code == code; });
  if (at == names.end()) return std::nullopt;
  return static_cast<Script>(at - names.begin());
}

Script latin() {
  static const Script script = known("Latn");
  return script;
}

bool separates_words(Script script) {
  static const std::array<Script, 6> joined{kNoScript,     known("Hani"), known("Hira"),
                                            known("Kana"), known("Hang"), known("Bopo")};
  return std::find(joined.begin(), joined.end(), script) == joined.end();
}

}  // namespace bcheck
