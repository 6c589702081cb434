// SPDX-License-Identifier: Apache-2.0
#include "run/part_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>

#include "base/text.h"
#include "judge/limits.h"
#include "run/circumstances.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

// Longer keys are those of no sample, and fit into no message.
constexpr std::size_t kLongestForeignKey = std::size_t{64} << 10;

constexpr std::uint32_t kNoKey = KeyTable::kNone;  // of the manifest

// Bytes of records that are read ahead: so many, and one record.
constexpr std::uint64_t kGroupBytes = std::uint64_t{32} << 10;

// What of the rules is asked of the array as a whole, or of how it is found in its file.
constexpr std::string_view kOfTheArray[]{"array",       "byteorder",      "dim",         "dtype",    "encoding",
                                         "format",      "header",         "id_column",   "id_field", "ids",
                                         "index_field", "input_ids_file", "level",       "order",    "rows",
                                         "rows_at",     "vector_column",  "vector_field"};

}  // namespace

void PartReader::read(std::uint32_t task, std::optional<Checker>& checker) {
  checker_ = &checker;
  message_ = Message();
  message_.task = task;
  const RecordPart& part = ends_.plan.part_of(task);
  if (!open(part)) {
    open_entry_ = UINT32_MAX;
    unkeyed("records.changed", Severity::kFail, file_.why());
  } else if (ends_.plan.records.inputs[part.input].rows) {
    read_rows(part);
  } else {
    read_lines(part);
  }
  if (open_entry_ != UINT32_MAX && !file_.unchanged()) {
    unkeyed("records.changed", Severity::kFail, "it changed while it was read: is the batch still writing?");
  }
  message_.kind = MessageKind::kDone;
  message_.raised.clear();
  message_.text.clear();
  ends_.send(message_);
}

bool PartReader::open(const RecordPart& part) {
  const RecordFile& file = ends_.plan.records.inputs[part.input].files[part.file];
  if (open_entry_ == file.entry) return true;
  path_ = ends_.plan.listing->entries[file.entry].path;
  rows_of_ = UINT32_MAX;
  if (!file_.open(ends_.output, path_, file.identity)) return false;
  open_entry_ = file.entry;
  mtime_ns_ = file.identity.mtime_ns;
  return true;
}

void PartReader::check(const Value& value, const ArtifactRules& rules, const Type& type, bool blank) {
  try {
    (*checker_)->check(value, rules, type, blank, outcome_);
  } catch (const std::bad_alloc&) {
    checker_->emplace();  // not in the state in which it gave up
    outcome_ = unable("run.memory", "examining it takes more memory than a worker may have");
  } catch (const std::exception& e) {
    checker_->emplace();
    outcome_ = unable("run.crashed", std::string("the check failed: ") + e.what());
  }
}

// True where a worker died before, and the outcome says so.
bool PartReader::pass_over(std::uint64_t line) {
  const auto at = std::find_if(ends_.passed.begin(), ends_.passed.end(), [&](const Passed& passed) {
    return passed.task == message_.task && passed.line == line;
  });
  if (at == ends_.passed.end()) return false;
  outcome_ = unable(at->code, at->why);
  return true;
}

// By hash, made when the first record turns out to be another key's.
std::string_view PartReader::owner_of(std::string_view input_sha256) {
  if (owners_.empty()) {
    const std::vector<std::string_view>& hashes = ends_.plan.input_hashes->values;
    for (std::size_t i = 0; i < hashes.size(); ++i)
      owners_.emplace(lower_ascii(hashes[i]), ends_.plan.manifest->keys[i]);
  }
  const auto at = owners_.find(std::string(input_sha256));
  return at == owners_.end() ? std::string_view() : at->second;
}

// Most files of records have the order of the manifest, and then the table need not be asked.
bool PartReader::is_next(std::string_view key) const {
  const std::vector<std::string_view>& keys = ends_.plan.manifest->keys;
  return next_key_ < keys.size() && keys[next_key_] == key;
}

// Of the key in the manifest, or kNoKey.
std::uint32_t PartReader::index_of(std::string_view key) {
  const std::vector<std::string_view>& keys = ends_.plan.manifest->keys;
  if (is_next(key)) return next_key_++;
  const auto found = ends_.plan.table.find(key, keys);
  if (!found) return kNoKey;
  next_key_ = static_cast<std::uint32_t>(*found) + 1;
  return next_key_ - 1;
}

// The next records, into group_. How many; 0 at the end.
std::size_t PartReader::read_group(RecordReader& reader) {
  std::size_t count = 0;
  while (count < group_.size() && (count == 0 || group_[count - 1].offset - group_[0].offset < kGroupBytes) &&
         reader.next(group_[count])) {
    ++count;
  }
  return count;
}

