// SPDX-License-Identifier: Apache-2.0
#include "run/run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <optional>

#include "base/files.h"
#include "base/text.h"
#include "input/rules.h"
#include "report/write.h"
#include "run/digest.h"
#include "run/effective.h"
#include "run/fingerprints.h"
#include "run/merge.h"
#include "run/plan.h"
#include "sources/directory.h"
#include "validators/registry.h"

namespace bcheck {
namespace {

using Clock = std::chrono::steady_clock;

Result<Rules> load_rules(const RunRequest& request, const Manifest& manifest) {
  std::vector<FindingInfo> common(common_findings().begin(), common_findings().end());
  common.insert(common.end(), run_findings().begin(), run_findings().end());
  const Vocabulary vocabulary{all_types(), common};
  if (!request.rules.empty()) {
    auto text = read_whole(request.rules);
    if (!text) return tl::unexpected(std::move(text.error()));
    return parse_rules({text->data(), text->size()}, request.rules, vocabulary);
  }
  if (!manifest.embedded_rules.empty()) return parse_rules(manifest.embedded_rules, manifest.name, vocabulary);
  return automatic_rules();
}

std::vector<std::string> notes_on(const Manifest& manifest, const Listing& listing) {
  std::vector<std::string> notes;
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
  return notes;
}

std::string now_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Result<ReportHead> make_head(const Manifest& manifest, const Plan& plan, const Rules& rules, const GateRules& gate) {
  ReportHead head;
  head.artifacts = effective_artifacts(rules);
  head.gate = gate_json(gate);
  auto digests =
      digest_apart({{reinterpret_cast<const unsigned char*>(manifest.storage.data()), manifest.storage.size()},
                    as_bytes(head.artifacts)});
  if (!digests) return tl::unexpected(std::move(digests.error()));
  head.manifest_sha256 = (*digests)[0];
  head.rules_sha256 = (*digests)[1];
  head.manifest_keys = static_cast<std::int64_t>(plan.order.size());
  head.manifest_duplicates = static_cast<std::int64_t>(manifest.repeated.size());
  for (Decoder& decoder : decoders()) head.decoders.emplace_back(decoder.format, std::move(decoder.version));
  return head;
}

}  // namespace

Result<RunAnswer> run(const RunRequest& request, Observer& observer) {
  const Clock::time_point start = Clock::now();
  RunInfo info = request.info;
  info.started = now_text();

  const auto manifest = load_manifest(request.manifest);
  if (!manifest) return tl::unexpected(manifest.error());
  auto rules = load_rules(request, *manifest);
  if (!rules) return tl::unexpected(rules.error());
  for (ArtifactRules& artifact : rules->artifacts) artifact.content_sha256 |= request.content_sha256;
  const GateRules gate = overridden(rules->gate, request.gate);
  const auto output = open_output(request.output);
  if (!output) return tl::unexpected(output.error());
  // Opened before the work: a report that cannot be written costs a second and not an hour.
  std::optional<AtomicFile> report;
  if (!request.report.empty()) {
    if (lies_beneath(request.report, request.output)) {
      return bad_question(fmt::format("the report {} would be written into the output", quote(request.report)),
                          "nothing is ever written there; put the report elsewhere");
    }
    auto file = AtomicFile::open(request.report);
    if (!file) return tl::unexpected(file.error());
    report = std::move(*file);
  }
  auto spool = Spool::open();
  if (!spool) return tl::unexpected(spool.error());

  observer.stage("listing the output");
  const Listing listing = list_directory(output->get());
  const auto plan = make_plan(*manifest, *rules, listing, output->get());
  if (!plan) return tl::unexpected(plan.error());
  // From here on it is settled which file is examined as what; nothing below looks at names again.

  const CodeTable codes;
  Outcomes outcomes(plan->slots.size(), std::move(*spool));
  const auto examined = examine_all(*plan, codes, output->get(), request.pool, observer,
                                    [&](const Record& record) { outcomes.add(record); });
  if (!examined) return tl::unexpected(examined.error());
  if (auto kept = outcomes.finish(); !kept) return tl::unexpected(kept.error());

  RunAnswer answer;
  answer.interrupted = observer.interrupted();
  if (answer.interrupted && !request.partial) {
    return tl::unexpected<Error>({ErrorKind::kInterrupted, "interrupted; no report was written", ""});
  }
  // From here on no worker lives and every outcome is known; what follows depends on nothing but the outcomes.

  const auto head = make_head(*manifest, *plan, *rules, gate);
  if (!head) return tl::unexpected(head.error());
  const auto write = [&](std::string_view text) {
    if (report) report->write(text);
  };
  std::string text;
  append_head(text, *head);
  write(text);
  ReportTail& tail = answer.tail;
  tail.extra = plan->extra;
  tail.incomplete = answer.interrupted || !listing.unlisted.empty();
  tail.summary = merge_items(*plan, codes, outcomes, write);
  note_mixed_environment(info.environment, tail);
  if (!request.reproducible) {
    info.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    tail.run = std::move(info);
  }
  text.clear();
  append_tail(text, tail);
  write(text);
  if (report) {
    if (auto written = report->commit(); !written) return tl::unexpected(written.error());
  }
  answer.gate = decide_gate(gate, {tail.summary, tail.incomplete});
  answer.notes = notes_on(*manifest, listing);
  return answer;
}

}  // namespace bcheck
