// SPDX-License-Identifier: Apache-2.0
#include "report/read.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <tuple>

#include "base/file_digest.h"
#include "base/files.h"
#include "base/text.h"
#include "report/block_file.h"
#include "report/read_frame.h"
#include "report/read_item.h"
#include "report/recount.h"
#include "report/scan.h"

namespace bcheck {
namespace {

enum Part {
  kSchema,
  kManifest,
  kRules,
  kDecoders,
  kItems,
  kExtra,
  kSources,
  kBatchFindings,
  kIncomplete,
  kSummary,
  kRun,
  kShard,
  kItemsFile
};
constexpr std::array<std::string_view, 13> kParts{"schema", "manifest", "rules",          "decoders",   "items",
                                                  "extra",  "sources",  "batch_findings", "incomplete", "summary",
                                                  "run",    "shard",    "items_file"};

constexpr std::string_view kHint =
    "the report was cut off or changed after it was written; make it again with bcheck run";

// A file stands once; a line that was welded together may hold several records.
bool follows(const Extra& last, const Extra& next) {
  const auto order = std::tie(last.path, last.line) <=> std::tie(next.path, next.line);
  return order < 0 || (order == 0 && last.record && next.record);
}

}  // namespace

struct ReportReader::State {
  explicit State(BlockFile opened) : file(std::move(opened)) {}

  BlockFile file;
  std::string folder;              // of the report, with its slash; empty = the current one
  std::optional<BlockFile> apart;  // the items, where they have a file of their own
  ItemsFile items_file;
  FastJson parser;
  std::array<std::optional<Span>, kParts.size()> parts;
  std::string schema;
  ReportHead head;
  ReportTail tail;
  Required required;

  std::optional<ReportScanner> items;
  std::optional<Recount> recount;
  bool first = true;
  bool done = false;
  std::string_view raw;
  std::optional<Error> refused;

  tl::unexpected<Error> refuse(std::uint64_t offset, std::string_view problem) const {
    return bad_question(fmt::format("{}, line {}: {}", file.name(), file.line_at(offset), problem), std::string(kHint));
  }

  // The same for a place among the items.
  tl::unexpected<Error> refuse_item(std::uint64_t offset, std::string_view problem) const {
    if (!apart) return refuse(offset, problem);
    return bad_question(fmt::format("{}, line {}: {}", apart->name(), apart->line_at(offset), problem),
                        std::string(kHint));
  }

  Result<void> find_parts();
  Result<void> find_part(ReportScanner& scanner);
  Result<void> read_frame();
  Result<void> with(Part part, bool (*read)(State&, Json, std::string_view, std::string&));
  Result<void> read_extras();
  Result<void> find_items();
  Result<bool> end();
  Result<bool> next(Item& item);

  // An item of a shard says which key of the manifest it is.
  bool fits_shard(const Item& item, std::string& problem) const {
    if (!head.shard || (item.place && *item.place < head.manifest_keys)) return true;
    problem =
        item.place ? "its place is behind the end of the manifest" : "in the report of a shard it needs a 'place'";
    return false;
  }
};

Result<void> ReportReader::State::find_parts() {
  ReportScanner scanner(file, {0, file.size()});
  if (file.size() == 0) return bad_question(fmt::format("{} is empty, and no report", file.name()), std::string(kHint));
  if (!scanner.take('{')) return bad_question(fmt::format("{} is no report: no JSON object", file.name()));
  if (!scanner.take('}')) {
    do {
      if (auto found = find_part(scanner); !found) return found;
    } while (scanner.take(','));
    if (!scanner.take('}')) {
      scanner.peek();
      return refuse(scanner.offset(), scanner.offset() == file.size() ? "ends before its last brace"
                                                                      : "a comma or the last brace is expected");
    }
  }
  scanner.peek();
  if (scanner.offset() != file.size()) return refuse(scanner.offset(), "something stands behind the report's end");
  return {};
}

Result<void> ReportReader::State::find_part(ReportScanner& scanner) {
  std::string_view name;
  if (!scanner.name(name)) return refuse(scanner.offset(), scanner.problem());
  std::optional<Span>* part = nullptr;
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    if (name == kParts[i]) part = &parts[i];
  }
  if (part != nullptr && part->has_value()) {
    return refuse(scanner.offset(), fmt::format("member '{}' stands twice", name));
  }
  Span where;
  if (!scanner.skip(where)) return refuse(scanner.offset(), scanner.problem());
  if (part != nullptr) *part = where;
  return {};
}