// Whose the first `count` records of the group are, into group_keys_.
void PartReader::find_keys(std::size_t count) {
  const std::vector<std::string_view>& keys = ends_.plan.manifest->keys;
  std::array<std::string_view, KeyTable::kGroup> wanted;
  std::array<std::size_t, KeyTable::kGroup> wanted_by{};
  std::array<std::uint32_t, KeyTable::kGroup> found{};
  std::size_t asked = 0;
  for (std::size_t i = 0; i < count; ++i) {
    group_keys_[i] = kNoKey;
    if (!group_[i].keyed()) continue;
    const std::string_view key = group_[i].key.text;
    if (asked == 0 && is_next(key)) {
      group_keys_[i] = next_key_++;
      continue;
    }
    wanted_by[asked] = i;
    wanted[asked++] = key;
  }
  if (asked == 0) return;
  ends_.plan.table.find_group(std::span(wanted).first(asked), keys, found);
  for (std::size_t i = 0; i < asked; ++i) {
    if (found[i] == kNoKey) continue;
    group_keys_[wanted_by[i]] = found[i];
    __builtin_prefetch(&ends_.plan.place_of[found[i]]);
    next_key_ = found[i] + 1;
  }
}

void PartReader::read_lines(const RecordPart& part) {
  const RecordInput& input = ends_.plan.records.inputs[part.input];
  const RecordFile& file = input.files[part.file];
  file_.soon(part.begin, part.end);
  const auto reader = read_records(as_text(file_.bytes()), part.begin, part.end, file.format, *input.places);
  if (!reader->problem().empty()) {
    unkeyed("records.unusable", Severity::kFail, reader->problem());
    return;
  }
  std::uint64_t told = part.begin;  // bytes that the parent knows to be read
  while (const std::size_t count = read_group(*reader)) {
    find_keys(count);
    for (std::size_t i = 0; i < count; ++i) {
      RecordView& view = group_[i];
      message_.line = view.line;
      message_.bytes = view.offset > told ? view.offset - told : 0;
      told = std::max(told, view.offset);
      record(input, file.format != RecordFormat::kJsonl, view, group_keys_[i]);
      // What goes wrong until the next one is looked at is not this one's fault.
      ends_.mark({view.line, UINT32_MAX});
      for (std::string& text : view.characters) {
        if (text.capacity() > kGroupBytes) text = std::string();  // or each of the group might keep as large a one
      }
    }
  }
  file_.done_with(part.begin, part.end);
  message_.bytes = part.end > told ? std::min<std::uint64_t>(part.end, file_.bytes().size()) - told : 0;
  message_.lines = reader->counts().lines;
  message_.blank = reader->counts().blank;
  message_.crlf = reader->counts().crlf;
  message_.bom = reader->counts().bom;
}

void PartReader::record(const RecordInput& input, bool table, const RecordView& view, std::uint32_t key) {
  if (!view.keyed()) {
    const std::string what = flaw_text(view);
    unkeyed(code_of(view.flaw), Severity::kFail, fmt::format("{}: {}", what, escaped(view.excerpt, 60)));
    return;
  }
  if (key == kNoKey) {
    // Of a torn record no more can be said than that it is torn.
    if (view.flaw == RecordFlaw::kTorn) {
      unkeyed(code_of(view.flaw), Severity::kFail, fmt::format("{}: {}", flaw_text(view), escaped(view.excerpt, 60)));
    } else if (view.key.text.size() > kLongestForeignKey) {
      unkeyed("records.no-id", Severity::kFail, fmt::format("a key of {} bytes", view.key.text.size()));
    } else {
      ++message_.records;
      foreign(view.key.text);
    }
    return;
  }
  ++message_.records;
  const std::uint32_t place = ends_.plan.place_of[key];
  const bool torn = view.flaw == RecordFlaw::kTorn;
  if (place == kOtherShard) {
    // The parent hears of a record where one of its own keys would have an outcome.
    const bool product =
        std::any_of(input.artifacts.begin(), input.artifacts.end(), [&](const RecordArtifact& artifact) {
          return torn || view.fields[artifact.value].kind != FieldKind::kAbsent ||
                 !ends_.plan.rules.artifacts[artifact.artifact].optional;
        });
    if (product) elsewhere(key);
    return;
  }
  ends_.mark({view.line, place});
  const Column* const hashes = ends_.plan.input_hashes;
  submitted_.sha256 = hashes == nullptr ? std::string_view() : hashes->values[key];
  for (const RecordArtifact& artifact : input.artifacts) {
    const auto slot = static_cast<std::uint32_t>(place * ends_.plan.artifacts() + artifact.artifact);
    const ArtifactRules& rules = ends_.plan.rules_of(slot);
    if (view.fields[artifact.value].kind == FieldKind::kAbsent && rules.optional && !torn) continue;
    const Type* type = ends_.plan.type_of(slot);
    look_at_record(view, artifact, table, submitted_, type, value_);
    if (type == nullptr) type = find_type("text");
    if (!pass_over(view.line)) {
      check({as_bytes(value_.text), path_, value_.extension, value_.faults, value_.there}, rules, *type,
            ends_.plan.blank_expected(slot));
    }
    std::uint64_t payload = 0;
    std::optional<std::uint64_t> content;  // the hash of what was checked, if that is how it stands in the record
    for (const std::size_t field : {artifact.value, artifact.finish, artifact.state, artifact.error}) {
      if (field == kNoField) continue;
      const Field& said = view.fields[field];
      payload = payload * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(said.kind);
      const std::uint64_t hash = siphash(said.text, ends_.plan.secret);
      payload ^= hash;
      if (said.text.data() == value_.text.data() && said.text.size() == value_.text.size()) content = hash;
    }
    send_outcome(slot, payload, torn, value_.text, content);
  }
}

