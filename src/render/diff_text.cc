// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "render/diff_lists.h"
#include "render/diff_view.h"
#include "render/diff_words.h"
#include "render/drift_text.h"
#include "render/escape.h"
#include "render/percent.h"

namespace bcheck {
namespace {

class Text : public DiffView {
 public:
  Text(const DiffViewOptions& options, const Sink& sink)
      : options_(options), sink_(sink), lists_(options, kChangeLists) {}

  void key(const KeyChange& change) override {
    if (change.change != Change::kSame) lists_.add(list_of(change), change);
  }

  void finish(const Difference& difference, std::string_view gate) override {
    std::string out = verdict_sentence(difference, options_.palette) + '\n';
    if (const std::string rules = rules_sentence(difference); !rules.empty()) out += rules + '\n';
    for (const ShareLine& share : share_lines(difference)) out += line_of(share);
    for (const ChangeHeading& heading : change_headings()) append_list(out, heading, difference);
    if (difference.moved) append_moved(out, *difference.moved);
    if (difference.statistics) append_drift(out, *difference.statistics, options_.palette);
    sink_(out.append(gate));
  }

 private:
  // "consistency  1950 / 2000  97.50 %  the same, of the keys in both"
  static std::string line_of(const ShareLine& share) {
    if (!share.fraction) return fmt::format("{:<11}  n/a: {}\n", share.name, share.text);
    const auto& [part, whole] = *share.fraction;
    return fmt::format("{:<11}  {} / {}  {}  {}\n", share.name, part, whole, percent(part, whole), share.text);
  }

  void append_list(std::string& out, const ChangeHeading& heading, const Difference& difference) const {
    std::string more;
    if (heading.list == list_of(Change::kChanged) && difference.same_content > 0) {
      more = fmt::format(", {} with the same content", difference.same_content);
    }
    if (heading.list == list_of(Change::kStillBad))
      more = fmt::format(", {} for the same cause", difference.same_cause);
    lists_.append(out, heading.list, heading.title, options_.palette.*heading.colour, more);
  }

  void append_moved(std::string& out, const std::vector<MovedKey>& moved) const {
    if (moved.empty()) return;
    const std::size_t listed = options_.all ? moved.size() : std::min(options_.listed, moved.size());
    out += options_.palette.paint(options_.palette.bad, fmt::format("moved ({})", moved.size()));
    out += ", the product of another key to the byte:\n";
    for (const MovedKey& one : std::span(moved).first(listed)) {
      out += fmt::format("  {}  what {} had\n", shown(one.key), shown(one.from));
    }
    if (listed < moved.size()) out += fmt::format("  and {} more\n", moved.size() - listed);
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
