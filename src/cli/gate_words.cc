// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_words.h"

#include <fmt/format.h>

namespace bcheck {

std::string gate_words(const GateDecision& gate, const Summary& summary, const Palette& palette) {
  const std::string closed = "gate: " + palette.paint(palette.bad, "closed");
  if (summary.keys.total() == 0) return closed + ": nothing was checked\n";
  if (gate.open()) return "gate: " + palette.paint(palette.good, "open") + "\n";
  std::string text = closed + "\n";
  for (const Closing& closing : gate.closings) text += fmt::format("  {}\n", closing.message);
  return text;
}

ExitCode gate_exit_code(const GateDecision& gate, const Summary& summary) {
  if (summary.keys.total() == 0) return ExitCode::kNothing;
  if (gate.incomplete()) return ExitCode::kIncomplete;
  return gate.open() ? ExitCode::kYes : ExitCode::kNo;
}

}  // namespace bcheck
