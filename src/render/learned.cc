// SPDX-License-Identifier: Apache-2.0
#include "render/learned.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_tree.h"
#include "base/json_write.h"
#include "base/text.h"
#include "render/escape.h"

namespace bcheck {
namespace {

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string bound_text(const Bound& bound) {
  std::string out;
  if (bound.equal) {
    append_json_scalar(out, *bound.equal);
  } else {
    append_json_bound(out, bound);
  }
  return out;
}

// "1946 products: 2301..34121 bytes; 0.1 % 2400, median 30001, 99.9 % 34000"
std::string evidence(const LearnedMeasure& measure, const LearnedArtifact& artifact) {
  std::string out = counted(measure.products, "product");
  if (measure.products < artifact.products) out += fmt::format(" of {}", artifact.products);
  const std::string unit = measure.unit.empty() ? std::string() : fmt::format(" {}", measure.unit);
  if (measure.word) {
    return out + (measure.constant.empty() ? ": different words" : ": " + quote(measure.constant) + " in all");
  }
  if (measure.products == 0) return out;
  if (measure.least == measure.most) return out + fmt::format(": {}{} in all", number(measure.least), unit);
  return out + fmt::format(": {}..{}{}; 0.1 % {}, median {}, 99.9 % {}", number(measure.least), number(measure.most),
                           unit, number(measure.low), number(measure.median), number(measure.high));
}

std::string why_none(const LearnedMeasure& measure) {
  switch (measure.by) {
    case LearnedBy::kUnvaried: return "half and more have one value, which says nothing of the spread";
    case LearnedBy::kPartly: return "not every product has it";
    case LearnedBy::kPredicate: return "judged by more than one comparison";
    case LearnedBy::kStored: return "the limit that was there is as tight";
    case LearnedBy::kConstant:
    case LearnedBy::kRange:
    case LearnedBy::kUnbounded: break;
  }
  return "nothing that would exclude anything";
}

std::string note_of(const LearnedMeasure& measure) {
  if (measure.kept_min && measure.kept_max) return "; both ends were there, and are tighter";
  if (measure.kept_min) return "; the lower end was there, and is tighter";
  if (measure.kept_max) return "; the upper end was there, and is tighter";
  return {};
}

void append_limits(std::string& out, const LearnedArtifact& artifact, const std::string& indent) {
  std::string last;  // the limit at hand, until it is known whether one follows
  std::string comments;
  for (const LearnedMeasure& measure : artifact.measures) {
    const bool learned = measure.by == LearnedBy::kConstant || measure.by == LearnedBy::kRange;
    const std::string text = evidence(measure, artifact);
    if (!measure.bound) {
      // Words that differ from product to product are no candidates.
      if (measure.word && measure.constant.empty()) continue;
      comments += fmt::format("{}// {}: no limit learned: {}. {}\n", indent, measure.name, why_none(measure), text);
      continue;
    }
    if (!last.empty()) out += last + ",\n";
    out += fmt::format("{}// {}{}\n", indent, text,
                       learned ? note_of(measure) : fmt::format("; kept as it was: {}", why_none(measure)));
    last = indent;
    append_json_string(last, measure.name);
    last += ": " + bound_text(*measure.bound);
  }
  if (!last.empty()) out += last + '\n';
  out += comments;
}

void append_artifact(std::string& out, const std::string& name, const JsonTree& stored,
                     const LearnedArtifact* learned) {
  out += "    ";
  append_json_string(out, name);
  out += ": {\n";
  for (const auto& [member, value] : stored.items()) {
    if (member == "limits" && learned != nullptr && learned->typed) continue;
    out += "      ";
    append_json_string(out, member);
    out += ": " + value.dump() + ",\n";
  }
  if (learned == nullptr || !learned->typed) {
    out.erase(out.size() - 2, 1);  // the comma: nothing follows
    out += "      // nothing was learned: its type is left to the content of each product";
    std::string_view before = "; they are ";
    for (const std::string& type : learned == nullptr ? std::vector<std::string>() : learned->types) {
      out += fmt::format("{}{}", before, type);
      before = ", ";
    }
    out += ". Declare one, and run bcheck again\n";
  } else {
    const std::string blank =
        learned->blank > 0 ? fmt::format(", {} of them expected to be blank", learned->blank) : std::string();
    const std::string sampled = learned->sampled < learned->products
                                    ? fmt::format("; quantiles are of {} of them", learned->sampled)
                                    : std::string();
    out += fmt::format("      // {} that pass{}{}{}\n      \"limits\": {{\n", counted(learned->products, "product"),
                       blank, sampled, learned->too_few ? ": too few to learn from" : "");
    append_limits(out, *learned, "        ");
    out += "      }\n";
  }
  out += "    }";
}

}  // namespace

std::string learned_rules(const LearnedFrom& from, std::span<const LearnedArtifact> learned) {
  std::string out =
      "// Proposed by bcheck learn. Read it before you use it: a limit says what was usual, and not what is right.\n";
  for (const std::string& name : from.reports) out += fmt::format("// from {}\n", name);
  out += fmt::format("{{\n  \"schema\": \"{}\",\n  \"artifacts\": {{\n", kRulesSchema);
  const auto stored = parse_json(from.artifacts, "report", JsonSyntax::kStrict).value();
  std::string_view before;
  for (const auto& [name, artifact] : stored.items()) {
    const auto at = std::find_if(learned.begin(), learned.end(),
                                 [&, &wanted = name](const LearnedArtifact& a) { return a.name == wanted; });
    out += before;
    append_artifact(out, name, artifact, at == learned.end() ? nullptr : &*at);
    before = ",\n";
  }
  out += "\n  }";
  if (!from.gate.empty() && from.gate != "{}") out += fmt::format(",\n  \"gate\": {}", from.gate);
  return out + "\n}\n";
}

}  // namespace bcheck
