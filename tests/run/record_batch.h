// SPDX-License-Identifier: Apache-2.0
// Batches whose products lie in records or rows, for the tests of the run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/batch.h"
#include "run/codes.h"
#include "run/outcomes.h"
#include "run/part_reader.h"
#include "run/plan.h"

namespace bcheck {

// {"id":KEY,"text":TEXT} with a line end; neither may need escapes.
inline std::string record_of(std::string_view key, std::string_view text) {
  return "{\"id\":\"" + std::string(key) + "\",\"text\":\"" + std::string(text) + "\"}\n";
}

// A text that every check calls sound.
inline std::string sound_text(std::string_view key) {
  return "The text of sample " + std::string(key) + " is sound and has a few words.";
}

inline ArtifactRules field_of(std::string name, std::string records, std::string value = "/text",
                              std::string type = "text") {
  ArtifactRules rules;
  rules.name = std::move(name);
  rules.type = std::move(type);
  rules.records = std::move(records);
  rules.id = "/id";
  rules.value = std::move(value);
  return rules;
}

inline ArtifactRules row_of(std::string name, std::string file) {
  ArtifactRules rules;
  rules.name = std::move(name);
  rules.type = "embedding";
  rules.row_of = std::move(file);
  return rules;
}

class RecordBatch {
 public:
  explicit RecordBatch(std::string_view keys, std::string format = "text")
      : manifest(manifest_of(keys, std::move(format))) {}

  void write(std::string_view path, std::string_view bytes) { directory.write("out/" + std::string(path), bytes); }

  // Lists the output and plans anew.
  Result<Plan> try_plan() {
    output = std::move(open_output(directory.path() + "/out").value());
    listing = list_directory(output.get());
    return make_plan(manifest, rules, listing, output.get());
  }
  Plan& make() {
    auto made = try_plan();
    if (!made) throw std::runtime_error(made.error().message);
    plan.emplace(std::move(*made));
    return *plan;
  }

  // Cuts the first file anew, into parts of so many bytes.
  void cut(std::uint64_t bytes) {
    std::vector<RecordPart>& parts = plan->records.parts;
    const std::uint64_t size = parts.back().end;
    parts.clear();
    for (std::uint64_t begin = 0; begin < size; begin += bytes) {
      parts.push_back({0, 0, begin, std::min(begin + bytes, size), 0});
    }
  }

  // What a worker says of the parts, read in this process.
  std::vector<Message> read(const std::vector<Passed>& passed = {}) {
    std::vector<Message> messages;
    PartReader reader({*plan, codes, output.get(), passed, [&](const Message& message) { messages.push_back(message); },
                       [](const Mark&) {}});
    std::optional<Checker> checker(std::in_place);
    for (auto task = static_cast<std::uint32_t>(plan->tasks.size()); task < plan->task_count(); ++task) {
      reader.read(task, checker);
    }
    return messages;
  }

  std::unique_ptr<Outcomes> empty_outcomes() {
    return std::make_unique<Outcomes>(*plan, codes, std::move(Spool::open().value()));
  }
  std::unique_ptr<Outcomes> settled(const std::vector<Message>& messages, Duplicates duplicates = Duplicates::kFail) {
    auto outcomes = empty_outcomes();
    for (const Message& message : messages) outcomes->take(message);
    if (const auto done = outcomes->finish(duplicates); !done) throw std::runtime_error(done.error().message);
    return outcomes;
  }

  // "line 3: pass", or the codes: "line 3: records.torn-line". "-" where nothing was found.
  std::string verdict(Outcomes& outcomes, std::uint32_t slot) const {
    const auto found = outcomes.find(slot);
    if (!found) return "-";
    std::string out = (plan->rules_of(slot).row_of.empty() ? "line " : "row ") + std::to_string(*found->line) + ":";
    for (const Raised& raised : found->raised) {
      out += " " + std::string(codes.code(raised.code));
      if (raised.severity != Severity::kFail) out += "(" + std::string(name_of(raised.severity)) + ")";
    }
    return out + " " + std::string(name_of(found->status));
  }
  std::vector<std::string> verdicts(Outcomes& outcomes) const {
    std::vector<std::string> out;
    for (std::uint32_t slot = 0; slot < plan->slots.size(); ++slot) out.push_back(verdict(outcomes, slot));
    return out;
  }

  // "a records.duplicate(warn)"
  std::vector<std::string> key_findings(const std::vector<KeyFinding>& findings) const {
    std::vector<std::string> out;
    for (const KeyFinding& found : findings) {
      out.push_back(std::string(manifest.keys[plan->order[found.place]]) + " " + found.finding.code + "(" +
                    std::string(name_of(found.finding.severity)) + ")");
    }
    return out;
  }

  TempDir directory;
  Manifest manifest;
  Rules rules;
  Fd output;
  Listing listing;
  std::optional<Plan> plan;
  CodeTable codes;
};

inline std::vector<std::string> codes_of(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings) out.push_back(finding.code);
  return out;
}

}  // namespace bcheck
