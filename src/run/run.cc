// SPDX-License-Identifier: Apache-2.0
#include "run/run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <optional>
#include <thread>
#include <tuple>

#include "base/files.h"
#include "base/text.h"
#include "input/rules.h"
#include "run/batch_checks.h"
#include "run/digest.h"
#include "run/effective.h"
#include "run/fingerprints.h"
#include "run/life.h"
#include "run/merge.h"
#include "run/other_names.h"
#include "run/outcomes.h"
#include "run/plan.h"
#include "run/report_files.h"
#include "run/settling.h"
#include "run/shapes.h"
#include "sources/directory.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostLooks = 10;  // at an output that does not settle

Result<Rules> load_rules(const RunRequest& request, const Manifest& manifest, const OutputPlace& place, int output,
                         std::vector<std::string>& notes) {
  const Vocabulary vocabulary{all_types(), codes_of_any_type()};
  if (!request.rules.empty()) {
    auto text = read_whole(request.rules);
    if (!text) return tl::unexpected(std::move(text.error()));
    return parse_rules({text->data(), text->size()}, request.rules, vocabulary);
  }
  if (!manifest.embedded_rules.empty()) return parse_rules(manifest.embedded_rules, manifest.name, vocabulary);
  if (place.file.empty()) return automatic_rules();
  auto recognised = recognise_output(output, place.file);
  if (!recognised) return tl::unexpected(std::move(recognised.error()));
  notes.push_back(std::move(recognised->note));
  return std::move(recognised->rules);
}

// Where the rules stand, in a message about them that was made without the file: "rules: artifacts.text: ..."
tl::unexpected<Error> naming_rules(Error error, const RunRequest& request, const Manifest& manifest) {
  constexpr std::string_view kRules = "rules:";
  const std::string& file = request.rules.empty() ? manifest.name : request.rules;
  const bool written = !request.rules.empty() || !manifest.embedded_rules.empty();
  if (written && error.message.starts_with(kRules)) error.message.replace(0, kRules.size(), quote(file) + ':');
  return tl::unexpected(std::move(error));
}

void add_notes(const Manifest& manifest, const Listing& listing, std::vector<std::string>& notes) {
  const std::string name = quote(manifest.name);
  if (manifest.bom) notes.push_back(fmt::format("{}: a byte order mark was skipped", name));
  if (manifest.crlf_lines > 0) {
    notes.push_back(fmt::format("{}: CR LF line ends; the CR is not part of the keys", name));
  }
  if (manifest.empty_lines > 0) {
    notes.push_back(
        fmt::format("{}: {} skipped", name, counted(static_cast<std::int64_t>(manifest.empty_lines), "empty line")));
  }
  for (std::size_t i = 0; i < manifest.repeated.size() && i < kFirstKeys; ++i) {
    const Repeated& again = manifest.repeated[i];
    notes.push_back(fmt::format("{}: line {}: key {} stands in line {} already; it counts once", name, again.line,
                                quote(again.key), again.first));
  }
  if (manifest.repeated.size() > kFirstKeys) {
    notes.push_back(fmt::format("{}: and {} more repeated keys", name, manifest.repeated.size() - kFirstKeys));
  }
  for (const Unlisted& unlisted : listing.unlisted) {
    notes.push_back(
        fmt::format("cannot list {}: {}", quote(unlisted.path.empty() ? "." : unlisted.path), unlisted.why));
  }
}

void add_notes(const std::vector<SourceFacts>& sources, std::vector<std::string>& notes) {
  for (const SourceFacts& source : sources) {
    const std::string name = quote(source.path);
    if (source.bom) notes.push_back(fmt::format("{}: a byte order mark was skipped", name));
    if (source.crlf_lines > 0) notes.push_back(fmt::format("{}: CR LF line ends", name));
    if (source.blank_lines > 0) notes.push_back(fmt::format("{}: {}", name, counted(source.blank_lines, "blank line")));
    if (!source.in_order) {
      notes.push_back(fmt::format("{}: records come in another order than the manifest's keys", name));
    }
  }
}

std::string now_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Result<ReportHead> make_head(const Manifest& manifest, const Plan& plan, const std::optional<Shard>& shard,
                             const Rules& rules, const GateRules& gate) {
  ReportHead head;
  head.artifacts = effective_artifacts(rules);
  head.gate = gate_json(gate);
  auto digests =
      digest_apart({{reinterpret_cast<const unsigned char*>(manifest.storage.data()), manifest.storage.size()},
                    as_bytes(head.artifacts)});
  if (!digests) return tl::unexpected(std::move(digests.error()));
  head.manifest_sha256 = (*digests)[0];
  head.rules_sha256 = (*digests)[1];
  head.manifest_keys = static_cast<std::int64_t>(manifest.keys.size());
  if (shard) head.shard = {{shard->index}, shard->of, static_cast<std::int64_t>(plan.order.size())};
  head.manifest_duplicates = static_cast<std::int64_t>(manifest.repeated.size());
  for (Decoder& decoder : decoders()) head.decoders.emplace_back(decoder.format, std::move(decoder.version));
  return head;
}

