// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>

#include "base/text.h"
#include "render/diff_lists.h"
#include "render/diff_view.h"
#include "render/escape.h"

namespace bcheck {
namespace {

struct Heading {
  RulerEnd end;
  std::string_view title;
  std::string_view Palette::*colour;
};

constexpr std::array<Heading, kRulerEndCount - 2> kHeadings{{
    {RulerEnd::kChanged, "changed", &Palette::bad},
    {RulerEnd::kFailing, "failing", &Palette::bad},
    {RulerEnd::kMissing, "missing", &Palette::bad},
    {RulerEnd::kUncompared, "not compared", &Palette::doubtful},
    {RulerEnd::kInputChanged, "of another input", &Palette::doubtful},
    {RulerEnd::kBadInBaseline, "bad in the baseline", &Palette::doubtful},
    {RulerEnd::kNotInBaseline, "not in the baseline", &Palette::doubtful},
}};

class RulersText : public DiffView {
 public:
  RulersText(const DiffViewOptions& options, const Sink& sink)
      : options_(options), sink_(sink), lists_(options, kRulerEndCount) {}

  void key(const KeyChange& change) override {
    const RulerEnd end = ruler_end(change);
    if (end != RulerEnd::kSame) lists_.add(static_cast<std::size_t>(end), change);
  }

  void finish(const Difference& difference, std::string_view) override {
    const RulerCheck& rulers = *difference.rulers;
    std::string out = verdict(rulers) + environment(rulers);
    for (const Heading& heading : kHeadings) {
      lists_.append(out, static_cast<std::size_t>(heading.end), heading.title, options_.palette.*heading.colour);
    }
    append_unknown(out, rulers.unknown);
    sink_(out);
  }

 private:
  // "rulers: 1 changed, 1 missing; 18 of 20 are the same"
  std::string verdict(const RulerCheck& rulers) const {
    const Palette& palette = options_.palette;
    const std::string same = fmt::format("{} of {} are the same\n", rulers[RulerEnd::kSame], rulers.total());
    if (!rulers.differs() && rulers.unusable() == 0) return palette.paint(palette.good, "rulers") + ": " + same;
    std::string parts;
    const auto part = [&](RulerEnd end, std::string_view title) {
      if (rulers[end] > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", rulers[end], title);
    };
    for (const Heading& heading : kHeadings) part(heading.end, heading.title);
    part(RulerEnd::kUnknown, "in neither report");
    return fmt::format("{}: {}; {}", palette.paint(palette.bad, "rulers"), parts, same);
  }

  static std::string environment(const RulerCheck& rulers) {
    if (!rulers.old_environment || !rulers.new_environment) {
      return fmt::format("environment unknown: {} says what it was computed in (bcheck run --env)\n",
                         rulers.old_environment   ? "only the baseline"
                         : rulers.new_environment ? "only the new report"
                                                  : "neither report");
    }
    std::string out;
    std::string unknown;
    std::size_t differing = 0;
    for (const EnvironmentChange& change : rulers.environment) {
      if (change.kind == EnvironmentChange::Kind::kUnknown) {
        unknown += (unknown.empty() ? "" : ", ") + field_text(change);
        if (change.from) unknown += " (was " + one_line(*change.from) + ")";
        if (change.to) unknown += " (now " + one_line(*change.to) + ")";
        continue;
      }
      ++differing;
      out += "  " + field_text(change) + "  ";
      if (change.kind == EnvironmentChange::Kind::kAdded) out += "added " + one_line(*change.to);
      if (change.kind == EnvironmentChange::Kind::kRemoved) out += "removed, was " + one_line(*change.from);
      if (change.kind == EnvironmentChange::Kind::kChanged) out += one_line(*change.from + " -> " + *change.to);
      out += '\n';
    }
    if (differing == 0) {
      out = unknown.empty() ? "environment the same\n" : "environment the same, as far as it is known\n";
    } else {
      out = fmt::format("environment differs in {}:\n", counted(static_cast<std::int64_t>(differing), "field")) + out;
    }
    return unknown.empty() ? out : out + "  unknown: " + unknown + '\n';
  }

  static std::string field_text(const EnvironmentChange& change) {
    std::string text = one_line(change.field);
    return change.item.empty() ? text : text + " " + one_line(change.item);
  }

  void append_unknown(std::string& out, const std::vector<std::string>& keys) const {
    if (keys.empty()) return;
    out +=
        options_.palette.paint(options_.palette.doubtful, fmt::format("in neither report ({})", keys.size())) + ":\n";
    const std::size_t listed = options_.all ? keys.size() : std::min(keys.size(), options_.listed);
    for (std::size_t i = 0; i < listed; ++i) out += "  " + shown(keys[i]) + '\n';
    if (listed < keys.size()) out += fmt::format("  and {} more\n", keys.size() - listed);
  }

  const DiffViewOptions options_;
  const Sink sink_;
  KeyLists lists_;
};

}  // namespace

std::unique_ptr<DiffView> make_rulers_text(const DiffViewOptions& options, const Sink& sink) {
  return std::make_unique<RulersText>(options, sink);
}

}  // namespace bcheck
