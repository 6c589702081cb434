// SPDX-License-Identifier: Apache-2.0
#include "report/read_item.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/names.h"

namespace bcheck {
namespace {

std::optional<double> number_of(Json value) {
  Scalar scalar;
  if (!read_scalar(value, scalar)) return std::nullopt;
  if (const auto* const whole = std::get_if<std::int64_t>(&scalar)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(&scalar);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

bool read_bound(Json value, std::optional<Bound>& out, std::string& problem) {
  enum { kMin, kMax, kEqual };
  static constexpr std::array<std::string_view, 3> kNames{"min", "max", "equal"};
  Members members;
  if (!members.sort(value, kNames, problem)) return false;
  Bound& bound = out.emplace();
  if (members.has(kMin) && !(bound.min = number_of(members[kMin])))
    return members.wrong(kMin, "must be a number", problem);
  if (members.has(kMax) && !(bound.max = number_of(members[kMax])))
    return members.wrong(kMax, "must be a number", problem);
  if (members.has(kEqual) && !read_scalar(members[kEqual], bound.equal.emplace())) {
    return members.wrong(kEqual, "must be a number or a string", problem);
  }
  return true;
}

bool read_finding(Json value, Finding& out, std::string& problem) {
  enum { kCode, kSeverity, kUsual, kMessage, kMeasure, kMeasured, kExpected };
  static constexpr std::array<std::string_view, 7> kNames{"code",    "severity", "usual",   "message",
                                                          "measure", "measured", "expected"};
  Members members;
  if (!members.sort(value, kNames, problem) || !members.text(kCode, out.code, problem)) return false;
  if (!is_code(out.code)) return members.wrong(kCode, fmt::format("is no code: {}", quote(out.code)), problem);
  if (!members.word(kSeverity, out.severity, severity_of, problem)) return false;
  out.usual = out.severity;
  if (members.has(kUsual) && !members.word(kUsual, out.usual, severity_of, problem)) return false;
  if (!members.text(kMessage, out.message, problem)) return false;
  if (members.has(kMeasure) && !members.text(kMeasure, out.measure, problem)) return false;
  if (members.has(kMeasured) && !read_scalar(members[kMeasured], out.measured.emplace())) {
    return members.wrong(kMeasured, "must be a number or a string", problem);
  }
  return !members.has(kExpected) || read_bound(members[kExpected], out.expected, problem) ||
         within("'expected'", problem);
}

bool read_measures(const simdjson::dom::object& object, std::vector<Measure>& out, std::string& problem) {
  const std::size_t first = out.size();
  for (const auto field : object) {
    const auto wrong = [&](std::string_view what) {
      problem = fmt::format("measure {} {}", quote(field.key), what);
      return false;
    };
    const std::optional<std::string_view> name = program_names().keep(field.key, out.size() - first);
    if (!name) return wrong("is one name too many: no report has so many different ones");
    for (const Measure& before : out) {
      if (before.name.data() == name->data()) return wrong("stands twice");
    }
    if (!read_scalar(field.value, out.emplace_back(Measure{*name, {}}).value)) {
      return wrong("must be a number or a string");
    }
  }
  return true;
}

void clear(Outcome& outcome) {
  outcome.path.clear();
  outcome.line.reset();
  outcome.type.clear();
  outcome.format.clear();
  outcome.bytes.reset();
  outcome.sha256.clear();
  outcome.content_sha256.clear();
  outcome.content_decoder.clear();
  outcome.coverage = Coverage::kHeader;
  outcome.unexamined.clear();
  outcome.findings.clear();
  outcome.measures.clear();
  outcome.mark.reset();
}

// 32 lower-case hexadecimal digits.
bool read_half_digest(std::string_view text, std::array<std::uint64_t, 2>& out) {
  if (text.size() != 32) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (c < 'a' || c > 'f')) return false;
    out[i / 16] = out[i / 16] << 4 | static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
  }
  return true;
}

bool read_mark(Json value, SharedMark& out, std::string& problem) {
  enum { kKind, kExtent, kDigest };
  static constexpr std::array<std::string_view, 3> kNames{"kind", "extent", "digest"};
  Members members;
  std::int64_t extent = 0;
  std::string digest;
  if (!members.sort(value, kNames, problem) || !members.word(kKind, out.kind, content_kind_of, problem) ||
      (members.has(kExtent) && !members.count(kExtent, extent, problem)) || !members.text(kDigest, digest, problem)) {
    return false;
  }
  if (out.kind == ContentKind::kNone) return members.wrong(kKind, "is left out where it is none", problem);
  if (extent > UINT32_MAX) return members.wrong(kExtent, "is more than any content has", problem);
  out.extent = static_cast<std::uint32_t>(extent);
  return read_half_digest(digest, out.digest) || members.wrong(kDigest, "is not 32 hexadecimal digits", problem);
}

bool read_outcome(Json value, Outcome& out, std::string& problem) {
  enum {
    kStatus,
    kPath,
    kPath64,
    kFormat,
    kBytes,
    kSha256,
    kCoverage,
    kContent,
    kDecoder,
    kFindings,
    kMeasures,
    kLine,
    kType,
    kUnexamined,
    kMark
  };
  static constexpr std::array<std::string_view, 15> kNames{
      "status",          "path",     "path_base64", "format", "bytes", "sha256",     "coverage", "content_sha256",
      "content_decoder", "findings", "measures",    "line",   "type",  "unexamined", "mark"};
  Members members;
  if (!members.sort(value, kNames, problem)) return false;
  clear(out);
  if (!members.word(kStatus, out.status, status_of, problem)) return false;
  if ((members.has(kPath) || members.has(kPath64)) && !members.bytes(kPath, kPath64, out.path, problem)) return false;
  if (members.has(kLine) && !members.count(kLine, out.line.emplace(), problem)) return false;
  if (members.has(kType) && !members.text(kType, out.type, problem)) return false;
  if (members.has(kUnexamined)) {
    if (!members.text(kUnexamined, out.unexamined, problem)) return false;
    if (out.status != Status::kFail)
      return members.wrong(kUnexamined, "stands at an artifact that does not fail", problem);
  }
  if (members.has(kMark) && !read_mark(members[kMark], out.mark.emplace(), problem)) return within("'mark'", problem);
  if (members.has(kFormat) && !members.text(kFormat, out.format, problem)) return false;
  if (members.has(kBytes) && !members.count(kBytes, out.bytes.emplace(), problem)) return false;

  for (const int which : {kSha256, kContent}) {
    const auto at = static_cast<std::size_t>(which);
    std::string& digest = which == kSha256 ? out.sha256 : out.content_sha256;
    if (!members.has(at)) continue;
    if (!members.digest(at, digest, problem)) return false;
    if (out.status != Status::kPass) return members.wrong(at, "stands at an artifact that does not pass", problem);
  }
  if (members.has(kDecoder) && !members.text(kDecoder, out.content_decoder, problem)) return false;
  if ((members.has(kCoverage) || out.status == Status::kPass) &&
      !members.word(kCoverage, out.coverage, coverage_of, problem)) {
    return false;
  }

  simdjson::dom::array findings;
  if (members.has(kFindings) &&
      (!members.array(kFindings, findings, problem) || !read_findings(findings, out.findings, problem))) {
    return false;
  }
  const bool failing = std::any_of(out.findings.begin(), out.findings.end(),
                                   [](const Finding& finding) { return finding.severity == Severity::kFail; });
  if (out.status == Status::kPass && failing) {
    return members.wrong(kStatus, "is 'pass' beside a finding of severity 'fail'", problem);
  }
  if (out.status == Status::kFail && !failing) {
    return members.wrong(kStatus, "is 'fail' without a finding of severity 'fail'", problem);
  }

  // The size stands once in the text and is a measure too, the first of every type.
  static const std::string_view bytes_name = program_names().keep("bytes", 0).value_or("bytes");
  if (out.bytes) out.measures.push_back({bytes_name, *out.bytes});
  simdjson::dom::object measures;
  return !members.has(kMeasures) ||
         (members.object(kMeasures, measures, problem) && read_measures(measures, out.measures, problem));
}

bool read_artifacts(const simdjson::dom::object& object, Item& item, std::string& problem) {
  auto& artifacts = item.artifacts;
  std::size_t count = 0;
  bool sorted = true;
  for (const auto field : object) {
    if (count == artifacts.size()) artifacts.emplace_back();
    artifacts[count].first = field.key;
    if (!read_outcome(field.value, artifacts[count].second, problem)) {
      return within(fmt::format("artifact {}", quote(field.key)), problem);
    }
    sorted = sorted && (count == 0 || artifacts[count - 1].first < artifacts[count].first);
    ++count;
  }
  artifacts.resize(count);
  if (sorted) return true;
  // The order of members means nothing in JSON; ours is that of the bytes.
  std::sort(artifacts.begin(), artifacts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto twice = std::adjacent_find(artifacts.begin(), artifacts.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == artifacts.end()) return true;
  problem = fmt::format("artifact {} stands twice", quote(twice->first));
  return false;
}

bool read_groups(const simdjson::dom::object& object, std::vector<std::pair<std::string, std::string>>& groups,
                 std::string& problem) {
  for (const auto field : object) {
    std::string_view text;
    if (field.value.get(text) != simdjson::SUCCESS || text.empty()) {
      problem = fmt::format("group {} must be a string that is not empty", quote(field.key));
      return false;
    }
    groups.emplace_back(field.key, text);
  }
  std::sort(groups.begin(), groups.end());
  const auto twice =
      std::adjacent_find(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == groups.end()) return true;
  problem = fmt::format("group {} stands twice", quote(twice->first));
  return false;
}

}  // namespace

bool is_code(std::string_view code) {
  const std::size_t dot = code.find('.');
  return dot != 0 && dot != std::string_view::npos && dot + 1 < code.size() &&
         std::all_of(code.begin(), code.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
         });
}

bool read_findings(const simdjson::dom::array& list, std::vector<Finding>& findings, std::string& problem) {
  for (const Json value : list) {
    findings.emplace_back();
    if (!read_finding(value, findings.back(), problem)) {
      return within(fmt::format("finding {}", findings.size()), problem);
    }
  }
  return true;
}

bool read_item(Json value, Item& item, std::string& problem) {
  enum {
    kKey,
    kKey64,
    kStatus,
    kReported,
    kAttempts,
    kRepeats,
    kGroups,
    kArtifacts,
    kFindings,
    kExpect,
    kPlace,
    kInput,
    kInput64
  };
  static constexpr std::array<std::string_view, 13> kNames{
      "key",      "key_base64", "status", "reported",     "attempts",           "repeats", "groups", "artifacts",
      "findings", "expect",     "place",  "input_sha256", "input_sha256_base64"};
  item.key.clear();
  item.blank = false;
  item.reported = Reported::kNothing;
  item.attempts.reset();
  item.repeats = 0;
  item.groups.clear();
  item.findings.clear();
  item.place.reset();
  item.input_sha256.clear();
  Members members;
  if (!members.sort(value, kNames, problem) || !members.bytes(kKey, kKey64, item.key, problem)) return false;
  if (members.has(kExpect)) {
    std::string expected;
    if (!members.text(kExpect, expected, problem)) return false;
    item.blank = expected == "blank";
    if (!item.blank) return members.wrong(kExpect, fmt::format("is {}, not \"blank\"", quote(expected)), problem);
  }
  if (members.has(kReported)) {
    if (!members.word(kReported, item.reported, reported_of, problem)) return false;
    if (item.reported == Reported::kNothing)
      return members.wrong(kReported, "is left out where it is nothing", problem);
  }
  if (members.has(kAttempts) && !members.count(kAttempts, item.attempts.emplace(), problem)) return false;
  if (item.attempts == 0) return members.wrong(kAttempts, "must be at least 1", problem);
  if (members.has(kRepeats) && !members.count(kRepeats, item.repeats, problem)) return false;
  if (members.has(kPlace) && !members.count(kPlace, item.place.emplace(), problem)) return false;
  if (members.has(kInput) && !members.bytes(kInput, kInput64, item.input_sha256, problem)) return false;
  if (simdjson::dom::object groups; members.has(kGroups) && (!members.object(kGroups, groups, problem) ||
                                                             !read_groups(groups, item.groups, problem))) {
    return false;
  }
  simdjson::dom::object artifacts;
  simdjson::dom::array findings;
  return members.word(kStatus, item.status, status_of, problem) && members.object(kArtifacts, artifacts, problem) &&
         read_artifacts(artifacts, item, problem) &&
         (!members.has(kFindings) ||
          (members.array(kFindings, findings, problem) && read_findings(findings, item.findings, problem)));
}

}  // namespace bcheck