// Whether a second look could find more: a file that is not there, records that may still grow.
bool lacks_anything(const Plan& plan) {
  return !plan.records.inputs.empty() || std::any_of(plan.slots.begin(), plan.slots.end(), [](const Slot& slot) {
    return slot.settled && slot.status == Status::kMissing;
  });
}

// False if the run was stopped meanwhile.
bool wait(double seconds, Observer& observer) {
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  while (Clock::now() < end) {
    if (observer.interrupted()) return false;
    std::this_thread::sleep_for(std::min<Clock::duration>(end - Clock::now(), std::chrono::milliseconds(100)));
  }
  return true;
}

struct Promise {
  const Manifest& manifest;
  const Rules& rules;
  const OutputPlace& place;
  int output;
  const std::vector<bool>* mine;  // keys of the shard; null = all
};

// Lists the output and plans; with a time to settle again and again, until two looks see the same or nothing is left to
// wait for. The plan refers to `listed`.
Result<Plan> plan_settled(const Promise& promise, double settle_seconds, Observer& observer,
                          std::optional<Listing>& listed) {
  const auto& [manifest, rules, place, output, mine] = promise;
  std::optional<Look> before;
  for (int look = 0;; ++look) {
    listed.emplace(place.file.empty() ? list_directory(output) : list_file(output, place.file));
    auto plan = make_plan(manifest, rules, *listed, output, mine);
    if (!plan || settle_seconds <= 0 || look == kMostLooks) return plan;
    const Look now = look_at(*listed, output);
    const bool moving = now_ns() - now.newest_ns < static_cast<std::int64_t>(settle_seconds * 1e9);
    if (before == now || (!moving && !lacks_anything(*plan))) return plan;
    before = now;
    observer.stage("waiting for the output to settle");
    if (!wait(settle_seconds, observer)) return plan;
  }
}

// Files and records that belong to no key, sorted by path, the file itself before its records, and line.
// Files come from the plan in their order already; there may be a million of them, so they are moved and not sorted.
std::vector<Extra> all_extra(std::vector<Extra> files, std::vector<Extra>& records) {
  const auto before = [](const Extra& a, const Extra& b) {
    return std::tie(a.path, a.record, a.line) < std::tie(b.path, b.record, b.line);
  };
  std::stable_sort(records.begin(), records.end(), before);
  const auto middle = static_cast<std::ptrdiff_t>(files.size());
  std::move(records.begin(), records.end(), std::back_inserter(files));
  std::inplace_merge(files.begin(), files.begin() + middle, files.end(), before);
  return files;
}

void note_unread_members(const Plan& plan, int output, std::vector<std::string>& notes) {
  for (const RecordInput& input : plan.records.inputs) {
    if (input.rows || input.files.empty() || !input.files.front().trouble.empty()) continue;
    std::vector<const ArtifactRules*> artifacts;
    for (const RecordArtifact& artifact : input.artifacts)
      artifacts.push_back(&plan.rules.artifacts[artifact.artifact]);
    const std::string path(plan.listing->entries[input.files.front().entry].path);
    for (std::string& note : unread_members(output, path, artifacts)) notes.push_back(std::move(note));
  }
}

}  // namespace

