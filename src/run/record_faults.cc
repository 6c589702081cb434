// SPDX-License-Identifier: Apache-2.0
#include "run/record_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

constexpr std::size_t kShown = 80;

std::string_view kind_text(FieldKind kind) {
  static constexpr std::array<std::string_view, 7> kTexts{"nothing",  "null",     "true or false", "a number",
                                                          "a string", "an array", "an object"};
  return kTexts[static_cast<std::size_t>(kind)];
}

// What a field holds that says "nothing": null, an empty string, list or object, false.
bool says_nothing(const Field& field) {
  switch (field.kind) {
    case FieldKind::kAbsent:
    case FieldKind::kNull: return true;
    case FieldKind::kFlag: return field.text == "false";
    case FieldKind::kString: return field.text.empty();
    case FieldKind::kNumber: return field.text == "0";
    case FieldKind::kArray:
    case FieldKind::kObject: return field.text.find_first_not_of("[]{} \t") == std::string_view::npos;
  }
  return false;
}

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// States of OpenAI's and its imitators' batches, of HTTP, of exit codes, and the words that scripts write.
constexpr std::array<std::string_view, 10> kGoodStates{"success",  "succeeded", "ok",     "done", "completed",
                                                       "complete", "finished",  "passed", "true", "processed"};

constexpr std::array<std::string_view, 14> kBadStates{"error",     "errored",  "failed",    "failure",   "fail",
                                                      "false",     "timeout",  "timed_out", "expired",   "pending",
                                                      "cancelled", "canceled", "skipped",   "incomplete"};

bool is_good_state(const Field& state) {
  if (const auto number = whole_number(state.text)) return *number == 0 || (*number >= 200 && *number <= 299);
  return one_of(lower_ascii(state.text), kGoodStates);
}

// finish_reason of OpenAI, vLLM, TGI, llama.cpp, and stop_reason of Anthropic and Bedrock.
constexpr std::array<std::string_view, 10> kFinished{"stop",     "eos",        "eos_token",     "stop_sequence",
                                                     "end_turn", "tool_calls", "function_call", "tool_use",
                                                     "complete", "stop_word"};
constexpr std::array<std::string_view, 5> kCut{"length", "max_tokens", "max_length", "model_length", "limit"};
constexpr std::array<std::string_view, 6> kFiltered{"content_filter", "content_filtered", "safety",
                                                    "recitation",     "refusal",          "guardrail_intervened"};

class Look {
 public:
  Look(const RecordView& record, bool table, RecordValue& out) : record_(record), table_(table), out_(out) {}

  void flaw() {
    if (record_.flaw == RecordFlaw::kNone) return;
    fail(code_of(record_.flaw), flaw_text(record_));
    if (record_.flaw == RecordFlaw::kTorn || record_.flaw == RecordFlaw::kSyntax) out_.there = false;
  }

  void repeated(std::size_t field, std::string_view what) {
    if (field == kNoField || !record_.fields[field].repeated) return;
    fail("records.repeated-member", fmt::format("its {} stands twice in the record", what));
  }

  void error(std::size_t field) {
    if (field == kNoField || says_nothing(record_.fields[field])) return;
    fail("records.error", fmt::format("the record reports an error: {}", escaped(record_.fields[field].text, kShown)));
  }

  void state(std::size_t field) {
    if (field == kNoField) return;
    const Field& state = record_.fields[field];
    if (state.kind == FieldKind::kAbsent || state.kind == FieldKind::kNull || (table_ && state.text.empty())) {
      fail("records.state", "the record has no state, and the rules name one");
    } else if (!is_good_state(state)) {
      fail("records.state", fmt::format("its state is {}, which is none of success", quote(state.text, kShown)));
    }
  }

  void finish(std::size_t field) {
    if (field == kNoField) return;
    const Field& finish = record_.fields[field];
    const std::string word = lower_ascii(finish.text);
    if (finish.kind == FieldKind::kAbsent || finish.kind == FieldKind::kNull || (table_ && word.empty())) {
      add("records.unfinished", Severity::kWarn, "the record does not say how generating ended");
    } else if (one_of(word, kCut)) {
      add("records.cutoff", Severity::kWarn,
          fmt::format("generating ended at a limit ({})", quote(finish.text, kShown)));
    } else if (one_of(word, kFiltered)) {
      fail("records.filtered", fmt::format("generating ended by a filter ({})", quote(finish.text, kShown)));
    } else if (!one_of(word, kFinished)) {
      fail("records.unfinished", fmt::format("generating ended with {}", quote(finish.text, kShown)));
    }
  }

  void value(const Field& value, const Type*& type) {
    out_.text = value.text;
    out_.extension = "txt";
    if (value.kind == FieldKind::kAbsent) {
      out_.there = false;
      if (out_.faults.empty()) fail("records.no-value", "nothing stands where the product should");
      return;
    }
    if (value.kind == FieldKind::kNull) {
      out_.there = false;
      fail("records.null-value", "null stands where the product should");
      return;
    }
    if (value.lone_surrogate) {
      out_.there = false;
      fail("records.lone-surrogate", "an escape in it is half of a surrogate pair, which is no character");
      return;
    }
    if (type == nullptr) type = find_type(type_for(value.kind));
    if (type->name == "embedding") {
      out_.extension = "json";
      if (value.kind != FieldKind::kString || table_) return;
      // Base64 stands in a string, and a check of JSON sees the string as it is.
      out_.buffer = fmt::format("\"{}\"", value.text);
      out_.text = out_.buffer;
    } else if (type->name == "json") {
      out_.extension = "json";
      if (value.kind == FieldKind::kString && value.text.empty()) out_.extension = "txt";
    } else if (value.kind != FieldKind::kString) {
      out_.there = false;
      fail("records.wrong-kind", fmt::format("{} stands where {} should", kind_text(value.kind), type->name));
    }
  }

