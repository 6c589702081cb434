// SPDX-License-Identifier: Apache-2.0
#include "render/diff_parts_json.h"

#include <fmt/format.h>

#include <optional>

#include "base/json_write.h"
#include "base/text.h"

namespace bcheck {
namespace {

// Six digits: they come from logarithms, which differ in their last digits from one C library to another.
void append_real(std::string& out, double value) {
  out += fmt::format("{:.6g}", value);
}

void append_text_or_null(std::string& out, std::string_view name, const std::optional<std::string>& text) {
  out += fmt::format(", \"{}\": ", name);
  text ? append_json_string(out, *text) : void(out += "null");
}

}  // namespace

void append_moved(std::string& out, const std::vector<MovedKey>& moved) {
  out += ",\n \"moved\": [";
  std::string_view between = "\n  {";
  for (const MovedKey& one : moved) {
    append_json_bytes(out += between, "key", one.key);
    append_json_bytes(out += ", ", "from", one.from);
    out += '}';
    between = ",\n  {";
  }
  out += ']';
}

void append_sample(std::string& out, const Recomputation& sample) {
  const auto count = [&out](std::string_view name, std::optional<std::int64_t> number) {
    out += fmt::format(", \"{}\": ", name);
    number ? append_number(out, *number) : void(out += "null");
  };
  out += ",\n \"sample\": {\"population\": ";
  append_number(out, sample.population);
  count("compared", sample.compared);
  count("mismatches", sample.mismatches);
  count("same_content", sample.same_content);
  count("unanswered", sample.unanswered);
  count("already_bad", sample.already_bad);
  count("foreign", sample.foreign);
  out += ", \"salt\": ";
  append_json_string(out, sample.salt);
  out += sample.drawn ? ", \"drawn\": true" : ", \"drawn\": false";
  out += ", \"confidence\": ";
  append_real(out, sample.confidence);
  out += ", \"rate_interval\": [";
  append_real(out, sample.rate.low);
  out += ", ";
  append_real(out, sample.rate.high);
  out += "], \"rate_upper\": ";
  append_real(out, sample.upper);
  count("most_bad", sample.most_bad);
  out += fmt::format(", \"max_rate\": [{}, {}]", sample.max_numerator, sample.max_denominator);
  count("more", sample.more);
  count("most_silent", sample.most_silent);
  count("keys", sample.keys);
  out += '}';
}

void append_rulers(std::string& out, const RulerCheck& rulers) {
  out += ",\n \"rulers\": {\"total\": ";
  append_number(out, rulers.total());
  for (int i = 0; i < kRulerEndCount; ++i) {
    const auto end = static_cast<RulerEnd>(i);
    out += fmt::format(", \"{}\": ", name_of(end));
    append_number(out, rulers[end]);
  }
  out += ", \"unknown_keys\": [";
  std::string_view comma;
  for (const std::string& key : rulers.unknown) {
    out.append(comma).append("{");
    append_json_bytes(out, "key", key);
    out += '}';
    comma = ", ";
  }
  out += "], \"environment\": ";
  if (!rulers.old_environment || !rulers.new_environment) {
    out += "null}";
    return;
  }
  out += '[';
  comma = {};
  for (const EnvironmentChange& change : rulers.environment) {
    out.append(comma).append("{\"field\": ");
    append_json_string(out, change.field);
    if (!change.item.empty()) append_text_or_null(out, "item", change.item);
    out += fmt::format(", \"change\": \"{}\"", name_of(change.kind));
    append_text_or_null(out, "from", change.from);
    append_text_or_null(out, "to", change.to);
    out += '}';
    comma = ", ";
  }
  out += "]}";
}

}  // namespace bcheck
