// SPDX-License-Identifier: Apache-2.0
// The printed forms of the words in include/bcheck, and the small operations on them.
#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "bcheck/artifact.h"
#include "bcheck/content_mark.h"
#include "bcheck/finding.h"
#include "bcheck/outcome.h"
#include "bcheck/report.h"
#include "bcheck/validator.h"

namespace bcheck {
namespace {

constexpr std::array<std::string_view, 3> kSeverities{"fail", "warn", "allowed"};
constexpr std::array<std::string_view, 4> kCoverages{"header", "structure", "content", "checksum"};
constexpr std::array<std::string_view, kStatusCount> kStatuses{"fail", "missing", "error", "unchecked", "pass"};
constexpr std::array<std::string_view, 4> kReported{"nothing", "success", "failure", "unknown"};
constexpr std::array<std::string_view, 6> kContentKinds{"none", "label", "other", "text", "vector", "picture"};

template <typename Word, std::size_t N>
std::optional<Word> find_word(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Word>(at - names.begin());
}

}  // namespace

std::string_view name_of(Severity severity) {
  return kSeverities.at(static_cast<std::size_t>(severity));
}
std::string_view name_of(Coverage coverage) {
  return kCoverages.at(static_cast<std::size_t>(coverage));
}
std::string_view name_of(Status status) {
  return kStatuses.at(static_cast<std::size_t>(status));
}
std::string_view name_of(Reported reported) {
  return kReported.at(static_cast<std::size_t>(reported));
}
std::string_view name_of(ContentKind kind) {
  return kContentKinds.at(static_cast<std::size_t>(kind));
}
std::optional<Severity> severity_of(std::string_view name) {
  return find_word<Severity>(kSeverities, name);
}
std::optional<Coverage> coverage_of(std::string_view name) {
  return find_word<Coverage>(kCoverages, name);
}
std::optional<Status> status_of(std::string_view name) {
  return find_word<Status>(kStatuses, name);
}
std::optional<Reported> reported_of(std::string_view name) {
  return find_word<Reported>(kReported, name);
}
std::optional<ContentKind> content_kind_of(std::string_view name) {
  return find_word<ContentKind>(kContentKinds, name);
}

void Observation::add(std::string_view measure, std::int64_t value) {
  measures.push_back({measure, value});
}
void Observation::add(std::string_view measure, double value) {
  measures.push_back({measure, rounded(value)});
}
void Observation::add(std::string_view measure, std::string_view word) {
  measures.push_back({measure, std::string(word)});
}

void Observation::fault(std::string_view code, Severity severity, std::string message) {
  faults.push_back({code, severity, std::move(message)});
}

void Observation::place(std::string_view measure, std::string where) {
  places.emplace_back(measure, std::move(where));
}

const Scalar* Observation::find(std::string_view measure) const {
  for (const Measure& m : measures) {
    if (m.name == measure) return &m.value;
  }
  return nullptr;
}

bool Observation::failed() const {
  return std::any_of(faults.begin(), faults.end(), [](const Fault& f) { return f.severity == Severity::kFail; });
}

void Observation::clear() {
  format = {};
  coverage = Coverage::kHeader;
  measures.clear();
  faults.clear();
  unchecked.clear();
  content_sha256.clear();
  content_decoder.clear();
  places.clear();
}

}  // namespace bcheck
