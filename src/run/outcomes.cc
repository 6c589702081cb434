// SPDX-License-Identifier: Apache-2.0
#include "run/outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "base/text.h"
#include "judge/severity.h"

namespace bcheck {
namespace {

constexpr std::uint64_t kNoLine = UINT64_MAX;
constexpr std::size_t kNamedLines = 5;

std::int64_t number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

// Codes of a file as a whole, after which it is not known what else was in it.
bool is_of_file(std::string_view code) {
  return code == "records.unusable" || code == "records.changed" || code.starts_with("run.");
}

}  // namespace

Outcomes::Outcomes(const Plan& plan, const CodeTable& codes, Spool spool)
    : plan_(plan),
      codes_(codes),
      offsets_(plan.slots.size()),
      sizes_(plan.slots.size()),
      contents_(plan.slots.size()),
      spool_(std::move(spool)),
      parts_(plan.records.parts.size()),
      doubts_(plan.records.inputs.size()) {
  if (!parts_.empty()) lines_.assign(plan.slots.size(), kNoLine);
}

std::uint64_t Outcomes::keep(const Message& message, std::uint32_t& size) {
  buffer_.clear();
  append_kept(buffer_, message);
  size = static_cast<std::uint32_t>(buffer_.size());
  return spool_.append(buffer_);
}

void Outcomes::take(const Message& message) {
  if (message.kind == MessageKind::kOutcome) {
    offsets_[message.slot] = keep(message, sizes_[message.slot]);
    contents_[message.slot] = message.content;
    unproved_ += message.unseen == Unseen::kByte;
    by_header_ += message.unseen == Unseen::kBody;
    return;
  }
  Part& part = parts_[message.task - plan_.tasks.size()];
  switch (message.kind) {
    case MessageKind::kRecord: {
      Seen seen{message.slot, 0, 0, message.line, message.payload, message.content, 0, message.torn};
      seen.offset = keep(message, seen.size);
      part.seen.push_back(seen);
      if (plan_.shard) part.keys.push_back(plan_.key_of(message.slot));
      break;
    }
    case MessageKind::kElsewhere: part.keys.push_back(message.slot); break;
    case MessageKind::kForeign: part.foreign.push_back({message.line, message.text}); break;
    case MessageKind::kUnkeyed: {
      const Raised& raised = message.raised.front();
      std::vector<Unkeyed>& first = part.unkeyed[raised.code];
      ++part.unkeyed_counts[raised.code];
      if (first.size() < kNamedLines) first.push_back({message.line, raised, message.text});
      break;
    }
    default: part.end = message; part.done = true;
  }
}

void Outcomes::forget(std::uint32_t task) {
  parts_[task - plan_.tasks.size()] = Part();
}

Result<void> Outcomes::finish(Duplicates duplicates) {
  duplicates_ = duplicates;
  for (std::uint32_t i = 0; i < plan_.records.inputs.size(); ++i) gather(i);
  std::stable_sort(key_findings_.begin(), key_findings_.end(),
                   [](const KeyFinding& a, const KeyFinding& b) { return a.place < b.place; });
  std::sort(sources_.begin(), sources_.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  parts_ = {};
  return spool_.finish();
}

// All records of an input in the order of files and lines, with the lines counted through.
void Outcomes::gather(std::uint32_t index) {
  const RecordInput& input = plan_.records.inputs[index];
  std::vector<bool> met(plan_.manifest->keys.size());  // by key
  // Parts stand in the order of inputs and files.
  const std::vector<RecordPart>& planned = plan_.records.parts;
  std::size_t p = 0;
  while (p < planned.size() && planned[p].input != index) ++p;
  const std::size_t first_part = p;
  for (std::uint32_t f = 0; f < input.files.size(); ++f) {
    const RecordFile& file = input.files[f];
    SourceFacts facts;
    facts.path = plan_.listing->entries[file.entry].path;
    facts.format = input.rows ? "array" : name_of(file.format);
    facts.bytes = number(file.identity.size);
    std::map<std::uint16_t, std::vector<Unkeyed>> unkeyed;
    std::map<std::uint16_t, std::uint64_t> unkeyed_counts;
    // Lines before the part. Behind a part that was not read to its end nobody knows how many there are.
    std::optional<std::uint64_t> base = 0;
    std::uint32_t last_key = 0;
    const auto meet = [&](std::uint32_t key) {
      if (met[key]) return;
      if (key < last_key) facts.in_order = false;
      last_key = key;
      met[key] = true;
    };
    for (; p < planned.size() && planned[p].input == index && planned[p].file == f; ++p) {
      Part& part = parts_[p];
      if (!part.done)
        doubts_[index] = {"run.interrupted", "not found, and the run was stopped before all of it was read"};
      for (Seen& seen : part.seen) {
        seen.line = base ? seen.line + *base : kNoLine;
        seen.file = f;
        if (!plan_.shard) meet(plan_.key_of(seen.slot));
      }
      for (const std::uint32_t key : part.keys) meet(key);
      for (Foreign& foreign : part.foreign) {
        Extra extra{facts.path, false, true, std::move(foreign.key), {}};
        if (base) extra.line = number(foreign.line + *base) + (input.rows ? 0 : 1);
        foreign_.push_back(std::move(extra));
      }
      bool whole = part.done;
      for (auto& [code, first] : part.unkeyed) {
        whole = whole && !is_of_file(codes_.code(code));
        for (Unkeyed& one : first) {
          one.line = base ? one.line + *base : kNoLine;
          if (unkeyed[code].size() < kNamedLines) unkeyed[code].push_back(std::move(one));
        }
      }
      for (const auto& [code, count] : part.unkeyed_counts) unkeyed_counts[code] += count;
      if (!input.rows && base) base = whole ? std::optional(*base + part.end.lines) : std::nullopt;
      facts.records += number(part.end.records);
      facts.blank_lines += number(part.end.blank);
      facts.crlf_lines += number(part.end.crlf);
      facts.bom = facts.bom || part.end.bom;
      std::vector<Seen> seen = std::move(part.seen);
      part = Part();
      part.seen = std::move(seen);
    }
    if (!file.trouble.empty()) {
      const std::uint16_t code = *codes_.id("records.unusable");
      unkeyed[code].push_back({0, {code, Severity::kFail}, file.trouble});
      unkeyed_counts[code] = 1;
    }
    for (const auto& [code, count] : unkeyed_counts) {
      if (!input.rows && !is_of_file(codes_.code(code))) facts.unkeyed += number(count);
    }
    tell_unkeyed(input, index, facts.path, unkeyed, unkeyed_counts);
    sources_.push_back(std::move(facts));
  }
  choose_all(input, std::span(parts_).subspan(first_part, p - first_part));
}

void Outcomes::tell_unkeyed(const RecordInput& input, std::uint32_t index, const std::string& path,
                            const std::map<std::uint16_t, std::vector<Unkeyed>>& by_code,
                            const std::map<std::uint16_t, std::uint64_t>& counts) {
  const ArtifactRules& rules = plan_.rules.artifacts[input.artifacts.front().artifact];
  for (const auto& [id, first] : by_code) {
    const std::string code(codes_.code(id));
    const std::uint64_t count = counts.at(id);
    const bool whole_file = is_of_file(code);
    Finding finding;
    finding.code = code;
    finding.usual = first.front().raised.severity;
    finding.severity = decide_severity(code, finding.usual, "records", rules, false);
    if (whole_file || input.rows) {
      finding.message = fmt::format("{}: {}", quote(path), first.front().text);
      if (whole_file)
        doubts_[index] = {"run.unreadable", "not found, and not all of it could be read: " + finding.message};
    } else {
      std::string lines;
      for (const Unkeyed& one : first) {
        if (one.line != kNoLine) lines += fmt::format("{} {}", lines.empty() ? "" : ",", one.line + 1);
      }
      if (!lines.empty()) {
        lines = fmt::format(", {}{}{}", count == 1 ? "line" : "lines", lines, count > first.size() ? ", ..." : "");
      }
      finding.message = fmt::format("{}: {} that no key can be told of{}: {}", quote(path),
                                    counted(number(count), "record"), lines, first.front().text);
    }
    batch_findings_.push_back(std::move(finding));
  }
}

std::uint32_t Outcomes::place_of(std::uint32_t slot) const {
  return slot / static_cast<std::uint32_t>(plan_.artifacts());
}

// Nearly all keys have one record, which is theirs; the others are sorted out by key.
void Outcomes::choose_all(const RecordInput& input, std::span<Part> parts) {
  std::vector<bool> several(plan_.order.size());  // by place: some slot has more than one record
  bool any = false;
  for (const Part& part : parts) {
    for (const Seen& seen : part.seen) {
      if (sizes_[seen.slot] == 0) {
        choose(seen);
      } else {
        several[place_of(seen.slot)] = any = true;
      }
    }
  }
  if (!any) return;
  std::vector<Seen> of_several;
  for (const Part& part : parts) {
    std::copy_if(part.seen.begin(), part.seen.end(), std::back_inserter(of_several),
                 [&](const Seen& seen) { return several[place_of(seen.slot)]; });
  }
  settle(input, of_several);
}

void Outcomes::settle(const RecordInput& input, std::vector<Seen>& seen) {
  std::stable_sort(seen.begin(), seen.end(),
                   [&](const Seen& a, const Seen& b) { return place_of(a.slot) < place_of(b.slot); });
  for (std::size_t i = 0; i < seen.size();) {
    std::size_t end = i + 1;
    while (end < seen.size() && place_of(seen[end].slot) == place_of(seen[i].slot)) ++end;
    settle_key(input, std::span(seen).subspan(i, end - i));
    i = end;
  }
}

// All that was read of one key, in the order in which it stands there. What is the same for all artifacts of a record
// is said once, and the worst of it.
void Outcomes::settle_key(const RecordInput& input, std::span<const Seen> of_key) {
  std::int64_t repeats = 0;
  Again worst;
  const Seen* torn = nullptr;  // beside a whole one
  for (const RecordArtifact& artifact : input.artifacts) {
    Again again;
    const Seen* last = nullptr;
    const Seen* first_torn = nullptr;
    std::int64_t count = 0;
    for (const Seen& seen : of_key) {
      if (seen.slot % plan_.artifacts() != artifact.artifact) continue;
      ++count;
      if (seen.torn) {
        first_torn = first_torn == nullptr ? &seen : first_torn;
        continue;
      }
      last = &seen;
      ++again.count;
      if (again.first == nullptr) {
        again.first = &seen;
      } else if (seen.payload == again.first->payload) {
        again.same = again.same == nullptr ? &seen : again.same;
      } else {
        again.other = again.other == nullptr ? &seen : again.other;
      }
    }
    if (count == 0) continue;
    choose(again.first == nullptr ? *first_torn : duplicates_ == Duplicates::kLast ? *last : *again.first);
    repeats = std::max(repeats, count - 1);
    if (again.first != nullptr && torn == nullptr) torn = first_torn;
    if (again.badness() > worst.badness()) worst = again;
  }
  const std::uint32_t slot = of_key.front().slot;
  if (torn != nullptr) {
    add_finding(slot, "records.torn-line", Severity::kWarn,
                fmt::format("a torn record of it stands in {} too", place(input, *torn)));
  }
  tell_again(input, worst);
  if (repeats > 0) repeats_[place_of(slot)] += repeats;
}

void Outcomes::tell_again(const RecordInput& input, const Again& again) {
  if (again.other != nullptr) {
    std::string message = fmt::format("its records in {} and {} say different things", place(input, *again.first),
                                      place(input, *again.other));
    if (duplicates_ == Duplicates::kFail) {
      add_finding(again.first->slot, "records.duplicate-conflict", Severity::kFail, std::move(message));
      return;
    }
    message += fmt::format("; the {} of them counts", duplicates_ == Duplicates::kLast ? "last" : "first");
    add_finding(again.first->slot, "records.duplicate", Severity::kWarn, std::move(message));
  } else if (again.same != nullptr) {
    add_finding(
        again.first->slot, "records.duplicate", Severity::kWarn,
        fmt::format("{} equal records, in {} and {}{}", again.count == 2 ? "two" : fmt::format("{}", again.count),
                    place(input, *again.first), place(input, *again.same), again.count == 2 ? "" : ", ..."));
  }
}

// "line 17" of a file of records, "row 16" of an array; with the file's name where there are several.
std::string Outcomes::place(const RecordInput& input, const Seen& seen) const {
  const std::string at = input.rows             ? fmt::format("row {}", seen.line)
                         : seen.line == kNoLine ? "a line of unknown number"
                                                : fmt::format("line {}", seen.line + 1);
  if (input.files.size() < 2) return at;
  return fmt::format("{} {}", quote(plan_.listing->entries[input.files[seen.file].entry].path), at);
}

void Outcomes::choose(const Seen& seen) {
  offsets_[seen.slot] = seen.offset;
  sizes_[seen.slot] = seen.size;
  contents_[seen.slot] = seen.content;
  lines_[seen.slot] = seen.line;
}

void Outcomes::add_finding(std::uint32_t slot, std::string_view code, Severity usual, std::string message) {
  KeyFinding found;
  found.place = slot / static_cast<std::uint32_t>(plan_.artifacts());
  found.finding.code = code;
  found.finding.usual = usual;
  found.finding.severity = decide_severity(code, usual, "records", plan_.rules_of(slot), false);
  found.finding.message = std::move(message);
  key_findings_.push_back(std::move(found));
}

std::optional<Outcomes::Found> Outcomes::find(std::uint32_t slot) {
  if (sizes_[slot] == 0) return std::nullopt;
  Found found;
  if (!parse_kept(spool_.at(offsets_[slot], sizes_[slot]), codes_, raised_, found)) {
    throw std::runtime_error("the spool of outcomes is damaged");
  }
  if (!lines_.empty() && lines_[slot] != kNoLine) {
    found.line = number(lines_[slot]) + (plan_.rules_of(slot).row_of.empty() ? 1 : 0);
  }
  return found;
}

std::optional<ContentMark> Outcomes::content(std::uint32_t slot) const {
  if (contents_[slot].kind == ContentKind::kNone) return std::nullopt;
  return contents_[slot];
}

const Doubt& Outcomes::doubt(std::uint32_t slot) const {
  static const Doubt kNone;
  const std::size_t artifact = slot % plan_.artifacts();
  for (std::size_t i = 0; i < doubts_.size(); ++i) {
    for (const RecordArtifact& of_input : plan_.records.inputs[i].artifacts) {
      if (of_input.artifact == artifact) return doubts_[i];
    }
  }
  return kNone;
}

std::int64_t Outcomes::repeats(std::uint32_t place) const {
  const auto at = repeats_.find(place);
  return at == repeats_.end() ? 0 : at->second;
}

}  // namespace bcheck
