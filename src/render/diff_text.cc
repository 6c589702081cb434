// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string>

#include "base/text.h"
#include "render/diff_lists.h"
#include "render/diff_view.h"
#include "render/drift_text.h"
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

// The changed keys where it was asked how much alike they are: a list each, behind those of the classes.
struct LikenessHeading {
  Likeness likeness;
  std::string_view title;
  std::string_view Palette::*colour;
};

constexpr std::array<LikenessHeading, kLikenessCount> kLikenesses{{
    {Likeness::kFar, "changed", &Palette::bad},
    {Likeness::kUnknown, "changed, and not to be compared", &Palette::doubtful},
    {Likeness::kNear, "near", &Palette::doubtful},
    {Likeness::kSameContent, "of the same content", &Palette::good},
}};

std::size_t list_of(Change change) {
  return static_cast<std::size_t>(change);
}

std::size_t list_of(Likeness likeness) {
  return kChangeCount + static_cast<std::size_t>(likeness);
}

std::string digest(const std::string& text) {
  return text.empty() ? "none" : shown(text.substr(0, 12));
}

class Text : public DiffView {
 public:
  Text(const DiffViewOptions& options, const Sink& sink)
      : options_(options), sink_(sink), lists_(options, kChangeCount + kLikenessCount) {}

  void key(const KeyChange& change) override {
    if (change.change == Change::kSame) return;
    lists_.add(change.likeness ? list_of(*change.likeness) : list_of(change.change), change);
  }

  void finish(const Difference& difference) override {
    std::string out = verdict(difference) + '\n';
    if (!difference.comparable()) out += rules_differ(difference);
    out += shares(difference);
    for (const Heading& heading : kHeadings) {
      if (heading.change == Change::kChanged && difference.likeness) {
        append_likenesses(out);
      } else {
        append_class(out, heading, difference);
      }
    }
    if (difference.statistics) append_drift(out, *difference.statistics, options_.palette);
    sink_(out);
  }

 private:
  // "differs: 1 only in the old report, 3 newly bad, 30 changed; 1950 of 2000 keys are the same"
  std::string verdict(const Difference& difference) const {
    std::string same =
        fmt::format("{} of {} in both are the same", difference[Change::kSame], counted(difference.common(), "key"));
    for (const Likeness likeness : {Likeness::kNear, Likeness::kSameContent}) {
      const std::string_view title = likeness == Likeness::kNear ? "near" : "of the same content";
      if (difference.alike(likeness) > 0) same += fmt::format(", {} {}", difference.alike(likeness), title);
    }
    const std::int64_t unknown = difference.alike(Likeness::kUnknown);
    if (!difference.differs() && difference[Change::kUncompared] + unknown == 0) {
      const std::string_view word =
          difference[Change::kChanged] > 0 ? "nothing differs by more than the limits" : "nothing differs";
      std::string out = options_.palette.paint(options_.palette.good, word) + ": " + same;
      if (difference[Change::kStillBad] > 0) out += fmt::format(", {} still bad", difference[Change::kStillBad]);
      return out;
    }
    std::string parts;
    for (const Heading& heading : kHeadings) {
      const bool far = heading.change == Change::kChanged && difference.likeness;
      const std::int64_t keys = far ? difference.alike(Likeness::kFar) : difference[heading.change];
      if (keys > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", keys, heading.title);
      if (far && unknown > 0) {
        parts += fmt::format("{}{} changed and not to be compared", parts.empty() ? "" : ", ", unknown);
      }
    }
    const std::string_view word = difference.differs() ? "differs" : "not all could be compared";
    std::string out = fmt::format("{}: {}; {}", options_.palette.paint(options_.palette.bad, word), parts, same);
    if (difference.statistics && difference.statistics->rate) {
      const std::string rate = pass_rate_clause(*difference.statistics->rate);
      if (!rate.empty()) out += "; " + rate;
    }
    return out;
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
    if (const auto fraction = difference.near_consistency()) {
      out += fmt::format("with near    {} / {}  {}  the same, of the same content or near, of the keys in both\n",
                         fraction->part, fraction->whole, percent(fraction->part, fraction->whole));
    }
    if (const auto fraction = difference.determinism()) {
      out += fmt::format("determinism  {} / {}  {}  the same, of those that pass in both\n", fraction->part,
                         fraction->whole, percent(fraction->part, fraction->whole));
    }
    return out;
  }

  void append_likenesses(std::string& out) const {
    for (const LikenessHeading& heading : kLikenesses) {
      lists_.append(out, list_of(heading.likeness), heading.title, options_.palette.*heading.colour);
    }
  }

  void append_class(std::string& out, const Heading& heading, const Difference& difference) const {
    std::string more;
    if (heading.change == Change::kChanged && difference.same_content > 0) {
      more = fmt::format(", {} with the same content", difference.same_content);
    }
    if (heading.change == Change::kStillBad) more = fmt::format(", {} for the same cause", difference.same_cause);
    lists_.append(out, list_of(heading.change), heading.title, options_.palette.*heading.colour, more);
  }

  const DiffViewOptions options_;
  const Sink sink_;
  KeyLists lists_;
};

}  // namespace

std::unique_ptr<DiffView> make_diff_text(const DiffViewOptions& options, const Sink& sink) {
  if (options.kind == DiffKind::kSample) return make_sample_text(options, sink);
  if (options.kind == DiffKind::kRulers) return make_rulers_text(options, sink);
  return std::make_unique<Text>(options, sink);
}

}  // namespace bcheck
