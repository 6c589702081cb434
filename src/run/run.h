// SPDX-License-Identifier: Apache-2.0
// One run of `bcheck run`, from names on a command line to a report on the disk and a verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bcheck/error.h"
#include "bcheck/report.h"
#include "bcheck/rules.h"
#include "input/heartbeat.h"
#include "input/manifest.h"
#include "input/status.h"
#include "judge/gate.h"
#include "run/key_facts.h"
#include "run/observer.h"
#include "run/outcomes.h"
#include "run/shard.h"
#include "run/worker_pool.h"

namespace bcheck {

struct RunRequest {
  ManifestRequest manifest;
  const Manifest* loaded = nullptr;  // if it was read already; outlives the run
  StatusRequest status = {};         // what the job reported; empty = the manifest's own columns
  std::string output;
  std::optional<Shard> shard = {};  // only the keys that fall to it; absent: all
  std::string rules;                // a file; empty = the manifest's own, or the automatic rules
  std::string report;               // a file, "-", or empty = none is kept
  std::string items = {};           // a file for its items; empty = they stand in the report
  GateRules gate;                   // what the command line says; overrides the rules by name
  PoolSettings pool;
  bool content_sha256 = false;  // for every artifact, whatever the rules say
  bool partial = false;         // an interrupted run leaves a report of what it has
  bool reproducible = false;    // the report has no `run`
  Duplicates duplicates = Duplicates::kFail;
  double settle_seconds = 0;          // 0: what is not there at the first look is missing
  std::int64_t since_ns = INT64_MIN;  // what was written before is of an older run; nanoseconds since 1970
  HeartbeatSettings heartbeats = {};
  KeyFacts::EachItem each_item = {};  // hears of every item when the report is made
  RunInfo info;                       // `started` and `seconds` are filled in
};

struct RunAnswer {
  ReportTail tail;  // with the summary
  GateDecision gate;
  bool interrupted = false;
  std::optional<ShardHead> shard = {};  // what the report is of, if not of all keys
  std::int64_t manifest_keys = 0;
  std::int64_t unproved = 0;       // pictures that pass and have no checksum, so that a changed byte may go unseen
  std::int64_t by_header = 0;      // files that pass by their header alone
  std::vector<std::string> life;   // heartbeats and the pace of the products, a line each; where heartbeats are given
  std::vector<std::string> notes;  // about the manifest and the output, one sentence each
};

// Errors: kBadQuestion (manifest, rules, output), kIncomplete (report or spool cannot be written, no worker),
// kInterrupted (and no report was asked for what there is).
Result<RunAnswer> run(const RunRequest& request, Observer& observer);

}  // namespace bcheck