  // The record carries the hash of what it was made from, and the manifest that of what was submitted.
  void pairing(std::size_t field, const SubmittedInput& submitted) {
    if (field == kNoField || submitted.sha256.empty()) return;
    const Field& made_from = record_.fields[field];
    if (made_from.kind != FieldKind::kString || made_from.text.empty()) {
      fail("records.pairing", "the record does not say what it was made from, and the rules ask for it");
      return;
    }
    const std::string hash = lower_ascii(made_from.text);
    if (hash == lower_ascii(submitted.sha256)) return;
    const std::string_view owner = submitted.owner(hash);
    fail("records.pairing", owner.empty()
                                ? fmt::format("it was made from an input that was not submitted, {}", quote(hash, 16))
                                : fmt::format("it was made from the input of the key {}", quote(owner, kShown)));
  }

  void open_end() {
    if (!record_.open_end) return;
    add("records.no-line-end", Severity::kWarn,
        "the table ends with it and without a line end: its last cell may be cut");
  }

  void echo(std::size_t field) {
    if (field == kNoField || record_.fields[field].kind != FieldKind::kString || !out_.there) return;
    if (trimmed(record_.fields[field].text) != trimmed(out_.text) || trimmed(out_.text).empty()) return;
    fail("artifact.echo-of-input", "it is the input itself");
  }

 private:
  static std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
  }

  static std::string_view type_for(FieldKind kind) {
    return kind == FieldKind::kString ? "text" : kind == FieldKind::kArray ? "embedding" : "json";
  }

  void add(std::string_view code, Severity severity, std::string message) {
    out_.faults.push_back({code, severity, std::move(message)});
  }
  void fail(std::string_view code, std::string message) { add(code, Severity::kFail, std::move(message)); }

  const RecordView& record_;
  bool table_;
  RecordValue& out_;
};

}  // namespace

bool is_state(const Field& field) {
  if (field.kind != FieldKind::kString && field.kind != FieldKind::kNumber && field.kind != FieldKind::kFlag) {
    return false;
  }
  if (const auto number = whole_number(field.text)) return *number == 0 || (*number >= 100 && *number <= 599);
  return is_good_state(field) || one_of(lower_ascii(field.text), kBadStates);
}

std::string_view code_of(RecordFlaw flaw) {
  switch (flaw) {
    case RecordFlaw::kNone: return "records.no-id";
    case RecordFlaw::kTorn: return "records.torn-line";
    case RecordFlaw::kSyntax: return "records.syntax";
    case RecordFlaw::kWelded: return "records.welded-line";
    case RecordFlaw::kNulBlock: return "records.nul-block";
    case RecordFlaw::kEncoding: return "records.encoding";
    case RecordFlaw::kUtf16: return "records.utf16";
    case RecordFlaw::kNonfinite: return "records.nonfinite";
  }
  return "records.syntax";
}

std::string flaw_text(const RecordView& record) {
  const std::string at = record.column == 0 ? "" : fmt::format(" at byte {} of the line", record.column);
  switch (record.flaw) {
    case RecordFlaw::kNone: return "the record has no key";
    case RecordFlaw::kTorn: return fmt::format("the record breaks off{}", at);
    case RecordFlaw::kSyntax: return record.column == 0 ? "it is no row of this table" : fmt::format("no JSON{}", at);
    case RecordFlaw::kWelded: return fmt::format("it is welded to something else{}", at);
    case RecordFlaw::kNulBlock: return "NUL bytes stand in the line";
    case RecordFlaw::kEncoding: return "the line is not UTF-8";
    case RecordFlaw::kUtf16: return "the file is UTF-16, which readers of JSON and tables refuse";
    case RecordFlaw::kNonfinite: return fmt::format("NaN or Infinity, which is no JSON,{}", at);
  }
  return {};
}

void look_at_record(const RecordView& record, const RecordArtifact& artifact, bool table,
                    const SubmittedInput& submitted, const Type*& type, RecordValue& out) {
  out.faults.clear();
  out.there = true;
  Look look(record, table, out);
  look.flaw();
  look.repeated(RecordPlaces::kKey, "key");
  look.error(artifact.error);
  look.state(artifact.state);
  look.repeated(artifact.value, "product");
  look.repeated(artifact.error, "error");
  look.repeated(artifact.state, "state");
  look.repeated(artifact.finish, "reason for the end");
  if (out.there) {
    look.value(record.fields[artifact.value], type);
    look.pairing(artifact.input_sha256, submitted);
    look.echo(artifact.input);
    look.finish(artifact.finish);
    look.open_end();
  }
}

}  // namespace bcheck