// Hands the parsed value of a part, and its text, to `read`.
Result<void> ReportReader::State::with(Part part, bool (*read)(State&, Json, std::string_view, std::string&)) {
  const std::optional<Span>& where = parts[part];
  if (!where) return bad_question(fmt::format("{} is no whole report: no member '{}'", file.name(), kParts[part]));
  ReportScanner scanner(file, *where);
  Span same;
  std::string_view text;
  std::string problem;
  Json value;
  if (!scanner.value(same, text, kMostMember)) {
    problem = scanner.problem();
  } else if (const auto bad = parser.parse(text).get(value)) {
    problem = simdjson::error_message(bad);
  } else if (read(*this, value, text, problem)) {
    return {};
  }
  return refuse(where->begin, fmt::format("'{}': {}", kParts[part], problem));
}

Result<void> ReportReader::State::read_frame() {
  // The schema first: of a newer one, nothing else may be said to be wrong.
  auto done_so_far = with(kSchema, [](State& state, Json value, std::string_view, std::string& problem) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) problem = "a string is expected";
    state.schema = text;
    return problem.empty();
  });
  if (done_so_far) done_so_far = check_schema(schema, file.name());

  struct Step {
    Part part;
    bool (*read)(State&, Json, std::string_view, std::string&);
  };
  static constexpr Step kSteps[]{
      {kManifest,
       [](State& s, Json value, std::string_view, std::string& p) { return read_manifest(value, s.head, p); }},
      {kShard, [](State& s, Json value, std::string_view, std::string& p) { return read_shard(value, s.head, p); }},
      {kRules,
       [](State& s, Json, std::string_view text, std::string& p) {
         return read_rules(text, s.parser, s.head, p) &&
                read_required(s.parser.parse(s.head.artifacts).value(), s.required, p);
       }},
      {kDecoders,
       [](State& s, Json value, std::string_view, std::string& p) { return read_decoders(value, s.head, p); }},
      {kSources, [](State& s, Json value, std::string_view, std::string& p) { return read_sources(value, s.tail, p); }},
      {kBatchFindings,
       [](State& s, Json value, std::string_view, std::string& p) { return read_batch_findings(value, s.tail, p); }},
      {kIncomplete,
       [](State& s, Json value, std::string_view, std::string& p) {
         const bool good = value.get(s.tail.incomplete) == simdjson::SUCCESS;
         if (!good) p = "true or false is expected";
         return good;
       }},
      {kSummary,
       [](State& s, Json value, std::string_view, std::string& p) { return read_summary(value, s.tail.summary, p); }},
      {kRun,
       [](State& s, Json value, std::string_view, std::string& p) { return read_run(value, s.tail.run.emplace(), p); }},
  };
  for (const Step& step : kSteps) {
    const bool optional = step.part == kRun || step.part == kSources || step.part == kShard;
    if (optional && !parts[step.part]) continue;
    if (done_so_far) done_so_far = with(step.part, step.read);
  }
  return done_so_far ? read_extras() : done_so_far;
}

// The items stand in the report, or in a file beside it that has the bytes which the report says.
Result<void> ReportReader::State::find_items() {
  if (parts[kItems] && parts[kItemsFile]) {
    return bad_question(fmt::format("{}: 'items' and 'items_file' exclude each other", file.name()),
                        std::string(kHint));
  }
  if (!parts[kItemsFile]) {
    if (!parts[kItems]) return bad_question(fmt::format("{} is no whole report: no member 'items'", file.name()));
    if (ReportScanner(file, *parts[kItems]).take('[')) return {};
    return refuse(parts[kItems]->begin, "'items': an array is expected");
  }
  auto read = with(kItemsFile, [](State& state, Json value, std::string_view, std::string& problem) {
    return read_items_file(value, state.items_file, problem);
  });
  if (!read) return read;
  const std::string path = folder + items_file.path;
  if (!is_regular_file(path)) {
    return bad_question(fmt::format("the items of {} are not there: {}", file.name(), quote(path)),
                        "a report and its file of items belong together; move both");
  }
  const auto digest = sha256_of_file(path);
  if (!digest) return tl::unexpected(digest.error());
  if (*digest != items_file.sha256) {
    return bad_question(fmt::format("{} are not the items of {}: their SHA-256 is {}, and the report says {}",
                                    quote(path), file.name(), *digest, items_file.sha256),
                        std::string(kHint));
  }
  if (items_file.count != head.keys()) {
    return refuse(parts[kItemsFile]->begin, fmt::format("'items_file': {} for {}", counted(items_file.count, "item"),
                                                        counted(head.keys(), "key")));
  }
  auto opened = BlockFile::open(path);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  apart = std::move(*opened);
  return {};
}