const ArtifactRules& PartReader::rules_for_rows(const ArtifactRules& rules) {
  const auto [at, is_new] = row_rules_.try_emplace(&rules, rules);
  ArtifactRules& own = at->second;
  if (is_new) {
    for (const std::string_view option : kOfTheArray) own.options.erase(std::string(option));
    own.options["format"] = std::string("raw");
    own.options["dtype"] = std::string(rows_.dtype());
    own.options["dim"] = static_cast<std::int64_t>(rows_.dim());
    // Measured of the array, where that is possible.
    if (rows_.rows() >= kLeastColumnRows) {
      std::erase_if(own.limits, [](const Limit& limit) { return limit.measure == "constant_columns"; });
    }
  }
  return own;
}

// What the array as a whole is against what was declared; told of every row, for each is such a vector.
std::vector<Fault> PartReader::against_rules(const ArtifactRules& rules) const {
  std::vector<Fault> faults;
  const auto whole = [&](std::string_view name) -> std::optional<std::int64_t> {
    const auto at = rules.options.find(name);
    const auto* const value = at == rules.options.end() ? nullptr : std::get_if<std::int64_t>(&at->second);
    return value == nullptr ? std::nullopt : std::optional(*value);
  };
  if (const auto dim = whole("dim"); dim && static_cast<std::uint64_t>(*dim) != rows_.dim()) {
    faults.push_back({"embedding.dim-mismatch", Severity::kFail,
                      fmt::format("the dimension is {}, {} is expected", rows_.dim(), *dim)});
  }
  const auto dtype = rules.options.find("dtype");
  const auto* const word = dtype == rules.options.end() ? nullptr : std::get_if<std::string>(&dtype->second);
  if (word != nullptr && *word != rows_.dtype()) {
    faults.push_back({"embedding.dtype-mismatch", Severity::kFail,
                      fmt::format("the elements are {}, {} is expected", rows_.dtype(), *word)});
  }
  return faults;
}

// Once for all parts of a file: an array that has to be unpacked is unpacked as a whole.
void PartReader::open_rows(const RecordPart& part, const ArtifactRules& rules) {
  if (rows_of_ == part.input) return;
  const auto options = read_embedding_options(rules.options);
  if (!options) throw std::logic_error("options that were not checked before the run: " + options.error().message);
  const std::string extension = extension_of(path_);
  rows_seen_.clear();
  rows_there_ = rows_.open({file_.bytes(), path_, extension}, *options, rows_seen_);
  rows_of_ = part.input;
}

// What is said of the array itself: what is wrong with its file, and what no row alone shows.
void PartReader::tell_of_array(const ArtifactRules& rules) {
  for (const Fault& fault : rows_seen_.faults) unkeyed(fault.code, fault.severity, fault.message);
  if (!rows_there_) {
    return unkeyed("records.unusable", Severity::kFail,
                   rows_seen_.unchecked.empty() ? "no rows can be read of it" : rows_seen_.unchecked);
  }
  const auto columns = rows_.constant_columns();
  if (!columns) return;
  Observation seen;
  add_constant_columns(*columns, seen);
  std::vector<Finding> findings;
  judge({seen.measures, {}, seen.places}, {*find_type("embedding"), rules, false}, findings);
  for (const Finding& finding : findings) {
    if (finding.measure == seen.measures.front().name) unkeyed(finding.code, finding.usual, finding.message);
  }
}

const Observation* PartReader::beside_row(std::uint64_t index) {
  row_seen_.clear();
  const auto lost = rows_.lost_blocks(index);
  if (!lost) return nullptr;
  row_seen_.add("lost_blocks", static_cast<std::int64_t>(lost->count));
  if (lost->count > 0) row_seen_.place("lost_blocks", place_of(*lost));
  return &row_seen_;
}

