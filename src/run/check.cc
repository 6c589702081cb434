// SPDX-License-Identifier: Apache-2.0
#include "run/check.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

#include "base/json_fast.h"
#include "judge/limits.h"
#include "validators/generic.h"
#include "validators/magic.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

// What content and extension say together: the signature decides between families, the extension within one (a page
// stored as .txt is text, a zip named .docx a document) and where there is no signature.
const Type& recognise(const Artifact& artifact, const Format* content) {
  const Format* const promised = format_of_extension(artifact.extension);
  if (promised != nullptr && (content == nullptr || promised->family == content->family)) content = promised;
  return type_of_format(content == nullptr ? "" : content->name);
}

constexpr const char* kNotParsed = "it failed before its content was looked at";

std::string no_check_for(const Type& type) {
  return fmt::format("this build has no check for type '{}'", type.name);
}

void leave_unchecked(Outcome& outcome, std::string why) {
  outcome.status = Status::kUnchecked;
  Finding finding;
  finding.code = "run.unchecked";
  finding.message = std::move(why);
  outcome.findings.push_back(std::move(finding));
}

}  // namespace

Result<void> check_options(const ArtifactRules& rules, const Type& type) {
  if (type.prepare == nullptr) return {};
  auto check = type.prepare(rules.options, {rules.content_sha256});
  if (!check) return tl::unexpected(std::move(check.error()));
  return {};
}

Check& Checker::prepared(const ArtifactRules& rules, const Type& type) {
  auto& check = checks_[{&rules, &type}];
  if (check == nullptr) {
    auto made = type.prepare(rules.options, {rules.content_sha256});
    if (!made) throw std::logic_error("options that were not checked before the run: " + made.error().message);
    check = std::move(*made);
  }
  return *check;
}

Status Checker::verdict(const Expectation& expectation, Outcome& outcome) {
  faults_.clear();
  for (const Fault& fault : observation_.faults) faults_.push_back(to_finding(fault));
  outcome.findings.clear();
  return judge({observation_.measures, faults_, observation_.places}, expectation, outcome.findings);
}

// The words among them are handed over; the room for the next ones stays.
void Checker::take_measures(Outcome& outcome) {
  outcome.measures.assign(std::make_move_iterator(observation_.measures.begin()),
                          std::make_move_iterator(observation_.measures.end()));
}

void Checker::check(const Artifact& artifact, const ArtifactRules& rules, const Type* type, bool blank,
                    Outcome& outcome) {
  observation_.clear();
  outcome = Outcome();
  outcome.bytes = static_cast<std::int64_t>(artifact.bytes.size());

  const Format* const content = format_of_content(artifact.bytes);
  if (content != nullptr) observation_.format = content->name;
  const bool found_out = type == nullptr;
  const bool hopeless = inspect_any(artifact, type, content, observation_);
  const Type& known = found_out ? recognise(artifact, content) : *type;
  const bool has_check = known.prepare != nullptr && !(found_out && known.name == "file");
  if (found_out) outcome.type = known.name;
  const Expectation expectation{known, rules, blank};
  bool parsed = false;
  // What looks hopeless is still parsed where the rules allow what it looks like: allowed is not yet sound.
  if (has_check && (!hopeless || verdict(expectation, outcome) != Status::kFail)) {
    prepared(rules, known).run(artifact, observation_);
    parsed = true;
  }
  outcome.status = verdict(expectation, outcome);
  outcome.format = observation_.format;
  take_measures(outcome);
  const std::string doubt = has_check    ? observation_.unchecked
                            : !found_out ? no_check_for(known)
                            : outcome.format.empty() && artifact.extension.empty()
                                ? "the content names no known type; say which with rules"
                                : fmt::format(
                                      "this build has no check for {} beyond its header; rules with "
                                      "\"type\": \"file\" accept that",
                                      outcome.format.empty() ? artifact.extension : outcome.format);
  settle(doubt.empty() && has_check && !parsed ? kNotParsed : doubt, artifact.bytes, outcome);
}

void Checker::check(const Value& value, const ArtifactRules& rules, const Type& type, bool blank, Outcome& outcome) {
  observation_.clear();
  outcome = Outcome();
  observation_.faults.assign(value.known.begin(), value.known.end());
  if (value.there) {
    outcome.bytes = static_cast<std::int64_t>(value.bytes.size());
    observation_.add("bytes", *outcome.bytes);
    if (type.prepare != nullptr) {
      prepared(rules, type).run({value.bytes, value.path, value.extension}, observation_);
    }
    if (value.more != nullptr) {
      const Observation& more = *value.more;
      observation_.measures.insert(observation_.measures.end(), more.measures.begin(), more.measures.end());
      observation_.places.insert(observation_.places.end(), more.places.begin(), more.places.end());
    }
  }
  const Expectation expectation{type, rules, blank};
  outcome.status = verdict(expectation, outcome);
  outcome.format = observation_.format;
  take_measures(outcome);
  // Where the rules allow what is wrong with the record, there may still be nothing that could pass.
  const std::string doubt = !value.there              ? "the record holds nothing that could be examined"
                            : type.prepare == nullptr ? no_check_for(type)
                                                      : observation_.unchecked;
  if (value.extension == "json" && outcome.status == Status::kPass) {
    canonical_ = minified_json(as_text(value.bytes));
    settle(doubt, as_bytes(canonical_), outcome);
  } else {
    settle(doubt, value.bytes, outcome);
  }
}

// `doubt`: why what does not fail is no pass all the same; empty if it is one.
void Checker::settle(std::string doubt, Bytes hashed, Outcome& outcome) {
  if (outcome.status == Status::kFail) {
    outcome.unexamined = std::move(doubt);
  } else if (!doubt.empty()) {
    leave_unchecked(outcome, std::move(doubt));
  }
  if (outcome.status == Status::kPass) conclude(hashed, outcome);
}

void Checker::conclude(Bytes hashed, Outcome& outcome) {
  outcome.coverage = observation_.coverage;
  outcome.content_sha256 = observation_.content_sha256;
  outcome.content_decoder = observation_.content_decoder;
  sha256_.update(hashed);
  outcome.sha256 = hex(sha256_.finish());
}

}  // namespace bcheck