// Entry by entry: a directory may hold far more than the batch.
Result<void> ReportReader::State::read_extras() {
  if (!parts[kExtra]) return bad_question(fmt::format("{} is no whole report: no member 'extra'", file.name()));
  ReportScanner scanner(file, *parts[kExtra]);
  if (!scanner.take('[')) return refuse(scanner.offset(), "'extra': an array is expected");
  if (scanner.take(']')) return {};
  do {
    Span where;
    std::string_view text;
    std::string problem;
    Json value;
    Extra extra;
    if (!scanner.value(where, text, kMostItem)) {
      problem = scanner.problem();
    } else if (const auto bad = parser.parse(text).get(value)) {
      problem = simdjson::error_message(bad);
    } else if (read_extra(value, extra, problem) && !tail.extra.empty() && !follows(tail.extra.back(), extra)) {
      problem = fmt::format("{} stands twice or out of order", quote(extra.path));
    }
    if (!problem.empty()) return refuse(where.begin, "'extra': " + problem);
    tail.extra.push_back(std::move(extra));
  } while (scanner.take(','));
  if (!scanner.take(']')) return refuse(scanner.offset(), "'extra': a comma or a bracket is expected");
  return {};
}

// Behind the last item.
Result<bool> ReportReader::State::end() {
  std::string problem;
  if (!recount->finish(head, tail, problem)) {
    return bad_question(fmt::format("{}: {}", file.name(), problem), std::string(kHint));
  }
  done = true;
  return false;
}

Result<bool> ReportReader::State::next(Item& item) {
  raw = {};
  if (done) return false;
  std::string problem;
  if (apart) {
    items->peek();
    if (items->offset() == apart->size()) return end();
  } else if (first ? items->take(']') : !items->take(',')) {
    if (!first && !items->take(']')) return refuse(items->offset(), "'items': a comma or a bracket is expected");
    return end();
  }
  first = false;
  Span where;
  Json value;
  std::string_view text;
  if (!items->value(where, text, kMostItem)) return refuse_item(where.begin, "'items': " + items->problem());
  if (const auto bad = parser.parse(text).get(value)) {
    return refuse_item(where.begin, fmt::format("an item is no JSON: {}", simdjson::error_message(bad)));
  }
  if (!read_item(value, item, problem) || !fits_shard(item, problem) || !recount->item(item, problem)) {
    return refuse_item(where.begin, item.key.empty() ? problem : fmt::format("key {}: {}", quote(item.key), problem));
  }
  raw = text;
  return true;
}

ReportReader::ReportReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ReportReader::ReportReader(ReportReader&& other) noexcept = default;
ReportReader& ReportReader::operator=(ReportReader&& other) noexcept = default;
ReportReader::~ReportReader() = default;

Result<ReportReader> ReportReader::read(std::unique_ptr<State> state) {
  if (auto found = state->find_parts(); !found) return tl::unexpected(std::move(found.error()));
  if (auto read = state->read_frame(); !read) return tl::unexpected(std::move(read.error()));
  if (auto found = state->find_items(); !found) return tl::unexpected(std::move(found.error()));
  ReportReader reader(std::move(state));
  reader.rewind();
  return reader;
}

Result<ReportReader> ReportReader::open(const std::string& path) {
  auto file = BlockFile::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  auto state = std::make_unique<State>(std::move(*file));
  if (path != "-") state->folder = path.substr(0, path.rfind('/') + 1);
  return read(std::move(state));
}

Result<ReportReader> ReportReader::of_text(std::string text, std::string name) {
  return read(std::make_unique<State>(BlockFile::of_text(std::move(text), std::move(name))));
}

const std::string& ReportReader::name() const {
  return state_->file.name();
}
const ReportHead& ReportReader::head() const {
  return state_->head;
}
const Required& ReportReader::required() const {
  return state_->required;
}
const ReportTail& ReportReader::tail() const {
  return state_->tail;
}
std::string_view ReportReader::raw() const {
  return state_->raw;
}

Result<void> ReportReader::expect_whole() const {
  if (!head().shard) return {};
  return bad_question(fmt::format("{} is the report of a shard", name()), "merge the shards first: bcheck merge");
}

void ReportReader::rewind() {
  State& state = *state_;
  if (state.apart) {
    state.items.emplace(*state.apart, Span{0, state.apart->size()});
  } else {
    state.items.emplace(state.file, *state.parts[kItems]);
    state.items->take('[');
  }
  state.recount.emplace(state.required);
  state.first = true;
  state.done = false;
  state.raw = {};
  state.refused.reset();
}

Result<bool> ReportReader::next(Item& item) {
  State& state = *state_;
  if (state.refused) return tl::unexpected(*state.refused);
  auto more = state.next(item);
  if (!more) state.refused = more.error();
  return more;
}

}  // namespace bcheck
