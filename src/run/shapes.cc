// SPDX-License-Identifier: Apache-2.0
#include "run/shapes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/files.h"
#include "base/text.h"
#include "run/record_faults.h"
#include "sources/records.h"

namespace bcheck {
namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 20;
constexpr int kRecordsTried = 20;

// In the order in which they are tried. A shape fits where one of the first records has its key and its value.
struct Shape {
  std::string_view id, value, type;
  std::string_view finish = {}, state = {}, error = {};
};
constexpr std::array<Shape, 5> kEnvelopes{{
    // The batch API of OpenAI; vLLM's run-batch writes the same.
    {"/custom_id", "/response/body/choices/0/message/content", "text", "/response/body/choices/0/finish_reason",
     "/response/status_code", "/error"},
    {"/custom_id", "/response/body/choices/0/text", "text", "/response/body/choices/0/finish_reason",
     "/response/status_code", "/error"},
    {"/custom_id", "/response/body/data/0/embedding", "embedding", "", "/response/status_code", "/error"},
    {"/custom_id", "/response/body/output_text", "text", "", "/response/status_code", "/error"},
    // Message batches of Anthropic.
    {"/custom_id", "/result/message/content/0/text", "text", "/result/message/stop_reason", "/result/type",
     "/result/error"},
}};
constexpr std::array<std::string_view, 7> kIds{"/custom_id",  "/id",  "/key", "/sample_id",
                                               "/request_id", "/uid", "/name"};
struct Value {
  std::string_view pointer, type;
};
constexpr std::array<Value, 14> kValues{{{"/text", "text"},
                                         {"/output", "text"},
                                         {"/response", "text"},
                                         {"/completion", "text"},
                                         {"/generated_text", "text"},
                                         {"/answer", "text"},
                                         {"/caption", "text"},
                                         {"/translation", "text"},
                                         {"/transcription", "text"},
                                         {"/content", "text"},
                                         {"/embedding", "embedding"},
                                         {"/vector", "embedding"},
                                         {"/embeddings", "embedding"},
                                         {"/result", "json"}}};
// Where records say how they ended, in the order in which they are tried.
constexpr std::array<std::string_view, 5> kErrors{"/error", "/errors", "/exception", "/error_message", "/traceback"};
constexpr std::string_view kFinish = "/finish_reason";
constexpr std::array<std::string_view, 5> kStates{"/status", "/status_code", "/state", "/success", "/ok"};
constexpr std::array<std::string_view, 7> kArrays{"npy", "npz", "safetensors", "fvecs", "ivecs", "bvecs", "fbin"};

std::string first_part(int root, const std::string& file) {
  const Fd fd(open_beneath(root, file));
  std::string bytes(kLookedAt, '\0');
  std::size_t have = 0;
  while (fd && have < bytes.size()) {
    const ssize_t got = ::pread(fd.get(), bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

bool fits(FieldKind kind, std::string_view type, bool table) {
  if (table) return kind == FieldKind::kString;
  if (type == "text") return kind == FieldKind::kString;
  if (type == "embedding") return kind == FieldKind::kArray;
  return kind == FieldKind::kObject || kind == FieldKind::kArray;
}

// As what a field stands in the first records: the first kind that is there and no null. Asked one by one, for in a
// table one pointer that is no column makes the whole unreadable.
FieldKind kind_of(const std::string& bytes, RecordFormat format, std::string_view pointer) {
  const auto places = RecordPlaces::make(pointer);
  const auto reader = read_records(bytes, 0, bytes.size(), format, *places);
  FieldKind kind = FieldKind::kAbsent;
  RecordView record;
  for (int i = 0; i < kRecordsTried && reader->next(record); ++i) {
    if (kind == FieldKind::kAbsent || kind == FieldKind::kNull) kind = record.key.kind;
  }
  return kind;
}

// A member of that name may mean much else: it is a state where it has nothing but states in the first records.
bool holds_states(const std::string& bytes, RecordFormat format, std::string_view pointer) {
  const auto places = RecordPlaces::make(pointer);
  const auto reader = read_records(bytes, 0, bytes.size(), format, *places);
  bool any = false;
  RecordView record;
  for (int i = 0; i < kRecordsTried && reader->next(record); ++i) {
    const Field& field = record.key;
    if (field.kind == FieldKind::kAbsent || field.kind == FieldKind::kNull || field.text.empty()) continue;
    if (!is_state(field)) return false;
    any = true;
  }
  return any;
}

// The first that is there; empty if none is.
std::string_view find_error(const std::string& bytes, RecordFormat format) {
  const auto at = std::find_if(kErrors.begin(), kErrors.end(), [&](std::string_view pointer) {
    return kind_of(bytes, format, pointer) != FieldKind::kAbsent;
  });
  return at == kErrors.end() ? std::string_view() : *at;
}
std::string_view find_state(const std::string& bytes, RecordFormat format) {
  const auto at = std::find_if(kStates.begin(), kStates.end(),
                               [&](std::string_view pointer) { return holds_states(bytes, format, pointer); });
  return at == kStates.end() ? std::string_view() : *at;
}
std::string_view find_finish(const std::string& bytes, RecordFormat format) {
  return kind_of(bytes, format, kFinish) == FieldKind::kAbsent ? std::string_view() : kFinish;
}

std::optional<Shape> find_shape(const std::string& bytes, RecordFormat format) {
  const bool table = format != RecordFormat::kJsonl;
  if (!table) {
    for (const Shape& shape : kEnvelopes) {
      if (kind_of(bytes, format, shape.id) == FieldKind::kString &&
          fits(kind_of(bytes, format, shape.value), shape.type, table)) {
        return shape;
      }
    }
  }
  for (const std::string_view id : kIds) {
    const FieldKind kind = kind_of(bytes, format, id);
    if (kind != FieldKind::kString && kind != FieldKind::kNumber) continue;
    for (const Value& value : kValues) {
      if (!fits(kind_of(bytes, format, value.pointer), value.type, table)) continue;
      Shape shape{id, value.pointer, value.type};
      shape.finish = find_finish(bytes, format);
      shape.state = find_state(bytes, format);
      shape.error = find_error(bytes, format);
      return shape;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> unread_members(int root, const std::string& file,
                                        std::span<const ArtifactRules* const> artifacts) {
  std::vector<std::string> notes;
  const auto format = record_format_of(file);
  if (!format) return notes;
  const std::string bytes = first_part(root, file);
  const auto note = [&](std::string_view word, std::string_view pointer, auto member) {
    if (pointer.empty()) return;
    const bool named = std::any_of(artifacts.begin(), artifacts.end(), [&](const ArtifactRules* artifact) {
      return !(artifact->*member).empty() || artifact->value == pointer || artifact->value == pointer.substr(1);
    });
    if (named) return;
    notes.push_back(
        fmt::format("{}: records say in {} how they ended, and the rules do not read it; \"{}\": \"{}\" in the rules "
                    "would fail those that failed",
                    quote(file), pointer, word, pointer));
  };
  note("error", find_error(bytes, *format), &ArtifactRules::error_field);
  note("state", find_state(bytes, *format), &ArtifactRules::state);
  note("finish", find_finish(bytes, *format), &ArtifactRules::finish);
  return notes;
}

namespace {

// By its ending alone: it is the one file there is, and the rules of monday.jsonl are those of tuesday.jsonl.
std::string any_such_file(const std::string& file) {
  const std::string ending = file.substr(std::min(file.rfind('.'), file.size()));
  return ending.find_first_of("*?") == std::string::npos ? "*" + ending : "*";
}

}  // namespace

Result<Recognised> recognise_output(int root, const std::string& file) {
  Recognised found;
  ArtifactRules artifact;
  artifact.name = kAutomaticArtifact;
  const std::string extension = extension_of(file);
  if (std::find(kArrays.begin(), kArrays.end(), extension) != kArrays.end()) {
    artifact.row_of = any_such_file(file);
    artifact.type = "embedding";
    found.note = fmt::format("{}: each key has a row, in the order of the manifest", quote(file));
  } else {
    const auto format = record_format_of(file);
    const std::string bytes = first_part(root, file);
    // Whatever its shape would be, an empty file has no record of any key.
    const bool empty = format && bytes.find_first_not_of(" \t\r\n") == std::string::npos;
    const auto shape = empty    ? std::optional(Shape{"/id", "/text", "text"})
                       : format ? find_shape(bytes, *format)
                                : std::nullopt;
    if (!shape) {
      return bad_question(
          fmt::format("{} is one file, and nothing tells where its records have key and product", quote(file)),
          "say so with --rules: {\"schema\": \"bcheck.rules/1\", \"artifacts\": {\"text\": {\"records\": "
          "\"results.jsonl\", \"id\": \"/id\", \"value\": \"/text\", \"type\": \"text\"}}}");
    }
    artifact.records = any_such_file(file);
    artifact.id = shape->id;
    artifact.value = shape->value;
    artifact.type = shape->type;
    artifact.finish = shape->finish;
    artifact.state = shape->state;
    artifact.error_field = shape->error;
    found.note = empty ? fmt::format("{}: there is nothing in it", quote(file))
                       : fmt::format("{}: the key of a record is {}, its product {} ({})", quote(file), shape->id,
                                     shape->value, shape->type);
    std::string ends;
    for (const std::string_view member : {shape->state, shape->error, shape->finish}) {
      if (!member.empty()) ends += fmt::format("{}{}", ends.empty() ? "" : ", ", member);
    }
    if (!empty && !ends.empty()) found.note += fmt::format("; how it ended is read from {}", ends);
  }
  found.rules.artifacts.push_back(std::move(artifact));
  return found;
}

}  // namespace bcheck
