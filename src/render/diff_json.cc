// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/json_write.h"
#include "base/text.h"
#include "render/diff_parts_json.h"
#include "render/diff_view.h"
#include "render/drift_json.h"

namespace bcheck {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += ", ";
  append_json_string(out, name);
  out += ": ";
  append_json_string(out, text);
}

void append_fraction(std::string& out, std::string_view name, const std::optional<Fraction>& fraction) {
  out += ",\n ";
  append_json_string(out, name);
  out += ": ";
  if (!fraction) {
    out += "null";
    return;
  }
  out += '[';
  append_number(out, fraction->part);
  out += ", ";
  append_number(out, fraction->whole);
  out += ']';
}

void append_side(std::string& out, std::string_view name, const std::string& manifest, const std::string& rules,
                 std::int64_t keys) {
  out += " ";
  append_json_string(out, name);
  out += ": {\"keys\": ";
  append_number(out, keys);
  append_member(out, "manifest_sha256", manifest);
  append_member(out, "rules_sha256", rules);
  out += "},\n";
}

// PSNR to the hundredth of a dB, the others to six digits: their last ones are those of a logarithm or a root.
void append_nearness(std::string& out, const Nearness& nearness) {
  out += ", \"nearness\": {\"likeness\": ";
  append_json_string(out, name_of(nearness.likeness));
  append_member(out, "by", nearness.by_report ? "report" : "products");
  for (const auto& [name, value] : nearness.distances) {
    out += ", ";
    append_json_string(out, name);
    out += ": ";
    name == "psnr" ? append_number(out, std::round(value * 100) / 100) : void(out += fmt::format("{:.6g}", value));
  }
  if (!nearness.told.empty()) append_member(out, "told", nearness.told);
  out += '}';
}

void append_artifact(std::string& out, const ArtifactChange& artifact) {
  append_json_string(out, artifact.name);
  out += ": {\"old\": ";
  artifact.old_sha256.empty() ? void(out += "null") : append_json_string(out, artifact.old_sha256);
  out += ", \"new\": ";
  artifact.new_sha256.empty() ? void(out += "null") : append_json_string(out, artifact.new_sha256);
  if (artifact.same_content) out += *artifact.same_content ? ", \"same_content\": true" : ", \"same_content\": false";
  if (artifact.nearness) append_nearness(out, *artifact.nearness);
  out += '}';
}

class Json : public DiffView {
 public:
  explicit Json(const Sink& sink) : sink_(sink) {}

  void key(const KeyChange& change) override {
    if (change.change == Change::kSame) return;
    line_ = first_ ? "{\"schema\": \"bcheck.diff/1\",\n \"changes\": [\n{" : ",\n{";
    first_ = false;
    append_json_bytes(line_, "key", change.key);
    append_member(line_, "change", name_of(change.change));
    if (change.before) append_member(line_, "old", name_of(*change.before));
    if (change.after) append_member(line_, "new", name_of(*change.after));
    if (!change.old_code.empty()) append_member(line_, "old_code", change.old_code);
    if (!change.new_code.empty()) append_member(line_, "new_code", change.new_code);
    if (change.change == Change::kInputChanged) {
      append_json_bytes(line_ += ", ", "old_input_sha256", change.old_input);
      append_json_bytes(line_ += ", ", "new_input_sha256", change.new_input);
    }
    if (change.change == Change::kChanged) {
      line_ += change.same_content ? ", \"same_content\": true" : ", \"same_content\": false";
      if (change.likeness) append_member(line_, "likeness", name_of(*change.likeness));
      std::string_view between = ", \"artifacts\": {";
      for (const ArtifactChange& artifact : change.artifacts) {
        line_ += between;
        append_artifact(line_, artifact);
        between = ", ";
      }
      line_ += '}';
    }
    line_ += '}';
    sink_(line_);
  }

  void finish(const Difference& difference, std::string_view) override {
    std::string out = first_ ? "{\"schema\": \"bcheck.diff/1\",\n \"changes\": [],\n" : "\n ],\n";
    append_side(out, "old", difference.old_manifest, difference.old_rules,
                difference.common() + difference[Change::kGone]);
    append_side(out, "new", difference.new_manifest, difference.new_rules,
                difference.common() + difference[Change::kNew]);
    out += difference.comparable() ? " \"comparable\": true,\n" : " \"comparable\": false,\n";
    out += difference.forced ? " \"forced\": true,\n" : " \"forced\": false,\n";
    out += difference.differs() ? " \"differs\": true,\n" : " \"differs\": false,\n";
    out += " \"counts\": {\"common\": ";
    append_number(out, difference.common());
    const auto count = [&out](std::string_view name, std::int64_t number) {
      out += ", ";
      append_json_string(out, name);
      out += ": ";
      append_number(out, number);
    };
    for (int i = 0; i < kChangeCount; ++i) {
      const auto change = static_cast<Change>(i);
      count(name_of(change), difference[change]);
      if (change == Change::kChanged) count("changed-same-content", difference.same_content);
      if (change == Change::kStillBad) count("still-bad-same-cause", difference.same_cause);
    }
    out += '}';
    if (difference.likeness) {
      std::string_view between = ",\n \"likeness\": {";
      for (int i = 0; i < kLikenessCount; ++i) {
        const auto likeness = static_cast<Likeness>(i);
        out += between;
        append_json_string(out, name_of(likeness));
        out += ": ";
        append_number(out, difference.alike(likeness));
        between = ", ";
      }
      out += '}';
      append_fraction(out, "near_consistency", difference.near_consistency());
    }
    append_fraction(out, "consistency", difference.consistency());
    append_fraction(out, "determinism", difference.determinism());
    if (difference.moved) append_moved(out, *difference.moved);
    if (!difference.sample && !difference.rulers) append_statistics(out, difference.statistics);
    if (difference.sample) append_sample(out, *difference.sample);
    if (difference.rulers) append_rulers(out, *difference.rulers);
    sink_(out += "}\n");
  }

 private:
  const Sink sink_;
  std::string line_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<DiffView> make_diff_json(const DiffViewOptions&, const Sink& sink) {
  return std::make_unique<Json>(sink);
}

}  // namespace bcheck