void PartReader::read_rows(const RecordPart& part) {
  const RecordInput& input = ends_.plan.records.inputs[part.input];
  const std::size_t artifact = input.artifacts.front().artifact;
  const ArtifactRules& rules = ends_.plan.rules.artifacts[artifact];
  open_rows(part, rules);
  if (part.begin == 0) tell_of_array(rules);
  if (!rows_there_) return;

  const std::uint64_t rows = rows_.rows();
  const std::span<const std::string> ids = input.ids.empty() ? rows_.ids() : std::span<const std::string>(input.ids);
  const std::uint64_t wanted = input.by_position ? ends_.plan.manifest->keys.size() : ids.size();
  const ArtifactRules& row_rules = rules_for_rows(rules);
  std::vector<Fault> known = against_rules(rules);
  if (rows != wanted) {
    // Somewhere a row is missing or one too many stands, and from there on every row is another key's.
    known.push_back({"records.rows-mismatch", Severity::kFail,
                     fmt::format("the array has {} for {}", counted(static_cast<std::int64_t>(rows), "row"),
                                 counted(static_cast<std::int64_t>(wanted), input.by_position ? "key" : "id"))});
  }
  const std::uint64_t from = rows * part.begin / part.whole;
  const std::uint64_t to = rows * part.end / part.whole;
  const Type& type = *find_type("embedding");
  rows_.look_for_lost_blocks(from, to);
  for (std::uint64_t i = from; i < to; ++i) {
    message_.line = i;
    std::uint32_t key = kNoKey;
    if (input.by_position) {
      if (i < ends_.plan.place_of.size()) key = static_cast<std::uint32_t>(i);
    } else if (i < ids.size()) {
      key = index_of(ids[i]);
    }
    if (key == kNoKey) {
      foreign(!input.by_position && i < ids.size() ? std::string_view(ids[i]) : std::string_view());
      continue;
    }
    const std::uint32_t place = ends_.plan.place_of[key];
    if (place == kOtherShard) {
      elsewhere(key);
      continue;
    }
    ends_.mark({i, place});
    const auto slot = static_cast<std::uint32_t>(place * ends_.plan.artifacts() + artifact);
    const Bytes bytes = rows_.row(i);
    message_.bytes = bytes.size();
    if (!pass_over(i)) {
      check({bytes, path_, {}, known, true, beside_row(i)}, row_rules, type, ends_.plan.blank_expected(slot));
    }
    const std::uint64_t hash = siphash(as_text(bytes), ends_.plan.secret);
    send_outcome(slot, hash, false, as_text(bytes), hash);
  }
  const std::uint64_t size = file_.bytes().size();
  file_.done_with(size / part.whole * part.begin, size / part.whole * part.end);
  message_.records = to - from;
}

void PartReader::send_outcome(std::uint32_t slot, std::uint64_t payload, bool torn, std::string_view content,
                              std::optional<std::uint64_t> hash) {
  outcome_.path = path_;
  judge_circumstances(ends_.plan, slot, {mtime_ns_, false}, outcome_);
  message_.kind = MessageKind::kRecord;
  message_.slot = slot;
  message_.status = outcome_.status;
  message_.payload = payload;
  message_.torn = torn;
  // Without a size nothing was examined: a torn record has no content.
  marker_.expect(ContentMarker::answers_of(ends_.plan.rules_of(slot)));
  message_.content = outcome_.bytes ? marker_.of(content, outcome_.status, outcome_.measures, hash) : ContentMark();
  if (ends_.plan.shard && outcome_.bytes) {
    // The hash of a record's product is of its canonical form, and that of the mark of its bytes.
    outcome_.mark = marker_.shared(content, outcome_.status, outcome_.measures, {});
  }
  write_outcome(outcome_, ends_.codes, message_);
  ends_.send(message_);
  message_.bytes = 0;
}

void PartReader::foreign(std::string_view key) {
  message_.kind = MessageKind::kForeign;
  message_.raised.clear();
  message_.text = key;
  ends_.send(message_);
  message_.bytes = 0;
}

void PartReader::elsewhere(std::uint32_t key) {
  message_.kind = MessageKind::kElsewhere;
  message_.slot = key;
  message_.raised.clear();
  message_.text.clear();
  ends_.send(message_);
  message_.bytes = 0;
}

void PartReader::unkeyed(std::string_view code, Severity severity, std::string_view text) {
  message_.kind = MessageKind::kUnkeyed;
  message_.raised.assign(1, {*ends_.codes.id(code), severity});
  message_.text = text;
  ends_.send(message_);
  message_.bytes = 0;
}

}  // namespace bcheck
