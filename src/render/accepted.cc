// SPDX-License-Identifier: Apache-2.0
#include "render/accepted.h"

#include <fmt/format.h>

#include "render/percent.h"

namespace bcheck {
namespace {

std::string rate_line(const std::string& name, const std::optional<Fraction>& rate) {
  if (!rate) return fmt::format("  {}  not known\n", name);
  return fmt::format("  {}  {} of {}, {}\n", name, rate->part, rate->whole, percent(rate->part, rate->whole));
}

}  // namespace

std::string acceptance_text(const Acceptance& acceptance, const Palette& palette) {
  std::string out = fmt::format("completion, at least {} wanted:\n", acceptance.min_completion);
  for (const Acceptance::Run& run : acceptance.runs) out += rate_line(run.name, run.completion);
  out += fmt::format("silent errors, at most {} wanted:\n", acceptance.max_silent);
  for (const Acceptance::Run& run : acceptance.runs) out += rate_line(run.name, run.silent);
  out += fmt::format("consistency, at least {} wanted:\n", acceptance.min_consistency);
  for (const Acceptance::Pair& pair : acceptance.pairs) {
    out += rate_line(acceptance.runs[pair.first].name + ", " + acceptance.runs[pair.second].name, pair.consistency);
  }
  for (const std::string& what : acceptance.not_judged) {
    out += palette.paint(palette.doubtful, "not judged") + ": " + what + '\n';
  }
  for (const std::string& why : acceptance.undecided) {
    out += palette.paint(palette.doubtful, "undecided") + ": " + why + '\n';
  }
  for (const std::string& why : acceptance.refusals) {
    out += palette.paint(palette.bad, "refused") + ": " + why + '\n';
  }
  return acceptance.accepted() ? out + palette.paint(palette.good, "accepted") + '\n' : out;
}

}  // namespace bcheck