Result<RunAnswer> run(const RunRequest& request, Observer& observer) {
  const Clock::time_point start = Clock::now();
  RunInfo info = request.info;
  info.started = now_text();
  const double began = static_cast<double>(now_ns()) * 1e-9;
  const std::vector<Heartbeat> beats = read_heartbeats(request.heartbeats, began);

  std::optional<Manifest> own;
  if (request.loaded == nullptr) {
    ManifestRequest submitted = request.manifest;
    submitted.status_from_elsewhere = !request.status.path.empty();
    auto read = load_manifest(submitted);
    if (!read) return tl::unexpected(std::move(read.error()));
    own = std::move(*read);
  }
  const Manifest* const manifest = own ? &*own : request.loaded;
  const auto statuses = load_statuses(*manifest, request.status);
  if (!statuses) return tl::unexpected(statuses.error());
  const OutputPlace place = place_of_output(request.output);
  const auto output = open_output(place.directory);
  if (!output) return tl::unexpected(output.error());
  RunAnswer answer;
  auto rules = load_rules(request, *manifest, place, output->get(), answer.notes);
  if (!rules) return tl::unexpected(rules.error());
  for (ArtifactRules& artifact : rules->artifacts) artifact.content_sha256 |= request.content_sha256;
  const GateRules gate = overridden(rules->gate, request.gate);
  // Opened before the work: a report that cannot be written costs a second and not an hour.
  for (const std::string& file : {request.report, request.items}) {
    if (file.empty()) continue;
    if (place.file.empty() ? lies_beneath(file, request.output) : is_same_file(file, request.output)) {
      return bad_question(fmt::format("the report {} would be written into the output", quote(file)),
                          "nothing is ever written there; put the report elsewhere");
    }
  }
  auto report = ReportFiles::open(request.report, request.items);
  if (!report) return tl::unexpected(report.error());
  auto spool = Spool::open();
  if (!spool) return tl::unexpected(spool.error());
  std::optional<std::vector<bool>> mine;
  if (request.shard) {
    auto chosen = keys_of_shard(manifest->keys, *request.shard);
    if (!chosen) return tl::unexpected(chosen.error());
    mine = std::move(*chosen);
  }

  observer.stage("listing the output");
  std::optional<Listing> listed;
  auto plan = plan_settled({*manifest, *rules, place, output->get(), mine ? &*mine : nullptr}, request.settle_seconds,
                           observer, listed);
  if (!plan) return naming_rules(std::move(plan.error()), request, *manifest);
  plan->since_ns = request.since_ns;
  note_unread_members(*plan, output->get(), answer.notes);
  const Listing& listing = *listed;
  // From here on it is settled which file is examined as what; nothing below looks at names again.
  // The head takes a process of its own, and one that cannot be had costs no work this way.
  const auto head = make_head(*manifest, *plan, request.shard, *rules, gate);
  if (!head) return tl::unexpected(head.error());

  const CodeTable codes;
  Outcomes outcomes(*plan, codes, std::move(*spool));
  const auto examined = examine_all(*plan, codes, output->get(), request.pool, observer, outcomes);
  if (!examined) return tl::unexpected(examined.error());
  if (auto kept = outcomes.finish(request.duplicates); !kept) return tl::unexpected(kept.error());

  answer.interrupted = observer.interrupted();
  if (answer.interrupted && !request.partial) {
    return tl::unexpected<Error>({ErrorKind::kInterrupted, "interrupted; no report was written", ""});
  }
  // From here on no worker lives and every outcome is known; what follows depends on nothing but the outcomes.
  answer.shard = head->shard;
  answer.manifest_keys = head->manifest_keys;
  report->writer().head(*head);
  ReportTail& tail = answer.tail;
  tail.extra = all_extra(std::move(plan->extra), outcomes.foreign());
  tail.sources = outcomes.sources();
  tail.batch_findings = outcomes.batch_findings();
  note_pairing(*plan, tail.batch_findings);
  note_gaps(*plan, tail.batch_findings);
  note_other_names(*plan, outcomes, tail.extra, tail.batch_findings);
  note_heartbeats(beats, request.heartbeats, tail.batch_findings);
  std::vector<KeyFinding> key_findings = outcomes.key_findings();
  compare_contents(*plan, outcomes, key_findings);
  tail.incomplete = answer.interrupted || !listing.unlisted.empty();
  KeyFacts facts(*plan, *statuses, request.each_item);
  note_mixed_environment(info.environment, tail);
  merge_items(*plan, codes, outcomes, facts, key_findings, tail, report->writer());
  const std::optional<Room> room = room_of(output->get());
  if (!request.reproducible) {
    info.room = room;
    info.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    tail.run = std::move(info);
  }
  if (auto written = report->finish(tail); !written) return tl::unexpected(written.error());
  for (const Heartbeat& beat : beats) answer.life.push_back(describe(beat));
  if (!beats.empty()) answer.life.push_back(describe(pace_of(*plan, outcomes, output->get(), began)));
  answer.gate = decide_gate(gate, {tail.summary, tail.incomplete});
  answer.unproved = outcomes.unproved();
  answer.by_header = outcomes.by_header();
  add_notes(*manifest, listing, answer.notes);
  add_notes(tail.sources, answer.notes);
  if (const std::string full = room ? nearly_full(*room) : ""; !full.empty()) {
    answer.notes.push_back(fmt::format("the file system of {} is nearly full ({}): half-written products are likely",
                                       quote(request.output), full));
  }
  answer.notes.insert(answer.notes.end(), statuses->notes.begin(), statuses->notes.end());
  return answer;
}

}  // namespace bcheck
