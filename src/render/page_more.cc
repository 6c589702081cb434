// SPDX-License-Identifier: Apache-2.0
// What opens below a row: {"a": [[artifact, status, path, line, format, bytes, sha256, findings, measures, excerpt]],
// "f": findings of the key itself, "r": what was reported, "n": attempts, "x": the start of a text}, findings being
// [code, severity, message] and measures [name, value, 1 if outside of its limits], with numbers in the place of names.
#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "base/json_write.h"
#include "base/text.h"
#include "render/page_items.h"
#include "render/page_markup.h"

namespace bcheck {
namespace {

constexpr std::size_t kMostOfWord = 500;     // code points
constexpr std::size_t kMostOfMessage = 600;  // likewise
constexpr std::size_t kMostFindings = 30;    // of one artifact
constexpr std::size_t kMostMeasures = 100;   // likewise

bool is_outside(const Bound* bound, const Scalar& value) {
  if (bound == nullptr) return false;
  double number = 0;
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    number = static_cast<double>(*whole);
  } else if (const auto* const real = std::get_if<double>(&value)) {
    number = *real;
  } else {
    return false;
  }
  return !is_within(*bound, number);
}

}  // namespace

void PageData::append_findings(const std::vector<Finding>& findings) {
  more_ += '[';
  for (std::size_t i = 0; i < findings.size() && i < kMostFindings; ++i) {
    more_ += fmt::format("{}[{},{},", i == 0 ? "" : ",", words_.code(findings[i].code),
                         static_cast<int>(findings[i].severity));
    append_script_sentence(more_, cut(findings[i].message, kMostOfMessage));
    more_ += ']';
  }
  more_ += ']';
}

void PageData::append_outcome(const std::string& name, const Outcome& outcome) {
  more_ += fmt::format("[{},{},", words_.artifact(name), static_cast<int>(outcome.status));
  append_script_name(more_, cut(outcome.path, kPathOnPage));
  more_ += outcome.line ? fmt::format(",{},", *outcome.line) : ",null,";
  append_script_name(more_, outcome.format);
  more_ += outcome.bytes ? fmt::format(",{},", *outcome.bytes) : ",null,";
  append_script_name(more_, outcome.sha256);
  more_ += ',';
  append_findings(outcome.findings);
  more_ += ",[";
  for (std::size_t i = 0; i < outcome.measures.size() && i < kMostMeasures; ++i) {
    const Measure& measure = outcome.measures[i];
    more_ += fmt::format("{}[{},", i == 0 ? "" : ",", words_.measure(measure.name));
    if (const auto* const word = std::get_if<std::string>(&measure.value)) {
      append_script_name(more_, cut(*word, kMostOfWord));
    } else {
      append_json_scalar(more_, measure.value);
    }
    more_ += is_outside(measures_.bound_of(name, outcome, measure.name), measure.value) ? ",1]" : "]";
  }
  more_ += ']';
}

void PageData::add_more(const Item& item, std::string_view excerpt) {
  ++details_;
  if (in_more_++ > 0) more_ += ",\n";
  more_ += "{\"a\":[";
  for (std::size_t i = 0; i < item.artifacts.size(); ++i) {
    if (i > 0) more_ += ',';
    append_outcome(item.artifacts[i].first, item.artifacts[i].second);
    more_ += ']';
  }
  more_ += "],\"f\":";
  append_findings(item.findings);
  more_ += fmt::format(",\"r\":\"{}\"", name_of(item.reported));
  if (item.attempts) more_ += fmt::format(",\"n\":{}", *item.attempts);
  if (!excerpt.empty()) {
    more_ += ",\"x\":";
    append_script_excerpt(more_, excerpt);
  }
  more_ += '}';
  if (in_more_ == kMoreOfBlock) {
    write(more_, "more");
    in_more_ = 0;
  }
}

}  // namespace bcheck
