// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "render/diff_view.h"
#include "render/escape.h"
#include "render/percent.h"

namespace bcheck {
namespace {

// The classes in the order in which they are told: first whether it is the same batch at all, then what got worse.
struct Heading {
  Change change;
  std::string_view title;
  std::string_view Palette::*colour;
};

constexpr std::array<Heading, kChangeCount - 1> kHeadings{{
    {Change::kGone, "only in the old report", &Palette::bad},
    {Change::kNew, "only in the new report", &Palette::doubtful},
    {Change::kNewlyBad, "newly bad", &Palette::bad},
    {Change::kChanged, "changed", &Palette::doubtful},
    {Change::kUncompared, "not compared", &Palette::doubtful},
    {Change::kStillBad, "still bad", &Palette::bad},
    {Change::kRepaired, "repaired", &Palette::good},
}};

// "fail image.truncated"
std::string state(std::optional<Status> status, std::string_view code) {
  std::string out(name_of(status.value_or(Status::kError)));
  if (!code.empty()) out.append(" ").append(code);
  return out;
}

std::string artifact_text(const ArtifactChange& artifact) {
  std::string out = shown(artifact.name);
  if (artifact.old_sha256.empty()) return out + " (new)";
  if (artifact.new_sha256.empty()) return out + " (gone)";
  if (artifact.same_content) out += *artifact.same_content ? " (same content)" : " (other content)";
  return out;
}

// What is worth saying of a key behind its name.
std::string detail(const KeyChange& change) {
  switch (change.change) {
    case Change::kNewlyBad: return state(change.after, change.new_code);
    case Change::kRepaired: return "was " + state(change.before, change.old_code);
    case Change::kStillBad: {
      const std::string before = state(change.before, change.old_code);
      const std::string after = state(change.after, change.new_code);
      return before == after ? after : before + ", now " + after;
    }
    case Change::kGone: return change.before == Status::kPass ? "" : "was " + state(change.before, change.old_code);
    case Change::kNew: return change.after == Status::kPass ? "" : state(change.after, change.new_code);
    case Change::kChanged: {
      std::string out;
      for (const ArtifactChange& artifact : change.artifacts)
        out += (out.empty() ? "" : ", ") + artifact_text(artifact);
      return out;
    }
    case Change::kUncompared:
    case Change::kSame: break;
  }
  return "";
}

std::string digest(const std::string& text) {
  return text.empty() ? "none" : shown(text.substr(0, 12));
}

class Text : public DiffView {
 public:
  Text(const DiffViewOptions& options, const Sink& sink) : options_(options), sink_(sink) {}

  void key(const KeyChange& change) override {
    if (change.change == Change::kSame) return;
    std::vector<std::string>& names = names_[static_cast<std::size_t>(change.change)];
    if (!options_.all && names.size() >= options_.listed) return;
    std::string line = shown(change.key);
    const std::string more = detail(change);
    if (!more.empty()) line += "  " + more;
    names.push_back(std::move(line));
  }

  void finish(const Difference& difference) override {
    std::string out = verdict(difference) + '\n';
    if (!difference.comparable()) out += rules_differ(difference);
    out += shares(difference);
    for (const Heading& heading : kHeadings) append_class(out, heading, difference);
    sink_(out);
  }

 private:
  // "differs: 1 only in the old report, 3 newly bad, 30 changed; 1950 of 2000 keys are the same"
  std::string verdict(const Difference& difference) const {
    const std::string same =
        fmt::format("{} of {} in both are the same", difference[Change::kSame], counted(difference.common(), "key"));
    if (!difference.differs() && difference[Change::kUncompared] == 0) {
      std::string out = options_.palette.paint(options_.palette.good, "nothing differs") + ": " + same;
      if (difference[Change::kStillBad] > 0) out += fmt::format(", {} still bad", difference[Change::kStillBad]);
      return out;
    }
    std::string parts;
    for (const Heading& heading : kHeadings) {
      if (difference[heading.change] == 0) continue;
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", difference[heading.change], heading.title);
    }
    const std::string_view word = difference.differs() ? "differs" : "not all could be compared";
    return fmt::format("{}: {}; {}", options_.palette.paint(options_.palette.bad, word), parts, same);
  }

  std::string rules_differ(const Difference& difference) const {
    const std::string both =
        fmt::format("the rules differ (sha256 {} and {})", digest(difference.old_rules), digest(difference.new_rules));
    if (difference.forced) return both + ", so the verdicts mean different things; hashes were compared by force\n";
    return both + ", so the reports are not comparable; --force compares hashes alone\n";
  }

  static std::string shares(const Difference& difference) {
    std::string out;
    if (const auto fraction = difference.consistency()) {
      out += fmt::format("consistency  {} / {}  {}  the same, of the keys in both\n", fraction->part, fraction->whole,
                         percent(fraction->part, fraction->whole));
    } else {
      out += fmt::format("consistency  n/a: {}\n",
                         difference.common() == 0 ? "no key is in both reports" : "hashes were not compared");
    }
    if (const auto fraction = difference.determinism()) {
      out += fmt::format("determinism  {} / {}  {}  the same, of those that pass in both\n", fraction->part,
                         fraction->whole, percent(fraction->part, fraction->whole));
    }
    return out;
  }

  void append_class(std::string& out, const Heading& heading, const Difference& difference) const {
    const std::int64_t count = difference[heading.change];
    if (count == 0) return;
    const Palette& palette = options_.palette;
    out += palette.paint(palette.*heading.colour, fmt::format("{} ({})", heading.title, count));
    if (heading.change == Change::kChanged && difference.same_content > 0) {
      out += fmt::format(", {} with the same content", difference.same_content);
    }
    if (heading.change == Change::kStillBad) out += fmt::format(", {} for the same cause", difference.same_cause);
    out += ":\n";
    const auto& names = names_[static_cast<std::size_t>(heading.change)];
    for (const std::string& name : names) out += "  " + name + '\n';
    const std::int64_t more = count - static_cast<std::int64_t>(names.size());
    if (more > 0) out += fmt::format("  and {} more\n", more);
  }

  const DiffViewOptions options_;
  const Sink sink_;
  std::array<std::vector<std::string>, kChangeCount> names_;
};

}  // namespace

std::unique_ptr<DiffView> make_diff_text(const DiffViewOptions& options, const Sink& sink) {
  return std::make_unique<Text>(options, sink);
}

}  // namespace bcheck
