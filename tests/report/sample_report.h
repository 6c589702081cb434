// SPDX-License-Identifier: Apache-2.0
// Small reports for tests, written by the same functions that runs use.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcheck/report.h"
#include "report/read.h"
#include "report/report_writer.h"
#include "report/summary.h"
#include "report/write.h"

namespace bcheck::testing {

struct Batch {
  ReportHead head;
  std::vector<Item> items;  // sorted by key
  ReportTail tail;          // its summary is made by text_of()
};

inline Finding finding(std::string code, Severity severity = Severity::kFail, std::string message = "it is so") {
  Finding out;
  out.code = std::move(code);
  out.severity = out.usual = severity;
  out.message = std::move(message);
  return out;
}

inline Outcome sound(char digit) {
  Outcome out;
  out.status = Status::kPass;
  out.format = "png";
  out.bytes = 100;
  out.sha256 = std::string(64, digit);
  out.coverage = Coverage::kChecksum;
  out.measures = {{"bytes", std::int64_t{100}}, {"width", std::int64_t{8}}, {"mean_luma", 117.25}};
  return out;
}

inline Outcome bad(Status status, std::string code = {}) {
  Outcome out;
  out.status = status;
  if (!code.empty()) out.findings.push_back(finding(std::move(code)));
  return out;
}

// A key with the one artifact "image".
inline Item item(std::string key, Outcome outcome) {
  Item out;
  out.key = std::move(key);
  out.status = outcome.status;
  out.artifacts.emplace_back("image", std::move(outcome));
  return out;
}

inline Batch batch(std::vector<Item> items) {
  Batch out;
  out.head.manifest_sha256 = std::string(64, 'a');
  out.head.rules_sha256 = std::string(64, 'b');
  out.head.artifacts = R"({"image": {"path": "{key}.png", "type": "image"}})";
  out.head.gate = R"({"max_missing": 0})";
  out.head.decoders = {{"jpeg", "libjpeg-turbo 2.1.5"}, {"png", "libpng 1.6.39"}};
  out.items = std::move(items);
  return out;
}

// One key of each status, then extras, leftovers and a finding of the batch.
inline Batch mixed() {
  Outcome flat = bad(Status::kFail, "image.degenerate-flat");
  flat.path = "b.png";
  flat.format = "png";
  flat.bytes = 90;
  flat.findings[0].measure = "std_luma";
  flat.findings[0].measured = Scalar(0.5);
  flat.findings[0].expected = Bound{1.0, {}, {}};
  flat.findings.push_back(finding("file.trailing-data", Severity::kAllowed));
  flat.findings[1].usual = Severity::kWarn;
  flat.measures = {{"bytes", std::int64_t{90}}, {"std_luma", 0.5}, {"nan", Scalar(std::string("word"))}};
  Outcome warned = sound('2');
  warned.findings.push_back(finding("file.trailing-data", Severity::kWarn));
  warned.content_sha256 = std::string(64, 'c');
  warned.content_decoder = "libpng 1.6.39";
  Batch out = batch({item("a", sound('1')), item("b", flat), item("c", bad(Status::kMissing)),
                     item("d", bad(Status::kError, "run.crashed")), item("e", bad(Status::kUnchecked, "run.unchecked")),
                     item("f", warned)});
  out.tail.extra = {{"x.png", false}, {"y.png.part", true}};
  out.tail.batch_findings = {finding("records.torn", Severity::kWarn, "2 lines are torn")};
  RunInfo run;
  run.version = "1.0.0";
  run.started = "2026-01-02T03:04:05Z";
  run.seconds = 1.5;
  run.host = "node1";
  run.jobs = 2;
  run.command = {"bcheck", "run", "keys.txt", "out"};
  run.labels = {{"batch", "7"}};
  out.tail.run = run;
  return out;
}

// What was reported of every key of mixed(), and records that were repeated or belong to no key.
inline Batch reported() {
  Batch out = mixed();
  using enum Reported;
  const Reported words[] = {kSuccess, kSuccess, kFailure, kUnknown, kNothing, kFailure};
  for (std::size_t i = 0; i < out.items.size(); ++i) out.items[i].reported = words[i];
  out.items[0].attempts = 1;
  out.items[1].attempts = 3;
  out.items[1].repeats = 2;
  out.items[1].groups = {{"gpu", "3"}, {"shard", "a b"}};
  out.items[2].attempts = 2;
  out.items[5].repeats = 1;
  Extra foreign{"results.jsonl", false, true, "k\xFF", 17};
  out.tail.extra.insert(out.tail.extra.begin(), {foreign, foreign});
  out.tail.extra[1].key = "other";
  out.tail.sources = {{"a.csv", "csv", 10, 1, 0, 0, 1, true, true},
                      {"results.jsonl", "jsonl", 1000, 9, 2, 1, 0, false, false}};
  return out;
}

// As a run tallies it. All artifacts are required.
inline Summary tally(const Batch& batch) {
  Tally tally;
  for (const Item& i : batch.items) {
    tally.item(head_of(i));
    for (const auto& [name, outcome] : i.artifacts) {
      tally.artifact(name, outcome.status, true);
      for (const Finding& f : outcome.findings) {
        tally.finding(f.code, f.severity);
        if (f.code == "run.unchecked") tally.unchecked(f.message);
      }
    }
    for (const Finding& f : i.findings) tally.finding(f.code, f.severity);
  }
  for (const Extra& extra : batch.tail.extra) tally.extra(extra);
  for (const Finding& f : batch.tail.batch_findings) tally.batch_finding(f.code, f.severity);
  return tally.summary();
}

// The parts as they are, summary included.
inline std::string written(const ReportHead& head, const std::vector<Item>& items, const ReportTail& tail) {
  std::string out;
  ReportWriter writer([&](std::string_view text) { out += text; });
  writer.head(head);
  std::string line;
  for (const Item& one : items) {
    line.clear();
    append_item(line, one);
    writer.item(line);
  }
  writer.tail(tail);
  return out;
}

inline std::string text_of(Batch batch) {
  batch.head.manifest_keys = static_cast<std::int64_t>(batch.items.size());
  batch.tail.summary = tally(batch);
  return written(batch.head, batch.items, batch.tail);
}

inline ReportReader reader_of(const Batch& batch, std::string name = "r.json") {
  return ReportReader::of_text(text_of(batch), std::move(name)).value();
}

// All items, or the first error: of opening or of reading.
inline Result<std::vector<Item>> read_all(std::string text) {
  auto reader = ReportReader::of_text(std::move(text), "r.json");
  if (!reader) return tl::unexpected(reader.error());
  std::vector<Item> items;
  Item item;
  while (true) {
    auto more = reader->next(item);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return items;
    items.push_back(item);
  }
}

}  // namespace bcheck::testing
