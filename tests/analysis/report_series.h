// SPDX-License-Identifier: Apache-2.0
// Reports of several days, as files, for tests of what looks at many of them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "report/sample_report.h"
#include "support/temp_dir.h"

namespace bcheck::testing {

struct Day {
  int date = 1;     // of May 2026
  int keys = 40;    // key-0000, key-0001, ...
  int bad = 0;      // the first ones fail
  int changed = 0;  // the last ones have other content
  std::string code = "image.truncated";
  std::string driver = {};    // of the environment; empty = unknown
  std::string platform = {};  // label
  bool run = true;            // has the member
  bool status = true;         // all keys were reported as success
};

inline Batch batch_of(const Day& day) {
  std::vector<Item> items;
  for (int i = 0; i < day.keys; ++i) {
    Outcome outcome = i < day.bad ? bad(Status::kFail, day.code) : sound(i >= day.keys - day.changed ? '9' : '1');
    items.push_back(item(fmt::format("key-{:04}", i), std::move(outcome)));
    if (day.status) items.back().reported = Reported::kSuccess;
  }
  Batch out = batch(std::move(items));
  if (!day.run) return out;
  RunInfo run;
  run.version = "1.0.0";
  run.started = fmt::format("2026-05-{:02}T08:00:00Z", day.date);
  run.seconds = 2;
  run.host = "node1";
  run.jobs = 1;
  run.command = {"bcheck"};
  if (!day.platform.empty()) run.labels["platform"] = day.platform;
  if (!day.driver.empty()) {
    Environment environment;
    environment.result = {{"driver", std::vector<std::string>{day.driver}, false}};
    environment.digest = hex(sha256(as_bytes(canonical_result(environment))));
    run.environment = {{std::move(environment), 1}};
  }
  out.tail.run = std::move(run);
  return out;
}

// A file in the directory, by its date or by `name`.
inline std::string write_day(const test::TempDir& dir, const Day& day, std::string name = {}) {
  if (name.empty()) name = fmt::format("day-{:02}.json", day.date);
  return dir.write(name, text_of(batch_of(day)));
}

}  // namespace bcheck::testing
